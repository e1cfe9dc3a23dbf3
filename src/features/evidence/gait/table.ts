import Papa from 'papaparse'
import { isClock, isGap, numberIn } from '#features/evidence/gait/cells.ts'
import { type Heading, type Layout, layoutOf } from '#features/evidence/gait/layout.ts'
import { MOST_ROWS, thin } from '#features/evidence/gait/thin.ts'

/** A column of figures: `label` is the heading as the file has it, unit and all. A gap is NaN. Least, mean and greatest are of every row. */
export type GaitColumn = Heading & { values: number[]; least: number; mean: number; greatest: number }
/** The data of a file that can be plotted: `x` never decreases; `rows` were read, and `notes` explain in sentences what was left out or changed. */
export type GaitTable = { x: Heading & { values: number[] }; columns: GaitColumn[]; rows: number; notes: string[] }
/** Why there is nothing to plot, in a sentence for people. */
export type GaitRefusal = { refusal: string }

/** More than a user can choose from. */
const MOST_COLUMNS = 60

type Read = { heading: Heading; values: number[]; words: number; figures: number; hasClock: boolean }

/** The table of figures in the text of an export of a force plate, pressure mat, inertial sensor or video tool. */
export function readGaitTable(source: string): GaitTable | GaitRefusal {
  const text = source.replace(/^\uFEFF/, '').replace(/^"?sep=.\r?\n/i, '')
  if (text.trim() === '') return { refusal: 'This file is empty.' }
  if (text.includes('\0')) return { refusal: 'This file isn’t a table, so it can’t be plotted.' }
  const layout = layoutOf(text)
  if (!layout) return { refusal: "There are no columns of numbers in this file, so there's nothing to plot." }
  const { columns, rows, hasMore } = readColumns(text, layout)
  if (rows < 2) return { refusal: "There's only one row of numbers in this file. A plot needs two or more." }
  const ofFigures = columns.filter(({ figures, words }) => figures > 0 && figures >= words)
  const ofWords = columns.filter(({ figures, words }) => words > figures).map(({ heading }) => heading.label)
  const { x, rest, note } = findX(ofFigures, rows)
  if (rest.length === 0)
    return { refusal: "There's only a time in this file and no column of numbers beside it, so there's nothing to plot." }
  const notes = [note, ofWords.length > 0 && `Columns of words aren't plotted: ${ofWords.join(', ')}.`]
  if (hasMore) notes.push("There's another table further down in the file, which isn't shown.")
  if (rest.length > MOST_COLUMNS) notes.push(`Only the first ${MOST_COLUMNS} of its ${rest.length} columns can be plotted.`)
  return drawable({
    x,
    columns: rest.slice(0, MOST_COLUMNS).map(withFigures),
    rows,
    notes: notes.filter((each) => typeof each === 'string'),
  })
}

/* A row at a time: of a long recording the cells alone would fill the memory. */
function readColumns(text: string, { delimiter, mark, firstRow, headings }: Layout) {
  const columns: Read[] = headings.map((heading) => ({ heading, values: [], words: 0, figures: 0, hasClock: false }))
  let [at, rows, wasBlank, hasMore] = [0, 0, false, false]
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data }, parser) => {
      if (at++ < firstRow) return
      const isBlank = data.every((cell) => cell.trim() === '')
      const numbers = columns.map((_, place) => numberIn(data[place] ?? '', mark))
      const hasNumber = numbers.some((number) => !Number.isNaN(number))
      // Some programs write one table under another, with headings of its own.
      hasMore = wasBlank && !isBlank && !hasNumber
      wasBlank = isBlank
      if (hasMore) parser.abort()
      if (!hasNumber) return
      rows++
      for (const [place, column] of columns.entries()) add(column, data[place] ?? '', numbers[place] ?? Number.NaN)
    },
  })
  return { columns, rows, hasMore }
}

function add(column: Read, cell: string, number: number) {
  column.values.push(number)
  if (!Number.isNaN(number)) column.figures++
  else if (!isGap(cell)) column.words++
  if (column.figures === 1) column.hasClock ||= isClock(cell)
}

const TIME = /^(?:elapsed|relative|rel\.?|packet|sample)?[\s_]*(?:t|time|timestamp|zeit|temps|tijd|tiempo|tid|seconds|sec|ms)(?![a-z])/i
const SAMPLE = /^(?:frames?|samples?|index|packet ?counter|count|counter|row|n|no\.?|nr\.?|#|item)(?![a-z])/i

/** The horizontal axis: a time, else the number of the sample, else the rows counted. */
function findX(columns: readonly Read[], rows: number): { x: GaitTable['x']; rest: Read[]; note?: string } {
  const named = [
    ...columns.filter(({ heading, hasClock }) => hasClock || TIME.test(heading.label)),
    ...columns.filter(({ heading }) => SAMPLE.test(heading.label)),
  ]
  const found = named.find(({ values }) => neverGoesBack(values))
  // Numbers that only count the rows are no measurement either.
  const rest = columns.filter((column) => column !== found && !(named.includes(column) && SAMPLE.test(column.heading.label)))
  if (found) return { x: { ...found.heading, ...fromStart(found) }, rest }
  const counted = { label: 'Row', unit: '', values: Array.from({ length: rows }, (_, at) => at + 1) }
  const [time] = named
  if (!time) return { x: counted, rest }
  return { x: counted, rest, note: `${time.heading.label} has gaps or goes back, so the plot is by row.` }
}

const neverGoesBack = (values: readonly number[]) =>
  values.every((value, at) => !Number.isNaN(value) && (at === 0 || value >= (values[at - 1] ?? value))) && values[0] !== values.at(-1)

/* The clock's time of a sample matters less than how long after the first it came. */
function fromStart({ heading, values, hasClock }: Read): { label: string; unit: string; values: number[] } {
  if (!hasClock) return { ...heading, values }
  const first = values[0] ?? 0
  return { label: `${heading.label} from the start (s)`, unit: 's', values: values.map((value) => value - first) }
}

function withFigures({ heading, values, figures }: Read): GaitColumn {
  let [least, sum, greatest] = [Number.POSITIVE_INFINITY, 0, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (Number.isNaN(value)) continue
    if (value < least) least = value
    if (value > greatest) greatest = value
    sum += value
  }
  return { ...heading, values, least, mean: sum / figures, greatest }
}

function drawable(table: GaitTable): GaitTable {
  if (table.rows <= MOST_ROWS) return table
  const thinned = thin(
    table.x.values,
    table.columns.map(({ values }) => values),
  )
  const sentence = `${table.rows.toLocaleString('en-GB')} rows are too many to draw one by one, so the lowest and highest of each stretch are drawn.`
  return {
    ...table,
    x: { ...table.x, values: thinned.x },
    columns: table.columns.map((column, at) => ({ ...column, values: thinned.columns[at] ?? [] })),
    notes: [...table.notes, sentence],
  }
}
