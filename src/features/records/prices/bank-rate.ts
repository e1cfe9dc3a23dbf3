import { addDays, type Day } from '#lib/dates.ts'

/** From a day on, the Bank of England's rate in hundredths of a percent. */
export type BankRate = { from: Day; rateBp: number }

/** Every change of Bank Rate since March 2009, newest last (https://www.bankofengland.co.uk/boeapps/database/Bank-Rate.asp). */
const CHANGES: readonly BankRate[] = (
  [
    ['2009-03-05', 50],
    ['2016-08-04', 25],
    ['2017-11-02', 50],
    ['2018-08-02', 75],
    ['2020-03-11', 25],
    ['2020-03-19', 10],
    ['2021-12-16', 25],
    ['2022-02-03', 50],
    ['2022-03-17', 75],
    ['2022-05-05', 100],
    ['2022-06-16', 125],
    ['2022-08-04', 175],
    ['2022-09-22', 225],
    ['2022-11-03', 300],
    ['2022-12-15', 350],
    ['2023-02-02', 400],
    ['2023-03-23', 425],
    ['2023-05-11', 450],
    ['2023-06-22', 500],
    ['2023-08-03', 525],
    ['2024-08-01', 500],
    ['2024-11-07', 475],
    ['2025-02-06', 450],
    ['2025-05-08', 425],
    ['2025-08-07', 400],
    ['2025-12-18', 375],
  ] as const
).map(([from, rateBp]) => ({ from, rateBp }))

/** The last day the table is known to be whole: the Bank kept its rate on it. Later changes are added in the settings of money. */
export const BANK_RATES_UNTIL: Day = '2026-02-05'

/**
 * The Bank Rate by which a late debt bears statutory interest, for all of the time it is late: the one in force on the last 30 June or 31 December
 * before interest starts to run, which is the day after the debt was due (Late Payment of Commercial Debts (Rate of Interest) (No. 3) Order
 * 2002). `added`: changes a practice added, which go before the table. Not `isKnown`: the table ends before that day and no change was added for the
 * half year up to it, so the rate is the last one known.
 */
export function bankRateFor(dueOn: Day, added: readonly BankRate[]): { rateBp: number; onDay: Day; isKnown: boolean } {
  const onDay = halfYearBefore(addDays(dueOn, 1))
  const own = last(added, onDay)
  const listed = last(CHANGES, onDay) ?? CHANGES[0]
  const isOwn = own !== undefined && (listed === undefined || own.from >= listed.from)
  return {
    rateBp: (isOwn ? own : listed)?.rateBp ?? 0,
    onDay,
    isKnown: onDay <= BANK_RATES_UNTIL || (isOwn && own.from > halfYearBefore(onDay)),
  }
}

/** The last 30 June or 31 December before a day. */
const halfYearBefore = (day: Day): Day => (day.slice(5) > '06-30' ? `${day.slice(0, 4)}-06-30` : `${Number(day.slice(0, 4)) - 1}-12-31`)

const last = (changes: readonly BankRate[], day: Day): BankRate | undefined =>
  changes
    .filter(({ from }) => from <= day)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .at(-1)
