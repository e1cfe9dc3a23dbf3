import { sql } from 'kysely'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, keepServerColumns } from '#platform/server/database/rows.ts'

/**
 * Removes an author's name from what they wrote about horses that they looked after, from what they measured, and from the files that they
 * sent: all of it stays with the horse as a vet's, or a para-professional's; and from their requests for colleagues.
 */
export async function forgetAuthor(tx: PracticeTx, personId: string): Promise<void> {
  await holdWriters(tx)
  const written = await tx.selectFrom('care_notes').selectAll().where('person_id', '=', personId).execute()
  for (const note of written)
    await keepServerColumns(tx, note, 'care_notes', {
      person_id: null,
      author_name: note.author_role === 'vet' ? 'A vet' : 'A para-professional',
    })
  const measured = await tx.selectFrom('film_marks').selectAll().where('person_id', '=', personId).execute()
  for (const mark of measured) await keepServerColumns(tx, mark, 'film_marks', { person_id: null, author_name: 'A vet' })
  const sent = await tx
    .selectFrom('attachments')
    .selectAll()
    .where('made_by_grant', 'in', (eb) => eb.selectFrom('horse_grants').select('id').where('person_id', '=', personId))
    .where('received_from', 'is not', null)
    .execute()
  for (const file of sent) await keepServerColumns(tx, file, 'attachments', { received_from: null })
  const asked = await tx.selectFrom('owner_asks').selectAll().where('person_id', '=', personId).where(sql<boolean>`facts ? 'by'`).execute()
  for (const ask of asked) await keepServerColumns(tx, ask, 'owner_asks', { facts: { ...ask.facts, by: 'A colleague' } })
  await sql`update activity set after = after #- '{facts,by}' where entity = 'owner_asks' and entity_id = any (${asked.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
  // The journal has their name too.
  await sql`
    update activity set after = after - ${NAMING}::text[], before = before - ${NAMING}::text[]
    where (entity = 'care_notes' and entity_id = any (${written.map(({ id }) => id)}::uuid[]))
      or (entity = 'film_marks' and entity_id = any (${measured.map(({ id }) => id)}::uuid[]))
      or (entity = 'attachments' and entity_id = any (${sent.map(({ id }) => id)}::uuid[]))`.execute(tx)
}

/** The columns by which a line of the journal would name them. */
const NAMING = ['author_name', 'person_id', 'received_from']
