import { sql } from 'kysely'
import { safeName } from '#features/evidence/files/rules.ts'
import { withoutKept } from '#features/office/exports/server/kept.ts'
import { withoutOthers } from '#features/office/exports/server/others.ts'
import { hasId, type Reach, reachOf, whereBelonging, whereInJournal } from '#features/office/exports/server/reach-of.ts'
import { type Leaving, leavingColumns, readLeaving, type Sheet, sheetOf } from '#features/office/exports/server/rows.ts'
import { summaryPdf } from '#features/office/exports/server/summary.ts'
import { whoLooked } from '#features/office/exports/server/who-looked.ts'
import { type Entry, pathsOnce } from '#features/office/exports/server/zip.ts'
import { labelOf } from '#features/records/kinds/rules.ts'
import { kindsOf } from '#features/records/kinds/server/service.ts'
import { PHOTO_USES, wordingOf } from '#features/records/photo-consents/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import { holdings } from '#platform/server/holdings.ts'

/** The practice, as the pack names it. */
export type Practice = { id: string; name: string; zone: string }
type Places = { db: Database; files: FileStore }

/** Of no interest to the person: the progress of erasures and packs. */
const LEFT_OUT = ['exports', 'erasures']
const SHARED_VISIT = ['id', 'title', 'on_day', 'local_start', 'local_end', 'zone', 'is_call_only', 'call_period', 'status', 'completed_at']
const SHARED_HORSE = ['id', 'name', 'birth_year', 'breed', 'color', 'markings']

/** All data about a client as the files of a ZIP: to read, for other programs, and their own files. No one else is in it. */
export async function packOf(places: Places, clientId: string, practice: Practice): Promise<Entry[]> {
  const { sheets, kinds } = await places.db.withPractice(practice.id, async (tx) => {
    const reach = await withoutKept(tx, await reachOf(tx, clientId, practice.zone))
    const listed = await whoLooked(tx, reach.clientIds, await listSheets(tx, reach))
    const sheets = [...listed, await history(tx, reach)].filter(({ rows }) => rows.length > 0)
    const clean = await withoutOthers(tx, reach.clientIds, JSON.stringify(sheets.map(({ rows }) => rows)))
    for (const sheet of sheets) sheet.rows = sheet.rows.map((row) => clean(row) as Leaving)
    return { sheets, kinds: await kindsOf(tx) }
  })
  const filed = await listFiled(places, practice.id, sheets)
  const day = dayOf(currentTime(), practice.zone)
  const all = Object.fromEntries(sheets.map(({ name, rows }) => [name, rows]))
  const data = { practice: practice.name, madeOn: day, ...all }
  const { name, zone } = practice
  const pdf = await summaryPdf({ practice: name, zone, day, sheets, files: filed.length, kindOf: (kind) => labelOf(kinds, kind) })
  return [
    { path: 'Read me.txt', content: () => readMe(practice.name, dayAndYear(day), sheets, filed), isPacked: true },
    { path: 'Summary.pdf', content: () => pdf, isPacked: false },
    { path: 'data.json', content: () => JSON.stringify(data, null, 1), isPacked: true },
    ...sheets.map(({ name, columns, rows }) => ({ path: `csv/${name}.csv`, content: () => sheetOf(columns, rows), isPacked: true })),
    ...filed,
  ]
}

async function listSheets(tx: PracticeTx, reach: Reach): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  for (const table of reach.tables) {
    const columns = leavingColumns(reach.columns, table).filter((name) => name !== 'not_same_as')
    if (LEFT_OUT.includes(table)) continue
    const ids = reach.ids.get(table) ?? []
    const where = hasId(reach, table) ? sql<boolean>`id = any(${[...ids]}::uuid[])` : ownOnly(reach, table)
    const rows = where ? await readLeaving(tx, table, columns, where) : []
    sheets.push({ table, name: nameOf(table), columns, rows: [...rows, ...(await sharedRows(tx, reach, table))] })
  }
  return sheets
}

/** The name of a table's sheet. */
const nameOf = (table: string): string => (holdings()[table]?.words[1] ?? table).replaceAll(' ', '-')

/** Of a list of owners only the client's own line; of other tables the rows that belong to them. */
const ownOnly = (reach: Reach, table: string) =>
  table === 'horse_owners' ? sql<boolean>`client_id = any(${reach.clientIds}::uuid[])` : whereBelonging(reach, table)

