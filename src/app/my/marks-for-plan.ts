import type { MarkForPlan } from '#app/my/care-notes-view.ts'
import { figureOf, figureWords } from '#features/evidence/radiographs/measure.ts'
import { filmScale } from '#features/evidence/radiographs/server/film-scale.ts'
import { guestMarks } from '#features/evidence/radiographs/server/guest-marks.ts'
import { carerEyes } from '#features/records/guests/server/guest-care.ts'
import type { GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import type { App } from '#platform/server/http/http.ts'

type Film = { id: string; name: string; foot: MarkForPlan['foot'] }

/** What was measured on films of a horse, as figures of a plan: angles, and lengths where the film has a scale. */
export async function marksForPlan(
  app: App,
  { personId }: { personId: string },
  practice: GuestPractice,
  films: readonly Film[],
): Promise<MarkForPlan[]> {
  const ids = films.map(({ id }) => id)
  if (ids.length === 0) return []
  const marks = await app.db.withGuest(carerEyes({ personId }, practice), (tx) => guestMarks(tx, personId, ids))
  const measured = films.filter(({ id }) => marks.some(({ filmId }) => filmId === id))
  const scales = await scalesOf(app, practice.id, measured)
  return measured.flatMap(({ id: filmId, name, foot }) =>
    marks
      .filter((mark) => mark.filmId === filmId)
      .flatMap(({ id, label, authorName, madeAt, ...mark }) => {
        const figure = figureOf(mark, scales.get(filmId))
        if (!figure || figure.unit === 'px') return []
        const made = [label, authorName, dayAndYear(dayOf(madeAt, practice.zone)), name].filter(Boolean).join(', ')
        return [{ id, filmId, foot, kind: mark.kind, tenths: Math.round(figure.value * 10), words: `${figureWords(figure)}: ${made}` }]
      }),
  )
}

async function scalesOf(app: App, practiceId: string, films: readonly Film[]) {
  const ids = films.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const stored = await app.db.withPractice(practiceId, (tx) =>
    tx
      .selectFrom('attachments as a')
      .innerJoin('files as f', 'f.id', 'a.file_id')
      .select(['a.id', 'f.store_key as key', 'f.bytes'])
      .where('a.id', 'in', ids)
      .execute(),
  )
  const read = stored.map(
    async ({ id, key, bytes }) => [id, key && (await filmScale(app.setup.files, { key, bytes: Number(bytes) }))] as const,
  )
  return new Map((await Promise.all(read)).map(([id, scale]) => [id, scale || undefined]))
}
