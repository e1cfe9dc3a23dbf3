import { sql } from 'kysely'
import { keepSteps, readKept, renameInJournal, writeKept } from '#features/office/erasure/server/copying.ts'
import { forgetLookUps, leaveCalendars, leaveLedgers, leaveLists } from '#features/office/erasure/server/far-calendars.ts'
import { leavePosts } from '#features/office/erasure/server/far-posts.ts'
import type { Split } from '#features/office/erasure/server/plan.ts'
import type { ErasureRow } from '#features/office/erasure/server/queries.ts'
import { sweepWords } from '#features/office/erasure/server/sweep.ts'
import { hasId, type Reach, whereBelonging, whereInJournal } from '#features/office/exports/server/reach-of.ts'
import { bearErased } from '#features/office/webhooks/server/bear-erased.ts'
import { bearRewritten } from '#features/office/webhooks/server/bear-rewritten.ts'
import { currentTime } from '#lib/clock.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdings } from '#platform/server/holdings.ts'
import { enqueue } from '#platform/server/jobs/jobs.ts'
import { renewViews } from '#platform/server/sync/devices.ts'

/**
 * Erases a client in one transaction: rows that are theirs alone are deleted, rows to keep are rewritten with nothing but days, kinds and
 * figures, and rows shared with others lose their name. It leaves no tombstones, which devices would keep: each device gets a new view and
 * fetches its local copy again. Returns the files that nothing names any more, whose bytes still exist, and the client's new id.
 */
export async function eraseRows(
  tx: PracticeTx,
  { practice_id: practiceId, id: erasureId }: Pick<ErasureRow, 'practice_id' | 'id'>,
  split: Split,
): Promise<{ fileIds: string[]; clientId: string }> {
  const { reach, pattern } = split
  const fileIds = await listFiles(tx, reach)
  const kept = await readKept(tx, split)
  await bearErased(tx, practiceId, reach.ids)
  await writeKept(tx, split, kept, 'clients')
  await keepSteps(tx, split, kept)
  await forgetAside(tx, practiceId, reach)
  await leaveCalendars(tx, erasureId, [...rowsOf(reach, 'appointments'), ...reach.sharedVisits])
  await leaveLedgers(tx, erasureId, kept)
  await leaveLists(tx, erasureId, rowsOf(reach, 'clients'))
  await leavePosts(tx, erasureId, rowsOf(reach, 'posts'))
  await forgetLookUps(tx, [...rowsOf(reach, 'clients'), ...rowsOf(reach, 'yards')])
  await renameInJournal(tx, split, kept)
  await leaveShared(tx, reach, kept.clientId)
  for (const table of reach.tables) await letGo(tx, reach, table)
  for (const table of reach.tables.toReversed()) await deleteRows(tx, reach, table)
  for (const table of reach.tables) if (table !== 'clients') await writeKept(tx, split, kept, table)
  if (pattern) {
    await sweepWords(tx, reach, pattern)
    await sql`delete from pgboss.job where data::text like ${`%${practiceId}%`} and (data::text ~* ${pattern} or output::text ~* ${pattern})`.execute(
      tx,
    )
  }
  await bearRewritten(tx, practiceId, { visit: reach.sharedVisits, horse: reach.sharedHorses.map(({ id }) => id) })
  await renewViews(tx)
  return { fileIds: await unnamed(tx, fileIds), clientId: kept.clientId }
}

async function listFiles(tx: PracticeTx, reach: Reach): Promise<string[]> {
  const [attachments, voice] = [rowsOf(reach, 'attachments'), rowsOf(reach, 'voice_notes')]
  const { rows: files } = await sql<{ id: string }>`
    select file_id as id from attachments where id = any(${attachments}::uuid[]) and file_id is not null
    union select file_id from voice_notes where id = any(${voice}::uuid[]) and file_id is not null`.execute(tx)
  return files.map(({ id }) => id)
}

