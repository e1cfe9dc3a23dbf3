import type { BadRow, ImportChoice, ImportItem, ImportPlan, ImportTable } from '#features/office/imports/contract.ts'
import { orderIn, type RowRecord, readRow } from '#features/office/imports/rows.ts'
import { itemsOf, type KnownRecords, planRecords, type RecordPlan } from '#features/office/imports/server/plan-records.ts'
import type { FoundVisits } from '#features/office/imports/server/plan-visits.ts'
import { columnsOf, guessesFor, readTable } from '#features/office/imports/server/table.ts'
import { textOf } from '#features/office/imports/server/text.ts'
import { personOf, readCards } from '#features/office/imports/server/vcard.ts'
import { visitsIn } from '#features/office/imports/server/visits-in.ts'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'

/** Runs in a process of its own: this module, and all it imports, uses no database and no network. */

export type Source = 'csv' | 'vcard' | 'ics'
/** The practice and the day a file is read for. */
export type Reader = { practiceId: string; zone: string; today: Day; seesMoney: boolean }
/** A stored file, how to read it (null for what is no table), and the practice's records. */
export type ReadInput = { content: Uint8Array; source: Source; plan: ImportPlan | null; known: KnownRecords; reader: Reader }

/** What an import shows of its file before any decision. */
type Looked = { source: Source; kind: ImportPlan['kind'] | 'visits'; table: ImportTable | null }
const NO_RECORDS: KnownRecords = { clients: [], yards: [], horses: [] }

/** Inspects a file, so that a damaged one fails at once. @throws unreadable_file */
export function lookInto({ content, reader }: Pick<ReadInput, 'content' | 'reader'>): Looked {
  const text = textOf(content)
  const source = sourceOf(text)
  if (source === 'csv') return { source, ...tableOf(text) }
  if (source === 'ics') visitsIn(text, { ...reader, known: NO_RECORDS })
  else readCards(text)
  return { source, kind: source === 'ics' ? 'visits' : 'clients', table: null }
}

/** The kind of file, by its content and not by its name. */
function sourceOf(text: string): Source {
  const start = text.slice(0, 4000).toUpperCase()
  return /^BEGIN:VCARD/m.test(start) ? 'vcard' : /^BEGIN:VCALENDAR/m.test(start) ? 'ics' : 'csv'
}

/** The table as shown before any decision, and the kind of list it is. @throws unreadable_file */
function tableOf(text: string): { kind: ImportPlan['kind']; table: ImportTable } {
  const table = readTable(text)
  const { kind, mappings } = guessesFor(table)
  const cells = table.rows.map((row) => row.cells)
  return {
    kind,
    table: {
      header: table.header,
      samples: columnsOf(table).map((column) =>
        [...new Set(column.cells.map((cell) => cell.trim()).filter(Boolean))].slice(0, 3).map((cell) => cell.slice(0, 80)),
      ),
      first: table.rows
        .slice(0, FIRST)
        .map(({ row, cells }) => ({ row, cells: cells.slice(0, table.header.length + 1).map((cell) => cell.slice(0, 500)) })),
      rowCount: table.rows.length,
      order: orderIn(cells, mappings[kind]),
      mappings,
    },
  }
}

/** Rows shown as records while the farrier names the columns. */
const FIRST = 12

/** Entries of a diary, before the known ones are sorted out. */
type Diary = { of: 'visits'; found: FoundVisits }
/** What a file would do, as the screen shows it; `total` counts the records. */
export type Shown = { of: 'records'; items: ImportItem[]; bad: BadRow[]; header: string[]; total: number }
/** What a file will do, as the job imports it, with the rows left out. */
type Planned = { of: 'records'; plan: RecordPlan; badCount: number; leftOut: BadRow[]; header: string[]; total: number }

/** @throws unreadable_file, bad_request when a table comes without a plan */
export function showFile(asked: ReadInput): Shown | Diary {
  if (asked.source === 'ics') return diaryOf(asked)
  const { items, rows } = recordsOf(asked)
  return { of: 'records', items, bad: rows.bad, header: rows.header, total: items.length }
}

