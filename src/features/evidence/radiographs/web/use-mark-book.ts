import { useMemo } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { FilmMark } from '#features/evidence/radiographs/contract.ts'
import type { MarkBook } from '#features/evidence/radiographs/kept.ts'
import { keepMarks } from '#features/evidence/radiographs/web/data.ts'
import { dayOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** What was measured on a horse's films, as this device keeps it, and how its member measures there; undefined while it loads. */
export function useMarkBook(horseId: string): MarkBook | undefined {
  const user = useSession<CurrentUser>().user
  const rows = useRows<FilmMark>('film_marks', { horseId })
  const memberId = user?.memberId
  const name = user && `${user.firstName} ${user.lastName}`.trim()
  return useMemo(() => {
    if (!rows || !memberId || !name) return undefined
    const marks = rows
      .toSorted((a, b) => (a.madeAt === b.madeAt ? (a.id < b.id ? -1 : 1) : a.madeAt < b.madeAt ? -1 : 1))
      .map(({ id, kind, places, frame, label, authorName, madeAt, ...mark }) => ({
        ...{ id, kind, places, frame, label, authorName, filmId: mark.attachmentId },
        ...{ on: dayOf(madeAt, 'Europe/London'), isOwn: mark.memberId === memberId },
      }))
    return { marks, measuresAs: name, keep: (filmId, changes) => keepMarks({ filmId, horseId, memberId, name }, changes) }
  }, [rows, horseId, memberId, name])
}
