import type { GaitColumn } from '#features/evidence/gait/table.ts'

/** How a column is drawn: its colour's token, and the dashes that distinguish it from the others without colour. */
export type Line = { token: string; swatch: string; dash: readonly number[] }

const COLOURS = [
  ['--a1', 'text-a1'],
  ['--a7', 'text-a7'],
  ['--a4', 'text-a4'],
  ['--a3', 'text-a3'],
  ['--a2', 'text-a2'],
  ['--a6', 'text-a6'],
  ['--a5', 'text-a5'],
] as const
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3]] as const

/** The line of a column by its place in the table: neighbours differ in colour and in dashes. */
export function lineOf(place: number): Line {
  const [token, swatch] = COLOURS[place % COLOURS.length] ?? COLOURS[0]
  return { token, swatch, dash: DASHES[place % DASHES.length] ?? [] }
}

/** A column with its place in the table, which is its line. */
export type Placed = { column: GaitColumn; place: number }

/** Columns of one unit share a plot and its scale: newtons beside degrees would lay the degrees flat. */
export function byUnit(columns: readonly Placed[]): { unit: string; columns: Placed[] }[] {
  const units = [...new Set(columns.map(({ column }) => column.unit))]
  return units.map((unit) => ({ unit, columns: columns.filter(({ column }) => column.unit === unit) }))
}

const FIGURE = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 5 })

/** A measured figure to be read, not calculated with. */
export const figure = (value: number): string => FIGURE.format(value)
