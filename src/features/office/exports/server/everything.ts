import { sql } from 'kysely'
import { type Column, listColumns } from '#features/office/exports/server/catalogue.ts'
import { filesOf } from '#features/office/exports/server/pack.ts'
import { type Leaving, leavingColumns, readLeaving } from '#features/office/exports/server/rows.ts'
import type { Entry } from '#features/office/exports/server/zip.ts'
import { currentTime } from '#lib/clock.ts'
import { BYTE_ORDER_MARK, csvLine, headOf } from '#lib/csv.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/files/store.ts'

/** Tables only this server uses, those that could hold a device's secret, and each member's own accounts and the practice's programs elsewhere. */
const LEFT_OUT = new Set([
  ...['sync_counters', 'sync_ops', 'devices', 'push_subscriptions', 'exports', 'files', 'imports'],
  ...['connections', 'connection_items', 'connection_log', 'webhooks', 'webhook_deliveries'],
])
const PAGE = 500

/** All data of a practice as the files of a ZIP: every table as a sheet and as JSON, and every file on record. Rows are read as they are sent. */
export async function everythingOf(db: Database, files: FileStore, practice: { id: string; name: string; zone: string }): Promise<Entry[]> {
  const { columns, named } = await db.withPractice(practice.id, async (tx) => ({
    columns: await listColumns(tx),
    named: await listFiled(tx),
  }))
  const filed = await filesOf({ db, files }, practice.id, named)
  const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => !LEFT_OUT.has(table))
  const day = dayAndYear(dayOf(currentTime(), practice.zone))
  return [
    { path: 'Read me.txt', content: () => readMe(practice.name, day, tables), isPacked: true },
    ...tables.flatMap((table): Entry[] => {
      const source = { db, practiceId: practice.id, table, columns }
      return [
        { path: `csv/${table}.csv`, content: () => asSheet(source), isPacked: true },
        { path: `json/${table}.json`, content: () => asJson(source), isPacked: true },
      ]
    }),
    ...filed,
  ]
}

type Source = { db: Database; practiceId: string; table: string; columns: readonly Column[] }

async function* asSheet(source: Source): AsyncGenerator<Buffer> {
  const columns = leavingColumns(source.columns, source.table)
  yield Buffer.from(BYTE_ORDER_MARK + csvLine(columns.map(headOf)))
  for await (const rows of pagesOf(source)) yield Buffer.from(rows.map((row) => csvLine(columns.map((column) => row[column]))).join(''))
}

async function* asJson(source: Source): AsyncGenerator<Buffer> {
  let isFirst = true
  yield Buffer.from('[')
  for await (const rows of pagesOf(source)) {
    yield Buffer.from(`${isFirst ? '\n' : ',\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`)
    isFirst = false
  }
  yield Buffer.from('\n]\n')
}

/** Rows a page at a time, each page in its own transaction: the consumer may be slow. */
async function* pagesOf({ db, practiceId, table, columns }: Source): AsyncGenerator<Leaving[]> {
  const names = leavingColumns(columns, table)
  const isKeyed = names.includes('id')
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await db.withPractice(practiceId, (tx) =>
      isKeyed
        ? readLeaving(tx, table, names, sql`id > ${after}`, { order: sql`id`, count: PAGE })
        : readLeaving(tx, table, names, sql`true`),
    )
    if (rows.length > 0) yield rows
    if (!isKeyed || rows.length < PAGE) return
    after = String(rows.at(-1)?.id)
  }
}

async function listFiled(tx: PracticeTx): Promise<{ fileId: string; name: string }[]> {
  const { rows } = await sql<{ fileId: string; name: string }>`
    select file_id as "fileId", file_name as name from attachments where file_id is not null and deleted_at is null
    union all select file_id, file_name from voice_notes where file_id is not null and deleted_at is null`.execute(tx)
  return rows
}

const readMe = (practice: string, day: string, tables: readonly string[]): string =>
  [
    `Everything on record of ${practice}, as of ${day}.`,
    '',
    'csv a table for each kind of record, for Excel and the like',
    'json    the same for other programs',
    'files photos, videos, documents and voice notes; attachments.csv and voice_notes.csv say what each belongs to',
    '',
    'Records refer to each other by id: client_id in horses.csv is an id in clients.csv. Removed records have a time in Deleted at.',
    'In the tables an apostrophe comes before text a spreadsheet would read as a formula, and before phone numbers starting with +.',
    '',
    ...tables.map((table) => `  ${table}`),
    '',
  ].join('\r\n')
