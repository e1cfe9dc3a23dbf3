import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimByTrip, claimOf, type MileageRates, milesWords, readMiles } from '#features/office/books/mileage.ts'
import { packRows, profitOf, quarterFigures } from '#features/office/books/pack.ts'
import { mtdOf, nextQuarter, quartersOf, taxYearOf, yearWords } from '#features/office/books/tax-year.ts'
import { vatGauge } from '#features/office/books/vat-gauge.ts'
import { moneyOf } from '#features/records/prices/settings.ts'
import { addMonths } from '#lib/dates.ts'

const RATES: MileageRates = moneyOf(undefined).tax
const van = (miles: number) => claimOf({ vehicle: 'car-or-van', milesTenths: miles * 10 }, RATES)

test('quarters run from 6 April, or with the calendar from 1 April, and are due on the same days', () => {
  expect(quartersOf(2026, 'standard').map(({ from, to, dueOn }) => [from, to, dueOn])).toEqual([
    ['2026-04-06', '2026-07-05', '2026-08-07'],
    ['2026-04-06', '2026-10-05', '2026-11-07'],
    ['2026-04-06', '2027-01-05', '2027-02-07'],
    ['2026-04-06', '2027-04-05', '2027-05-07'],
  ])
  expect(quartersOf(2026, 'calendar').map(({ from, to, dueOn }) => [from, to, dueOn])).toEqual([
    ['2026-04-01', '2026-06-30', '2026-08-07'],
    ['2026-04-01', '2026-09-30', '2026-11-07'],
    ['2026-04-01', '2026-12-31', '2027-02-07'],
    ['2026-04-01', '2027-03-31', '2027-05-07'],
  ])
  expect(['2026-04-05', '2026-04-06', '2027-01-01'].map((day) => taxYearOf(day, 'standard'))).toEqual([2025, 2026, 2026])
  expect(['2026-03-31', '2026-04-01'].map((day) => taxYearOf(day, 'calendar'))).toEqual([2025, 2026])
  expect([yearWords(2026), yearWords(2099)]).toEqual(['2026-27', '2099-00'])
})

test('the next quarter to send is the one not yet due, that of the year before too', () => {
  const next = (today: string) => [nextQuarter(today, 'standard').year, nextQuarter(today, 'standard').number]
  expect(next('2026-11-07')).toEqual([2026, 2])
  expect(next('2026-11-08')).toEqual([2026, 3])
  expect(next('2027-04-20')).toEqual([2026, 4])
  expect(next('2027-05-08')).toEqual([2027, 1])
})

test('who has to take part in Making Tax Digital is decided by the gross income of two years before', () => {
  expect(mtdOf({ year: 2023, pence: 9_000_000 })).toBeUndefined()
  expect(mtdOf({ year: 2024, pence: 5_000_000 })).toEqual({ from: '2026-04-06', thresholdPence: 5_000_000, isOver: false })
  expect(mtdOf({ year: 2024, pence: 5_000_001 })?.isOver).toBe(true)
  expect(mtdOf({ year: 2025, pence: 3_000_001 })).toEqual({ from: '2027-04-06', thresholdPence: 3_000_000, isOver: true })
  expect(mtdOf({ year: 2026, pence: 2_000_001 })).toMatchObject({ from: '2028-04-06', isOver: true })
  expect(mtdOf({ year: 2030, pence: 2_000_000 })).toMatchObject({ from: '2032-04-06', isOver: false })
})

test('the first 10,000 miles of a van are 45p, those after 25p; motorcycles 24p and bicycles 20p throughout', () => {
  expect([van(0), van(1), van(10_000), van(10_001), van(12_500)]).toEqual([0, 45, 450_000, 450_025, 512_500])
  expect(claimOf({ vehicle: 'car-or-van', milesTenths: 413 }, RATES)).toBe(1859)
  expect(claimOf({ vehicle: 'motorcycle', milesTenths: 120_000 }, RATES)).toBe(288_000)
  expect(claimOf({ vehicle: 'bicycle', milesTenths: 35 }, RATES)).toBe(70)
  expect([milesWords(10), milesWords(413), milesWords(12_045)]).toEqual(['1 mile', '41.3 miles', '1,204.5 miles'])
  expect(['41', '41.3', '1,204.5', '0', '41.33', '2001', 'far'].map(readMiles)).toEqual([410, 413, 12_045, ...Array(4).fill(undefined)])
})

