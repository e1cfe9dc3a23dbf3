import { Stethoscope } from 'lucide-react'
import { useMemo } from 'react'
import type { Find } from '#app/frame/find.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { horseHref } from '#features/records/horses/web/HorseLink.tsx'
import type { CareNote } from '#features/visits/care/contract.ts'
import { planLines } from '#features/visits/care/plan.ts'
import type { KnownNote } from '#features/visits/care/web/data.ts'
import { dayOf, shortDay } from '#lib/dates.ts'
import { useRows } from '#platform/web/use-rows.ts'

type FoundNote = { note: KnownNote; horseName: string }

/** What vets and para-professionals wrote and did not withdraw, newest first, with the name of its horse; undefined while it loads. */
export function useFoundNotes(horses: readonly KnownHorse[] | undefined): readonly FoundNote[] | undefined {
  const notes = useRows<CareNote>('care_notes')
  return useMemo(() => notes && horses && found(notes, horses), [notes, horses])
}

function found(notes: readonly KnownNote[], horses: readonly KnownHorse[]): FoundNote[] {
  const names = new Map(horses.map(({ id, name }) => [id, name]))
  return notes
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .toSorted((a, b) => (a.saidAt < b.saidAt ? 1 : -1))
    .flatMap((note) => {
      const horseName = names.get(note.horseId)
      return horseName ? [{ note, horseName }] : []
    })
}

export const careNoteFields = ({ note, horseName }: FoundNote) => [
  horseName,
  note.authorName,
  note.body,
  planLines(note.plan ?? {}, 'near-off').join(' '),
]

export const careNoteFind = ({ note, horseName }: FoundNote): Find => ({
  ...{ key: `care-note/${note.id}`, kind: KINDS[note.kind], label: horseName, icon: Stethoscope },
  ...{ detail: `${note.authorName}, ${shortDay(dayOf(note.saidAt, 'Europe/London'))}`, href: `${horseHref(note.horseId)}&tab=details` },
})

const KINDS = { note: 'Note', plan: 'Shoeing plan', answer: 'Answer' } as const
