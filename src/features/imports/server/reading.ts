import type { BadRow, ImportItem, ImportPlan, ImportTable } from '#features/imports/contract.ts'
import { orderIn, type RowRecord, readRow } from '#features/imports/rows.ts'
import { itemsOf, planRecords, type RecordPlan } from '#features/imports/server/plan-records.ts'
import { planVisits, type VisitPlan, visitItemsOf } from '#features/imports/server/plan-visits.ts'
import { type FileRow, listHorseNames, listIdentities, listYardNames } from '#features/imports/server/queries.ts'
import { columnsOf, guessesFor, readTable } from '#features/imports/server/table.ts'
import { textOf } from '#features/imports/server/text.ts'
import { personOf, readCards } from '#features/imports/server/vcard.ts'
import { seesMoney } from '#features/practice/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/db.ts'

export type Source = FileRow['source']

/** What kind of file it is, by what stands in it and not by its name. @throws unreadable_file */
export function sourceOf(text: string): Source {
  const start = text.slice(0, 4000).toUpperCase()
  return /^BEGIN:VCARD/m.test(start) ? 'vcard' : /^BEGIN:VCALENDAR/m.test(start) ? 'ics' : 'csv'
}

/** What is looked at of a table before anything is decided; what the file is a list of beside it. @throws unreadable_file */
export function tableOf(text: string): { kind: ImportPlan['kind']; table: ImportTable } {
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

/** Rows shown as records while the columns are being named. */
const FIRST = 12

/** Everything a file would do, and what of it can't be brought in. */
export type Whole = ({ of: 'records'; plan: RecordPlan } | { of: 'visits'; plan: VisitPlan }) & {
  items: ImportItem[]
  bad: BadRow[]
  header: string[]
  notes: string[]
  total: number
  /** A row as it stands in the file. */
  cellsOf: (row: number) => string[]
}

/** Reads a kept file whole, against what the practice has. @throws unreadable_file, bad_request when a table comes without a plan */
export async function readWhole(
  tx: PracticeTx,
  actor: Actor,
  file: Pick<FileRow, 'source' | 'content'>,
  asked: ImportPlan | null,
): Promise<Whole> {
  if (!file.content) throw new AppError('import_moved_on')
  const text = textOf(file.content)
  if (file.source === 'ics') return wholeDiary(await planVisits(tx, actor, text))
  const { kind, rows, ...rest } = file.source === 'vcard' ? cardRows(text) : tableRows(text, asked, actor)
  const known = { clients: await listIdentities(tx), yards: await listYardNames(tx), horses: await listHorseNames(tx) }
  const plan = planRecords(rows, known, kind)
  const items = itemsOf(plan, seesMoney(actor.role))
  return { of: 'records', plan, items, ...rest, notes: [], total: items.length }
}

function wholeDiary(plan: VisitPlan): Whole {
  const items = visitItemsOf(plan)
  const bad = plan.unreadable.map((why, at) => ({ row: at + 1, cells: [], why }))
  return {
    of: 'visits',
    plan,
    items,
    bad,
    header: [],
    notes: plan.notes,
    cellsOf: () => [],
    total: items.reduce((sum, { count }) => sum + count, 0),
  }
}

type Rows = Pick<Whole, 'bad' | 'header' | 'cellsOf'> & { rows: RowRecord[]; kind: ImportPlan['kind'] }

function tableRows(text: string, asked: ImportPlan | null, actor: Actor): Rows {
  if (!asked) throw new AppError('bad_request', { fields: ['plan'] }, 'Say what the columns hold.')
  const table = readTable(text)
  const sees = seesMoney(actor.role)
  const mapping = table.header.map((_, at) => (asked.mapping[at] === 'price' && !sees ? null : (asked.mapping[at] ?? null)))
  const cells = table.rows.map((row) => row.cells)
  const reading = { ...asked, mapping, today: dayOf(currentTime(), actor.zone), order: orderIn(cells, mapping) }
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

/** The rows that stay out, as they stand in the file, each with the reason: what could not be read, and what the farrier decided. */
export function leftOutOf(whole: Whole, isSkipped: (item: { key: string; proposed: ImportItem['proposed'] }) => boolean): BadRow[] {
  const said = new Map<number, string>()
  if (whole.of === 'records') {
    const { yards, people, horses } = whole.plan
    const skipped = new Set(people.filter(isSkipped).map(({ key }) => key))
    for (const horse of horses) {
      if (isSkipped(horse)) said.set(horse.row, 'You left this horse out.')
      else if (skipped.has(horse.personKey)) said.set(horse.row, 'You left its owner out.')
    }
    if (horses.length === 0) for (const item of [...people, ...yards].filter(isSkipped)) said.set(item.row, 'You left it out.')
  }
  const chosen = [...said].map(([row, why]) => ({ row, cells: whole.cellsOf(row), why }))
  return [...whole.bad, ...chosen].sort((a, b) => a.row - b.row)
}
