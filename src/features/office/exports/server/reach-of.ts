import { type RawBuilder, sql } from 'kysely'
import { type Column, inOrder, listColumns, listTies, type Tie } from '#features/office/exports/server/catalogue.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { ERASED_CLIENT } from '#platform/server/erased.ts'
import { holdings } from '#platform/server/holdings.ts'

/** A horse of theirs that has another owner, now or before; `isTheirsNow`: it came to them. */
type SharedHorse = { id: string; isTheirsNow: boolean; fromOn: Day; toOn: Day | null }

/** All records about a client, found through the catalogue's foreign keys. */
export type Reach = {
  /** Their record, and those merged into it. */
  clientIds: string[]
  /** Ids of their rows, by table. */
  ids: ReadonlyMap<string, readonly string[]>
  /** Their tables, each after those it references. */
  tables: readonly string[]
  ties: readonly Tie[]
  columns: readonly Column[]
  /** Visits that also list others' horses. */
  sharedVisits: string[]
  sharedHorses: SharedHorse[]
}

/** Reads a client's records, removed ones included. */
export async function reachOf(tx: PracticeTx, clientId: string, zone: string): Promise<Reach> {
  const [ties, columns] = [await listTies(tx), await listColumns(tx)]
  const tables = inOrder(
    Object.keys(holdings()).filter((table) => columns.some((column) => column.table === table)),
    ties,
  )
  const clientIds = await withMerged(tx, clientId)
  const sharedHorses = await listSharedHorses(tx, clientIds)
  const ids = new Map<string, readonly string[]>([['clients', clientIds]])
  const reach: Reach = { clientIds, ids, tables, ties, columns, sharedVisits: await listShared(tx, clientIds), sharedHorses }
  for (const table of tables) {
    if (table === 'clients') continue
    const special = SPECIAL[table]
    const found = special ? await special(tx, clientIds) : await belonging(tx, reach, table)
    ids.set(table, found)
  }
  for (const [table, more] of Object.entries(await ofSharedHorses(tx, reach, zone)))
    ids.set(table, [...new Set([...(ids.get(table) ?? []), ...more])])
  return reach
}

/** Whether a table's rows have an `id`. */
export const hasId = ({ columns }: Pick<Reach, 'columns'>, table: string): boolean =>
  columns.some((column) => column.table === table && column.name === 'id')

