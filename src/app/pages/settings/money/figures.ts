import { inPounds, readPence } from '#lib/money.ts'

/** A whole number from 0 to `most`. */
export const isCount = (most: number) => (text: string) =>
  (/^\d+$/.test(text.trim()) && Number(text) <= most) || `A whole number, up to ${most}`

/** A sum in pounds. */
export const isSum = (text: string) => readPence(text) !== undefined || 'Enter pounds, such as 35 or 37.50'

/** A share of a hundred with at most two decimals. */
export const isPercent = (text: string): true | string =>
  /^\d{1,2}(\.\d{1,2})?$/.test(text.trim()) || text.trim() === '100' || 'Per cent, such as 8 or 3.75'

/** Hundredths of a percent as a field has them: 825 is 8.25. */
export const inPercent = (basisPoints: number): string => String(basisPoints / 100)
export const readPercent = (text: string): number => Math.round(Number(text) * 100)

export const poundsIn = (pence: number): string => inPounds(pence)
export const penceOf = (text: string): number => readPence(text) ?? 0