/** Records shared with others, without the others: the time of a visit; of a horse that was once theirs its name and its work in their time. */
async function sharedRows(tx: PracticeTx, { sharedVisits, sharedHorses, columns, ids }: Reach, table: string): Promise<Leaving[]> {
  if (table === 'appointments') return readLeaving(tx, table, SHARED_VISIT, sql`id = any(${sharedVisits}::uuid[])`)
  const horseIds = sharedHorses.map(({ id }) => id)
  if (table === 'horses') return readLeaving(tx, table, SHARED_HORSE, sql`id = any(${horseIds}::uuid[])`)
  if (table !== 'work_entries') return []
  const known = [...(ids.get(table) ?? [])]
  const times = sharedHorses.map(
    ({ id, fromOn, toOn }) => sql`(horse_id = ${id} and work_date >= ${fromOn} and (${toOn}::date is null or work_date <= ${toOn}::date))`,
  )
  if (times.length === 0) return []
  return readLeaving(tx, table, leavingColumns(columns, table), sql`(${sql.join(times, sql` or `)}) and id <> all(${known}::uuid[])`)
}

/** The changes to their records, and when they were made. */
async function history(tx: PracticeTx, reach: Reach): Promise<Sheet> {
  const columns = ['at', 'entity', 'entity_id', 'verb', 'before', 'after']
  const rows = await readLeaving(tx, 'activity', columns, whereInJournal(reach))
  return { table: 'activity', name: 'history', columns, rows }
}

/** The files themselves, under their original names. */
async function listFiled(places: Places, practiceId: string, sheets: readonly Sheet[]): Promise<Entry[]> {
  const named = sheets
    .filter(({ table }) => table === 'attachments' || table === 'voice_notes')
    .flatMap(({ rows }) => rows.filter((row) => row.file_id && !row.deleted_at))
  return filesOf(
    places,
    practiceId,
    named.map((row) => ({ fileId: String(row.file_id), name: String(row.file_name) })),
  )
}

/** Stored files as entries of a ZIP; files missing from the store are left out. */
export async function filesOf(
  { db, files }: Places,
  practiceId: string,
  named: readonly { fileId: string; name: string }[],
): Promise<Entry[]> {
  const stored = await db.withPractice(practiceId, (tx) =>
    tx
      .selectFrom('files')
      .select(['id', 'store_key', 'mime', 'bytes'])
      .where((eb) => eb('id', '=', eb.fn.any(eb.val(named.map(({ fileId }) => fileId)))))
      .where('state', '=', 'stored')
      .execute(),
  )
  const byId = new Map(stored.map((file) => [file.id, file]))
  const pathOf = pathsOnce()
  const entries: Entry[] = []
  for (const { fileId, name } of named) {
    const file = byId.get(fileId)
    const key = file?.store_key
    if (!key || (await files.find(key)) === undefined) continue
    entries.push({
      path: pathOf('files', safeName(name)),
      content: () => files.read(key),
      isPacked: isWorthPacking(file.mime),
      bytes: Number(file.bytes),
    })
  }
  return entries
}

const isWorthPacking = (mime: string) => !/^(image\/(?!bmp|tiff|svg)|video|audio|application\/(pdf|zip))/.test(mime)

/** The words that they were asked by about photos, which the table has by their number. */
function photoWords(practiceName: string, sheets: readonly Sheet[]): string[] {
  const rows = sheets.find(({ table }) => table === 'photo_consents')?.rows ?? []
  const versions = [...new Set(rows.map(({ wording_version }) => Number(wording_version)))].sort((a, b) => a - b)
  return versions.map((version) => {
    const { opening, uses, closing } = wordingOf(version, { practiceName, horseName: null, uses: PHOTO_USES })
    return `Photos in public, wording ${version}: ${opening} ${uses.map(({ use, words }) => `${use}: ${words}.`).join(' ')} ${closing}`
  })
}

function readMe(practice: string, day: string, sheets: readonly Sheet[], filed: readonly Entry[]): string {
  const lines = [
    `What ${practice} has on record about you, as of ${day}.`,
    '',
    'Summary.pdf to read and print',
    'data.json     everything, for other programs',
    'csv the same as tables for Excel and the like:',
    ...sheets.map(({ name, rows }) => `  ${name}.csv, ${rows.length}`),
    ...(filed.length > 0 ? [`files photos, videos, documents and voice notes as they were filed: ${filed.length}`] : []),
    '',
    'Where somebody else was named, it says [somebody else].',
    ...(sheets.some(({ table }) => table === 'care_consents')
      ? ['What a vet wants to tell you themselves first is not in it: ask again after two weeks.']
      : []),
    ...photoWords(practice, sheets),
    'In the tables an apostrophe comes before text a spreadsheet would read as a formula, and before phone numbers starting with +.',
    '',
  ]
  return lines.join('\r\n')
}
