import Papa from 'papaparse'
import { type DecimalMark, decimalMarkOf, isGap, numberIn } from '#features/evidence/gait/cells.ts'
import { bareUnit, isUnit, unitIn } from '#features/evidence/gait/units.ts'

/** A heading as it is shown, and the unit it names ('' for none). */
export type Heading = { label: string; unit: string }
/** How a file is laid out: how it is taken apart, where its figures begin (counted in rows from 0) and what heads them. */
export type Layout = { delimiter: string; mark: DecimalMark; firstRow: number; headings: Heading[] }

const DELIMITERS = [',', ';', '\t'] as const
/** The number of rows read to detect the layout: exports have up to a screen of session facts above the headings. */
const LOOKED_AT = 200

/** How a text is laid out, found from its beginning. Undefined: no row in it holds a number. */
export function layoutOf(text: string): Layout | undefined {
  const readings = DELIMITERS.map((delimiter) => readStart(text, delimiter))
  const best = readings.reduce((most, each) => (each.figures > most.figures ? each : most))
  if (best.figures === 0) return undefined
  const { delimiter, mark, rows, counts } = best
  const usual = mostOften(counts.filter((count) => count > 0))
  const firstRow = counts.findIndex((count) => count > usual / 2)
  const width = Math.max(...rows.slice(firstRow).map((cells) => cells.findLastIndex((cell) => cell.trim() !== '') + 1))
  return { delimiter, mark, firstRow, headings: headingsOver(rows.slice(0, firstRow), width, usual) }
}

/* Figures in rows of nothing but figures count most: split at the wrong sign, `1,5;2` still has numbers at its ends. */
function readStart(text: string, delimiter: string) {
  const rows = Papa.parse<string[]>(text, { delimiter, preview: LOOKED_AT }).data
  const mark = decimalMarkOf(rows.flat())
  const counts = rows.map((cells) => cells.filter((cell) => !Number.isNaN(numberIn(cell, mark))).length)
  const wholly = rows.map((cells, at) => {
    const count = counts[at] ?? 0
    return cells.every((cell) => isGap(cell) || !Number.isNaN(numberIn(cell, mark))) ? count * 3 : count
  })
  return { delimiter, mark, rows, counts, figures: wholly.reduce((sum, count) => sum + count, 0) }
}

/* Counts are weighted by the number of figures: a rate alone in a row, above each of two tables, is not a typical row. */
function mostOften(counts: readonly number[]): number {
  const figures = new Map<number, number>()
  for (const count of counts) figures.set(count, (figures.get(count) ?? 0) + count)
  return [...figures].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0]
}

function headingsOver(above: readonly string[][], width: number, usual: number): Heading[] {
  const filled = above.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const last = filled.at(-1)
  const units = last && filled.length > 1 && headsColumns(filled.at(-2), usual) && isRowOfUnits(last) ? last : undefined
  const names = units ? filled.at(-2) : headsColumns(last, usual) ? last : undefined
  const headings = Array.from({ length: width }, (_, at) => headingOf(names?.[at] ?? '', units?.[at] ?? '', at))
  return withoutRepeats(headings)
}

/* A title over the table fills a cell or two; headings fill most. */
const headsColumns = (cells: readonly string[] | undefined, usual: number) =>
  cells !== undefined && cells.filter((cell) => cell.trim() !== '').length > usual / 2

const isRowOfUnits = (cells: readonly string[]) => cells.every((cell) => isGap(cell) || isUnit(cell))

function headingOf(name: string, unit: string, at: number): Heading {
  const label = name.trim().replace(/\s+/g, ' ') || `Column ${at + 1}`
  if (isGap(unit)) return { label, unit: unitIn(label) }
  const shown = /^[([]/.test(unit.trim()) ? unit.trim() : `(${unit.trim()})`
  return { label: `${label} ${shown}`, unit: bareUnit(unit) }
}

/* Two plates, and both write Fz. */
function withoutRepeats(headings: readonly Heading[]): Heading[] {
  const seen = new Map<string, number>()
  return headings.map((heading) => {
    const times = (seen.get(heading.label) ?? 0) + 1
    seen.set(heading.label, times)
    return times === 1 ? heading : { ...heading, label: `${heading.label}, ${times}` }
  })
}