/** The files that no record names any more. */
async function unnamed(tx: PracticeTx, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from files f where f.id = any(${[...fileIds]}::uuid[])
      and not exists (select from attachments a where a.practice_id = f.practice_id and a.file_id = f.id)
      and not exists (select from voice_notes v where v.practice_id = f.practice_id and v.file_id = f.id)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Removes them from what they share with others: visits, horses, and who pays. */
async function leaveShared(tx: PracticeTx, reach: Reach, nameless: string): Promise<void> {
  const { clientIds, sharedVisits, sharedHorses } = reach
  const isTheirs = (column: string) => sql`${sql.ref(column)} = any(${clientIds}::uuid[])`
  const next = sql`(select l.client_id from visit_horses l where l.practice_id = a.practice_id and l.appointment_id = a.id
    and l.client_id <> all(${clientIds}::uuid[]) and l.deleted_at is null order by l.place, l.id limit 1)`
  await sql`update appointments a set client_id = ${next}, rev = rev + 1,
      as_was = case when as_was is null then null
        else jsonb_set(as_was, '{clientName}', coalesce((select to_jsonb(c.name) from clients c where c.practice_id = a.practice_id and c.id = ${next}), 'null')) end
    where a.id = any(${sharedVisits}::uuid[]) and ${isTheirs('a.client_id')}`.execute(tx)
  await sql`update visit_horses set payer_client_id = client_id, rev = rev + 1
    where ${isTheirs('payer_client_id')} and not ${isTheirs('client_id')} and outcome is null`.execute(tx)
  await sql`update clients set not_same_as = array(select one from unnest(not_same_as) one where one <> all(${clientIds}::uuid[]))
    where not_same_as && ${clientIds}::uuid[]`.execute(tx)
  await sql`update exports set client_id = ${nameless}, file_name = '' where ${isTheirs('client_id')}`.execute(tx)
  for (const { child, column } of reach.ties.filter(({ parent, isNullable }) => parent === 'clients' && !isNullable))
    if (holdings()[child]?.names?.includes(column))
      await sql`update ${sql.table(child)} set ${sql.ref(column)} = ${nameless} where ${isTheirs(column)} and not ${whereTheirs(reach, child)}`.execute(
        tx,
      )
  // Their time of a horse stays, without a name: it decides what the next owner may read of the time before.
  for (const { id, isTheirsNow } of sharedHorses) {
    await sql`update horses set rev = rev + 1, owners = array(
        select case when one ->> 'clientId' = any(${clientIds}::text[]) then jsonb_set(one::jsonb, '{clientId}', to_jsonb(${nameless}::text))::json
          else one end from unnest(owners) with ordinality as part (one, place) order by place)
      where id = ${id}`.execute(tx)
    // A former owner keeps its name in their past; its later state is not theirs.
    if (isTheirsNow)
      await sql`update horses set client_id = ${nameless}, deleted_at = coalesce(deleted_at, ${currentTime()}), markings = null, temperament = null,
          special_notes = null, flags = '{}', yard_id = null, vet_name = null, vet_phone = null, pauses = '{}', cycle_rules = '{}',
          gone_on = null, gone_reason = null, microchip = null, ueln = null, passport_seen_on = null, next_due_on = null,
          last_service_on = null, last_service_type = null
        where id = ${id}`.execute(tx)
  }
}

const rowsOf = ({ ids }: Pick<Reach, 'ids'>, table: string): string[] => [...(ids.get(table) ?? [])]

/** Sets references to deleted rows of a table to null, unless the referring rows are deleted with them. */
async function letGo(tx: PracticeTx, reach: Reach, table: string): Promise<void> {
  const gone = rowsOf(reach, table)
  if (gone.length === 0) return
  for (const { child, column, isNullable } of reach.ties.filter(({ parent }) => parent === table)) {
    if (!isNullable) continue
    const goesToo = hasId(reach, child) ? sql`and id <> all(${rowsOf(reach, child)}::uuid[])` : sql``
    const newer = reach.columns.some((each) => each.table === child && each.name === 'rev') ? sql`, rev = rev + 1` : sql``
    await sql`update ${sql.table(child)} set ${sql.ref(column)} = null${newer}
      where ${sql.ref(column)} = any(${gone}::uuid[]) ${goesToo}`.execute(tx)
  }
}

/** The condition for a table's rows that are theirs alone. */
const whereTheirs = (reach: Reach, table: string) =>
  hasId(reach, table) ? sql<boolean>`id = any(${rowsOf(reach, table)}::uuid[])` : (whereBelonging(reach, table) ?? sql<boolean>`false`)

async function deleteRows(tx: PracticeTx, reach: Reach, table: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${whereTheirs(reach, table)}`.execute(tx)
}

/** Data that no foreign key covers: the journal, imported files, links, and exports, which hold everyone. */
async function forgetAside(tx: PracticeTx, practiceId: string, reach: Reach): Promise<void> {
  const { clientIds } = reach
  await sql`delete from activity where ${whereInJournal(reach)}`.execute(tx)
  await sql`delete from imports where state in ('draft', 'failed', 'cancelled')`.execute(tx)
  await sql`update imports set content = null, plan = null, choices = '{}', left_out = null, kept = null`.execute(tx)
  // Places in them carry no client's name: all go, and those of days to come are made again from what is left.
  await sql`delete from travel_tables`.execute(tx)
  await dropExports(tx, practiceId, clientIds)
  await sql`select forget_links(${[...clientIds]}::uuid[])`.execute(tx)
  for (const id of clientIds) await sql`select forget_reply_addresses(${id})`.execute(tx)
}

/** Deletes their packs, and exports of the whole practice and reports, which hold them too; one being made starts again without them. */
async function dropExports(tx: PracticeTx, practiceId: string, clientIds: readonly string[]): Promise<void> {
  const holds = sql`(kind <> 'client' or client_id = any(${[...clientIds]}::uuid[]))`
  await sql`update exports set state = 'failed' where state = 'running' and ${holds}`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    update exports set dies_at = ${currentTime()} where state = 'done' and ${holds} returning id`.execute(tx)
  for (const { id } of rows) await enqueue(tx, 'drop-export', { practiceId, exportId: id })
}