/** The condition for a table's rows that belong to the records found. */
export function whereBelonging({ ties, ids }: Pick<Reach, 'ties' | 'ids'>, table: string): RawBuilder<boolean> | undefined {
  const parts = ties
    .filter(({ child, column }) => child === table && holdings()[table]?.with.includes(column))
    .flatMap(({ column, parent }) => {
      const parents = ids.get(parent) ?? []
      return parents.length > 0 ? [sql<boolean>`${sql.ref(column)} = any(${[...parents]}::uuid[])`] : []
    })
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` or `)})` : undefined
}

/** The condition for the journal's lines about the records found: ids are unique within one table only. */
export function whereInJournal({ ids }: Pick<Reach, 'ids'>): RawBuilder<boolean> {
  const theirs = [...ids].map(([entity, own]) => sql`(entity = ${entity} and entity_id = any(${[...own]}::uuid[]))`)
  return sql<boolean>`(${sql.join(theirs, sql` or `)})`
}

async function belonging(tx: PracticeTx, reach: Reach, table: string): Promise<string[]> {
  const where = hasId(reach, table) ? whereBelonging(reach, table) : undefined
  return where ? idsOf(tx, sql`select id from ${sql.table(table)} where ${where}`) : []
}

const idsOf = async (tx: PracticeTx, query: RawBuilder<unknown>): Promise<string[]> =>
  ((await query.execute(tx)).rows as { id: string }[]).map(({ id }) => id)

/** A client merged into them is the same person. */
async function withMerged(tx: PracticeTx, clientId: string): Promise<string[]> {
  const all = [clientId]
  for (const id of all) {
    const merged = await idsOf(
      tx,
      sql`select c.id from activity a join clients c on c.practice_id = a.practice_id and c.id = (a.after ->> 'mergedId')::uuid
        where a.entity = 'clients' and a.entity_id = ${id} and a.verb = 'merged' and c.deleted_at is not null`,
    )
    all.push(...merged.filter((one) => !all.includes(one)))
  }
  return all
}

type Special = (tx: PracticeTx, clientIds: string[]) => Promise<string[]>
const theirs = (clientIds: string[]) => sql`any(${clientIds}::uuid[])`

const isOthersToo = (clientIds: string[]) =>
  sql`exists (select from visit_horses l where l.practice_id = a.practice_id and l.appointment_id = a.id and l.client_id <> all(${clientIds}::uuid[]))`
const isTheirsToo = (clientIds: string[]) =>
  sql`(a.client_id = ${theirs(clientIds)} or exists (
    select from visit_horses l where l.practice_id = a.practice_id and l.appointment_id = a.id and l.client_id = ${theirs(clientIds)}))`
/** Another client than these, who was not erased. */
const isAnother = (column: string, clientIds: string[]) =>
  sql`(${sql.ref(column)} <> all(${clientIds}::uuid[]) and exists (select from clients c
    where c.practice_id = h.practice_id and c.id = ${sql.ref(column)} and (c.deleted_at is null or c.name <> ${ERASED_CLIENT})))`
const wasTheirs = (clientIds: string[]) =>
  sql`(h.client_id = ${theirs(clientIds)} or exists (
    select from horse_owners o where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = ${theirs(clientIds)}))`
const isOthersHorse = (clientIds: string[]) =>
  sql`(${isAnother('h.client_id', clientIds)}
    or exists (select from horse_owners o where o.practice_id = h.practice_id and o.horse_id = h.id and ${isAnother('o.client_id', clientIds)})
    or exists (select from visit_horses l where l.practice_id = h.practice_id and l.horse_id = h.id and ${isAnother('l.client_id', clientIds)}))`

/** Records that others may share are theirs only when no one else is concerned. */
const SPECIAL: Record<string, Special> = {
  horses: (tx, clientIds) => idsOf(tx, sql`select h.id from horses h where ${wasTheirs(clientIds)} and not ${isOthersHorse(clientIds)}`),
  appointments: (tx, clientIds) =>
    idsOf(
      tx,
      sql`select a.id from appointments a where ${isTheirsToo(clientIds)} and not ${isOthersToo(clientIds)}
        and (a.client_id is null or a.client_id = ${theirs(clientIds)})`,
    ),
  yards: (tx, clientIds) =>
    idsOf(
      tx,
      sql`select y.id from yards y
        where (y.contact_client_id = ${theirs(clientIds)} or exists (
            select from horses h where h.practice_id = y.practice_id and h.yard_id = y.id and h.client_id = ${theirs(clientIds)}))
          and (y.contact_client_id is null or y.contact_client_id = ${theirs(clientIds)})
          and not exists (select from horses h where h.practice_id = y.practice_id and h.yard_id = y.id and h.client_id <> all(${clientIds}::uuid[]))
          and not exists (select from appointments a where a.practice_id = y.practice_id and a.yard_id = y.id
            and (a.client_id <> all(${clientIds}::uuid[]) or ${isOthersToo(clientIds)}))`,
    ),
}

const listShared: Special = (tx, clientIds) =>
  idsOf(
    tx,
    sql`select a.id from appointments a where ${isTheirsToo(clientIds)}
      and (${isOthersToo(clientIds)} or a.client_id <> all(${clientIds}::uuid[]))`,
  )

/** The client's horses that were another's before, and others' horses that were the client's for a while. */
async function listSharedHorses(tx: PracticeTx, clientIds: string[]): Promise<SharedHorse[]> {
  const { rows } = await sql<SharedHorse>`
    select h.id, h.client_id = ${theirs(clientIds)} as "isTheirsNow",
      coalesce((select min(o.from_on) from horse_owners o
        where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = ${theirs(clientIds)}), '1900-01-01') as "fromOn",
      case when h.client_id <> all(${clientIds}::uuid[]) then (select max(o.to_on) from horse_owners o
        where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = ${theirs(clientIds)}) end as "toOn"
    from horses h where ${wasTheirs(clientIds)} and ${isOthersHorse(clientIds)}`.execute(tx)
  return rows
}

/** The practice's day of an instant. */
const dayIn = (column: string, zone: string) => sql`(${sql.ref(column)} at time zone ${zone})::date`
/** Papers and films show their owner's name, which can't be removed. */
const PAPERS = ['document', 'scan', 'gait-analysis', 'radiograph']

/** The records of a shared horse from their time: of a horse that came to them all, else their papers and voice notes. */
async function ofSharedHorses(tx: PracticeTx, { sharedHorses }: Reach, zone: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = { attachments: [], voice_notes: [], work_entries: [], tasks: [] }
  for (const { id, isTheirsNow, fromOn, toOn } of sharedHorses) {
    const within = (day: RawBuilder<unknown>) =>
      sql`horse_id = ${id} and ${day} >= ${fromOn} and (${toOn}::date is null or ${day} <= ${toOn}::date)`
    const filed = sql`coalesce(taken_on, ${dayIn('created_at', zone)})`
    const papers = isTheirsNow ? sql`true` : sql`(file_type = any(${PAPERS}) or uploaded_by = 'client')`
    found.attachments?.push(...(await idsOf(tx, sql`select id from attachments where ${within(filed)} and ${papers}`)))
    found.voice_notes?.push(...(await idsOf(tx, sql`select id from voice_notes where ${within(dayIn('recorded_at', zone))}`)))
    if (!isTheirsNow) continue
    found.work_entries?.push(...(await idsOf(tx, sql`select id from work_entries where ${within(sql`work_date`)}`)))
    found.tasks?.push(...(await idsOf(tx, sql`select id from tasks where ${within(dayIn('created_at', zone))}`)))
  }
  return found
}