/** @throws unreadable_file, bad_request when a table comes without a plan */
export function planFile(asked: ReadInput & { choices: Readonly<Record<string, ImportChoice>> }): Planned | Diary {
  if (asked.source === 'ics') return diaryOf(asked)
  const { plan, items, rows } = recordsOf(asked)
  const leftOut = leftOutOf(plan, rows, ({ key, proposed }) => (asked.choices[key] ?? proposed) === 'skip')
  return { of: 'records', plan, badCount: rows.bad.length, leftOut, header: rows.header, total: items.length }
}

const diaryOf = ({ content, known, reader }: ReadInput): Diary => ({ of: 'visits', found: visitsIn(textOf(content), { ...reader, known }) })

function recordsOf({ content, source, plan: asked, known, reader }: ReadInput) {
  const text = textOf(content)
  const rows = source === 'vcard' ? cardRows(text) : tableRows(text, asked, reader)
  const plan = planRecords(rows.rows, known, rows.kind)
  return { plan, items: itemsOf(plan, reader.seesMoney), rows }
}

/** `cellsOf`: a row's cells in the file. */
type Rows = { rows: RowRecord[]; kind: ImportPlan['kind']; bad: BadRow[]; header: string[]; cellsOf: (row: number) => string[] }

function tableRows(text: string, asked: ImportPlan | null, { seesMoney, today }: Reader): Rows {
  if (!asked) throw new AppError('bad_request', { fields: ['plan'] }, "Say what's in each column.")
  const table = readTable(text)
  const mapping = table.header.map((_, at) => (asked.mapping[at] === 'price' && !seesMoney ? null : (asked.mapping[at] ?? null)))
  const cells = table.rows.map((row) => row.cells)
  const reading = { ...asked, mapping, today, order: orderIn(cells, mapping) }
  const rows = table.rows.map((row) => readRow(row.cells, row.row, reading))
  const byRow = new Map(table.rows.map((row) => [row.row, row.cells]))
  const cellsOf = (row: number) => byRow.get(row) ?? []
  const bad = rows.flatMap(({ row, why }) => (why === null ? [] : [{ row, cells: cellsOf(row), why }]))
  return { rows, bad, header: table.header, cellsOf, kind: asked.kind }
}

function cardRows(text: string): Rows {
  const { cards, unreadable } = readCards(text)
  const rows = cards.map((card, at): RowRecord => {
    const { person, warnings } = personOf(card)
    return { row: at + 1, person, yard: null, horse: null, lastVisit: null, pricePence: null, warnings, why: null }
  })
  const bad = unreadable.map((why, at) => ({ row: at + 1, cells: [], why }))
  const cellsOf = (row: number) => {
    const card = cards[row - 1]
    return card ? [card.name, card.phones.join(', '), card.emails.join(', ')] : []
  }
  return { rows, bad, header: ['Name', 'Phone', 'E-mail'], cellsOf, kind: 'clients' }
}

/** The rows left out, with their cells and the reason: unreadable ones, and those the farrier skipped. */
function leftOutOf(
  { yards, people, horses }: RecordPlan,
  { bad, cellsOf }: Rows,
  isSkipped: (item: { key: string; proposed: ImportChoice }) => boolean,
): BadRow[] {
  const nameAt = new Map<number, string>()
  const skipped = new Set(people.filter(isSkipped).map(({ key }) => key))
  for (const horse of horses) {
    if (isSkipped(horse)) nameAt.set(horse.row, 'You left this horse out.')
    else if (skipped.has(horse.personKey)) nameAt.set(horse.row, 'You left its owner out.')
  }
  if (horses.length === 0) for (const item of [...people, ...yards].filter(isSkipped)) nameAt.set(item.row, 'You left it out.')
  const chosen = [...nameAt].map(([row, why]) => ({ row, cells: cellsOf(row), why }))
  return [...bad, ...chosen].sort((a, b) => a.row - b.row)
}
