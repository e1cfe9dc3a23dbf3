import { sql } from 'kysely'
import type { Reach } from '#features/office/exports/server/reach-of.ts'
import { reviewTaskOf } from '#features/visits/care/server/review-task-of.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdings } from '#platform/server/holdings.ts'

/**
 * What of a client's records goes into a pack of theirs: not what a vet keeps back until they have spoken to them, for 14 days at most, nor what hangs on
 * it: answers to a note, the review it requested, marks on a film.
 */
export async function withoutKept(tx: PracticeTx, reach: Reach): Promise<Reach> {
  const [notes, files] = [await keptIn(tx, reach, 'care_notes'), await keptIn(tx, reach, 'attachments')]
  const { rows: answers } = await sql<{ id: string }>`select id from care_notes where reply_to_id = any (${notes}::uuid[])`.execute(tx)
  const kept = new Map([
    ['care_notes', [...notes, ...answers.map(({ id }) => id)]],
    ['attachments', files],
    ['tasks', notes.map(reviewTaskOf)],
  ])
  for (const { child, column, parent } of reach.ties)
    if (parent === 'attachments' && holdings()[child]?.with.includes(column) && reach.ids.has(child))
      kept.set(child, [...(kept.get(child) ?? []), ...(await hangingOn(tx, { child, column, ids: files }))])
  const ids = [...reach.ids].map(([table, own]) => {
    const gone = new Set(kept.get(table))
    return [table, own.filter((id) => !gone.has(id))] as const
  })
  return { ...reach, ids: new Map(ids) }
}

async function keptIn(tx: PracticeTx, { ids }: Reach, table: 'care_notes' | 'attachments'): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any (${[...(ids.get(table) ?? [])]}::uuid[]) and owner_sees_from > clock_now()::date`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

type Hanging = { child: string; column: string; ids: readonly string[] }

async function hangingOn(tx: PracticeTx, { child, column, ids }: Hanging): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(child)} where ${sql.ref(column)} = any (${[...ids]}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}
