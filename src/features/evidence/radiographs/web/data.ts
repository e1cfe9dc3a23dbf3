import type { FilmMark } from '#features/evidence/radiographs/contract.ts'
import type { MarkChanges } from '#features/evidence/radiographs/kept.ts'
import { currentTime } from '#lib/clock.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'
import { readRow } from '#platform/web/use-rows.ts'

/** A film of a horse, and the member who measures on it. */
type On = { filmId: string; horseId: string; memberId: string; name: string }

/** Keeps what a member measured on a film, and takes away what they took away, in one go. False when this device no longer has the film. */
export async function keepMarks({ filmId, horseId, memberId, name }: On, { add, remove }: MarkChanges): Promise<boolean> {
  const shown = { horseId, memberId, authorName: name }
  const made = add.map(({ id, kind, places, frame, label }): Change => {
    const data = { attachmentId: filmId, kind, places: [...places], frame, label, madeAt: currentTime().toISOString() }
    return { action: 'CREATE', entity: 'film_marks', id, data, alsoShow: shown }
  })
  // What another device has taken away meanwhile is away.
  const held = await Promise.all(remove.map((id) => readRow<FilmMark>('film_marks', id)))
  const taken = held.flatMap((mark): Change[] => (mark ? [{ action: 'DELETE', entity: 'film_marks', id: mark.id }] : []))
  const changes = [...taken, ...made]
  return changes.length === 0 || (await record(changes)) !== false
}