test('the parts of the trips add up to the claim, in any order', () => {
  const trip = fc.record({
    id: fc.uuid(),
    onDay: fc.constantFrom('2026-05-01', '2026-05-02', '2026-06-01'),
    memberId: fc.constantFrom('gareth', 'ned'),
    vehicle: fc.constantFrom('car-or-van' as const, 'motorcycle' as const),
    milesTenths: fc.integer({ min: 1, max: 20_000 }),
  })
  fc.assert(
    fc.property(fc.uniqueArray(trip, { maxLength: 30, selector: ({ id }) => id }), (trips) => {
      const claimed = [...claimByTrip(trips, RATES).values()].reduce((sum, pence) => sum + pence, 0)
      const sums = Map.groupBy(trips, ({ memberId, vehicle }) => `${memberId} ${vehicle}`)
      const whole = [...sums.values()].reduce((sum, [...own]) => {
        const milesTenths = own.reduce((miles, each) => miles + each.milesTenths, 0)
        return sum + claimOf({ vehicle: own[0]?.vehicle ?? 'bicycle', milesTenths }, RATES)
      }, 0)
      expect(claimed).toBe(whole)
      expect(claimByTrip(trips.toReversed(), RATES)).toEqual(claimByTrip(trips, RATES))
    }),
    { numRuns: 60 },
  )
})

test('a quarter has every box of HMRC, the miles with the van, and lists disallowed expenses', () => {
  const [quarter] = quartersOf(2026, 'standard')
  const spent = [
    { category: 'travel' as const, net: 5000, vat: 1000 },
    { category: 'entertainment' as const, net: 3000, vat: 0 },
  ]
  const driven = [{ memberId: 'gareth', vehicle: 'car-or-van' as const, milesTenths: 1000 }]
  if (!quarter) throw new Error('no quarter')
  const figures = quarterFigures(quarter, { turnover: 100_000, other: 1000, vat: 20_000, spent, driven }, RATES)
  expect(figures).toMatchObject({ expenses: { travel: 9500, entertainment: 3000 }, mileagePence: 4500, vatPaidPence: 1000 })
  expect(profitOf(figures)).toBe(100_000 + 1000 - 9500)
  const rows = packRows(figures)
  expect(rows.map(({ field }) => field)).toEqual([
    ...['turnover', 'other', 'costOfGoods', 'paymentsToSubcontractors', 'wagesAndStaffCosts', 'carVanTravelExpenses'],
    ...['premisesRunningCosts', 'maintenanceCosts', 'adminCosts', 'advertisingCosts', 'businessEntertainmentCosts'],
    ...['interestOnBankOtherLoans', 'financeCharges', 'irrecoverableDebts', 'professionalFees', 'depreciation', 'otherExpenses'],
  ])
  expect(rows.find(({ field }) => field === 'businessEntertainmentCosts')).toMatchObject({ pence: 3000, disallowedPence: 3000 })
  expect(rows.find(({ field }) => field === 'carVanTravelExpenses')).toMatchObject({ pence: 9500, disallowedPence: 0 })
})

/** Months up to November 2026, as many as there are sums; the last is running. */
const monthly = (...pence: number[]) => ({
  thresholdPence: 9_000_000,
  months: pence.map((each, index) => ({ month: addMonths('2026-11-01', index - pence.length + 1).slice(0, 7), pence: each })),
})

test('the VAT gauge adds up twelve months, and returns the month in which they passed the threshold or would pass it', () => {
  const calm = vatGauge(monthly(...Array(24).fill(600_000), 100_000))
  expect(calm).toEqual({ pence: 6_700_000, passedIn: null, wouldPassIn: null, registerBy: null, chargeFrom: null })
  // Nine months of £7,300 and three of £8,000 are £89,700; with eight and four they are £90,400.
  const rising = vatGauge(monthly(...Array(21).fill(730_000), 800_000, 800_000, 800_000, 0))
  expect(rising).toMatchObject({
    pence: 8_240_000,
    passedIn: null,
    wouldPassIn: '2026-11',
    registerBy: '2026-12-30',
    chargeFrom: '2027-01-01',
  })
  const later = vatGauge(monthly(...Array(21).fill(720_000), 800_000, 800_000, 800_000, 800_000))
  expect(later).toMatchObject({ pence: 8_960_000, passedIn: null, wouldPassIn: '2026-12', registerBy: '2027-01-30' })
  // £90,000 is not over it; a penny more is.
  const passed = vatGauge(monthly(...Array(21).fill(700_000), 1_000_000, 1_000_001, 700_000, 0))
  expect(passed).toMatchObject({ passedIn: '2026-09', wouldPassIn: null, registerBy: '2026-10-30', chargeFrom: '2026-11-01' })
  expect(vatGauge(monthly(12_000_000))).toMatchObject({ pence: 12_000_000, passedIn: null, wouldPassIn: null })
})
