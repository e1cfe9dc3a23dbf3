import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { TravelTable } from '#features/day/round/contract.ts'
import { bookEndpoints, type TaxYear } from '#features/office/books/contract.ts'
import { claimOf } from '#features/office/books/mileage.ts'
import { roundTrips } from '#features/office/books/round-trips.ts'
import { nextQuarter, quartersOf, taxYearOf, yearWords } from '#features/office/books/tax-year.ts'
import { ExpensesPage } from '#features/office/books/web/ExpensesPage.tsx'
import { MileagePage } from '#features/office/books/web/MileagePage.tsx'
import { TaxPage } from '#features/office/books/web/TaxPage.tsx'
import { moneyOf, moneySettingsId } from '#features/records/prices/settings.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { addDays, addMonths, monthAndYear, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { poundsInFull } from '#lib/money.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { forceSync } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { client, leaveRound, memberId, practice, sent, startRound, today, visit } from '#testing/browser/round.tsx'
import { Toaster } from '#ui/Toaster.tsx'

beforeEach(startRound)
afterEach(leaveRound)

const { tax } = moneyOf(undefined)
const year = taxYearOf(today, 'standard')
const expense = (description: string, change: object = {}) =>
  practice.server.write('expenses', uuidv7(), {
    ...{ description, spentOn: today, category: 'cost-of-goods', supplier: null, totalPence: 2400, vatPence: 0, method: 'cash', memberId },
    ...change,
  })
const trip = (purpose: string, change: object = {}) =>
  practice.server.write('trips', uuidv7(), {
    ...{ purpose, onDay: today, memberId, vehicle: 'car-or-van', milesTenths: 413, fromPlace: 'Base', toPlace: null },
    ...change,
  })
const done = (clientId: string, number: number, onDay: string) =>
  visit(clientId, number, { onDay, status: 'done', isCallComplete: true, completedAt: `${onDay}T10:00:00Z` })

async function show(Shown: ComponentType, change: Partial<CurrentUser> = {}) {
  await practice.signIn({ memberId, ...change })
  return render(
    <Queries>
      <main>
        <Shown />
        <Toaster />
      </main>
    </Queries>,
  )
}
type Screen = Awaited<ReturnType<typeof show>>
const press = (screen: Screen, name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const type = (screen: Screen, label: RegExp, text: string) => userEvent.fill(screen.getByRole('dialog').getByLabelText(label), text)

test('an expense is written down with its receipt where there is no signal, and taken away again', async () => {
  const screen = await show(ExpensesPage)
  await expect.element(screen.getByText('No expenses yet')).toBeVisible()
  practice.api.offline(true)
  await press(screen, 'Add an expense')
  await press(screen, 'Save')
  await expect.element(screen.getByText('Say what was bought')).toBeVisible()
  const { bytes } = await aPhoto()
  await userEvent.upload(screen.getByLabelText('Photo of the receipt'), new File([bytes], 'receipt.jpg', { type: 'image/jpeg' }))
  await expect.element(screen.getByText('receipt.jpg')).toBeVisible()
  await type(screen, /^What was bought/, 'Box of E6 nails')
  await type(screen, /^Paid$/, '24.50')
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Repairs of tools')
  await expect.element(screen.getByText('Anvil, grinder, gas forge: repairs, not new ones.')).toBeVisible()
  await press(screen, 'Save')
  await expect.element(screen.getByText('Expense added')).toBeVisible()
  const row = screen.getByRole('list', { name: monthAndYear(today) }).getByRole('button', { name: /Box of E6 nails/ })
  await expect.element(row.getByRole('img', { name: '1 receipt' })).toBeVisible()
  practice.api.offline(false)
  await forceSync()
  expect(sent('expenses')[0]?.data).toEqual({
    ...{ spentOn: today, category: 'maintenance', description: 'Box of E6 nails', supplier: null, totalPence: 2450, vatPence: 0 },
    method: 'card',
  })
  await userEvent.click(row)
  await userEvent.click(screen.getByRole('checkbox', { name: /This is a refund/ }))
  await press(screen, 'Save')
  await expect.element(row.getByText('-£24.50')).toBeVisible()
  await userEvent.click(row)
  await press(screen, 'Remove expense')
  await expect.element(screen.getByText('No expenses yet')).toBeVisible()
  await press(screen, 'Undo')
  await expect.element(row.getByRole('img', { name: '1 receipt' })).toBeVisible()
})

test('expenses are found by their words, booked as the last like them, added up by category and by tax year', async () => {
  practice.server.write('money_settings', moneySettingsId('p'), { vat: { isRegistered: true }, invoicing: {}, bank: {}, fees: {}, tax: {} })
  expense('Box of E6 nails', { supplier: 'Anvil Supplies' })
  expense('Road nails')
  expense('Diesel', { category: 'travel', totalPence: 6120 })
  expense('Old apron', { spentOn: addMonths(today, -12), totalPence: 900 })
  const screen = await show(ExpensesPage)
  const totals = screen.getByRole('region', { name: 'Spent' })
  await expect.element(totals.getByText('£109.20')).toBeVisible()
  await expect.element(totals.getByText('Van and travel')).toBeVisible()
  await press(screen, 'Add an expense')
  await type(screen, /^What was bought/, 'diesel')
  await userEvent.tab()
  await expect.element(screen.getByLabelText('Category')).toHaveValue('travel')
  await press(screen, 'Cancel')
  await userEvent.fill(screen.getByRole('searchbox'), 'nals')
  await expect.element(screen.getByRole('region', { name: 'Found' }).getByText('£48.00').first()).toBeVisible()
  expect(screen.getByText('Diesel').elements()).toEqual([])
  await userEvent.fill(screen.getByRole('searchbox'), 'saddle')
  await expect.element(screen.getByText('Nothing found for “saddle” in this tax year.')).toBeVisible()
  await userEvent.fill(screen.getByRole('searchbox'), '')
  await userEvent.selectOptions(screen.getByLabelText('Tax year'), `Tax year ${yearWords(year - 1)}`)
  await userEvent.click(screen.getByRole('button', { name: /Old apron/ }))
  await type(screen, /^VAT in it/, '9.01')
  await press(screen, 'Save')
  await expect.element(screen.getByText("The VAT can't be more than was paid")).toBeVisible()
  await type(screen, /^VAT in it/, '1.50')
  await press(screen, 'Save')
  await expect.poll(() => sent('expenses').at(-1)?.data).toEqual({ totalPence: 900, vatPence: 150 })
})

/** Two finished rounds about Kingsland, the base at Leominster; today there is still a stop to go to. */
function rounds() {
  practice.decides({ base: { lat: 52.227, lng: -2.739 } })
  const [near, far] = [
    client('Ann Lloyd', { postcode: 'HR6 9QE', lat: 52.245, lng: -2.81 }),
    client('Tom Vaughan', { lat: 52.36, lng: -2.9 }),
  ]
  // Both of one tax year, on the sixth and seventh of April too.
  const yesterday = addDays(today, -1)
  const second = taxYearOf(addDays(yesterday, -1), 'standard') === taxYearOf(yesterday, 'standard') ? yesterday : addDays(yesterday, -1)
  const first = addDays(second, -1)
  done(near, 1, first)
  done(far, 2, first)
  done(near, 1, second)
  done(client('Nobody knows where'), 2, second)
  done(near, 1, today)
  visit(far, 2)
  return { first, second }
}

test('one tap adds a finished round to the log, there and back; a logged round is not proposed again', async () => {
  const { first, second } = rounds()
  // In the first days of a tax year the rounds are of the one before, which is offered as soon as something of it is logged.
  trip('Shoes from the supplier', { onDay: addDays(first, -1), milesTenths: 400 })
  const screen = await show(MileagePage)
  await userEvent.selectOptions(screen.getByLabelText('Tax year'), `Tax year ${yearWords(taxYearOf(second, 'standard'))}`)
  const proposed = screen.getByRole('list', { name: 'Rounds not in the log' })
  await expect.element(proposed.getByText("1 stop has no position and isn't counted", { exact: false })).toBeVisible()
  await expect.element(proposed.getByRole('listitem')).toHaveLength(2)
  await userEvent.click(proposed.getByRole('button', { name: `Add ${shortDay(first)}` }))
  await expect.poll(() => sent('trips')).toHaveLength(1)
  // Leominster to Kingsland is 3.23 miles as the crow flies, on to the far stop 8.86 and home 11.4: 23.5 in all, and 1.3 times that.
  expect(sent('trips')[0]?.data).toEqual({
    ...{ onDay: first, memberId, vehicle: 'car-or-van', milesTenths: 305, purpose: 'Round of 2 stops', fromPlace: 'Base' },
    toPlace: 'HR6 9QE, Tom Vaughan',
  })
  await expect.element(proposed.getByText(shortDay(second), { exact: false })).toBeVisible()
  await expect.element(proposed.getByRole('listitem')).toHaveLength(1)
  await userEvent.click(proposed.getByRole('button', { name: `Add ${shortDay(second)}` }))
  await expect.element(proposed).not.toBeInTheDocument()
  await press(screen, 'Undo')
  await expect.element(proposed).toBeVisible()
  const log = screen.getByRole('button', { name: /^Round of 2 stops/ })
  await userEvent.click(log)
  await type(screen, /^Miles/, '31.5')
  await press(screen, 'Save')
  await expect.poll(() => sent('trips').at(-1)?.data).toEqual({ milesTenths: 315 })
  await expect.element(log.getByText(poundsInFull(claimOf({ vehicle: 'car-or-van', milesTenths: 315 }, tax)))).toBeVisible()
})

test('offline the screen shows when the figures come; online the next quarter to send is open, with its files', async () => {
  const next = nextQuarter(today, 'standard')
  practice.api.on(bookEndpoints.taxYear, ({ query }) => figuresOf(query.year))
  practice.api.on(bookEndpoints.vatTurnover, () => turnover())
  await practice.signIn({ memberId })
  practice.api.offline(true)
  const screen = await show(TaxPage)
  await expect.element(screen.getByText(/so they need signal/)).toBeVisible()
  await expect.element(screen.getByText(`Quarter ${next.number} of ${yearWords(next.year)}`)).toBeVisible()
  practice.api.offline(false)
  await press(screen, 'Try again')
  await expect.element(screen.getByRole('region', { name: `Tax year ${yearWords(next.year)}` })).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: `Quarter ${next.number}` })).toBeChecked()
  await userEvent.click(screen.getByRole('radio', { name: 'Quarter 1' }))
  for (const words of ['£1,000.00', '-£275.50', '£724.50', '£185.50 of it for 412.2 miles'])
    await expect.element(screen.getByText(words)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'For bridging software' }))
    .toHaveAttribute('href', `/api/books/tax-file?year=${next.year}&for=bridging&quarter=1`)
})

const figuresOf = (of: number): TaxYear => ({
  ...{ year: of, basis: 'cash', quarters: 'standard' },
  periods: quartersOf(of, 'standard').map((quarter, index) => ({
    ...quarter,
    ...{ turnoverPence: 100_000 * (index + 1), otherIncomePence: 0, expenses: { travel: 18_550, 'cost-of-goods': 9000 } },
    ...{ mileagePence: 18_550, milesTenths: 4122, vatTakenPence: 0, vatPaidPence: 0 },
  })),
  gross: [of - 2, of - 1, of].map((each) => ({ year: each, pence: 4_100_000 })),
})
const turnover = () => ({
  ...{ isRegistered: false, thresholdPence: 9_000_000 },
  months: Array.from({ length: 25 }, (_, index) => ({
    month: addMonths(`${today.slice(0, 7)}-01`, index - 24).slice(0, 7),
    pence: index < 21 ? 640_000 + index * 1000 : index === 24 ? 300_000 : 900_000,
  })),
})

test('an apprentice sees none of it; the screens hold up at every width, in both themes', async () => {
  const forbidden = await show(ExpensesPage, { role: 'apprentice' })
  await expect.element(forbidden.getByText("Apprentices don't see money")).toBeVisible()
  await forbidden.unmount()
  practice.api.on(bookEndpoints.taxYear, ({ query }) => figuresOf(query.year)).on(bookEndpoints.vatTurnover, () => turnover())
  rounds()
  expense('Box of E6 nails', { supplier: 'Anvil Supplies' })
  expense('Diesel', { category: 'travel', totalPence: 6120 })
  trip('Shoes from the supplier', { toPlace: 'Hereford' })
  for (const [Shown, text] of [
    [ExpensesPage, 'Diesel'],
    [MileagePage, 'Shoes from the supplier'],
    [TaxPage, 'Do I have to send quarterly updates?'],
  ] as const) {
    const screen = await show(Shown)
    await expect.element(screen.getByText(text)).toBeVisible()
    for (const [width, theme] of LOOKS) {
      await page.viewport(width, 800)
      document.documentElement.dataset.theme = theme
      expect(await axeFindings(), `${text} ${width} ${theme}`).toEqual([])
      expect(document.documentElement.scrollWidth, `${text} ${width}`).toBeLessThanOrEqual(width)
    }
    await screen.unmount()
  }
})

test('no round is reckoned without a base, nor for a day that is logged', () => {
  const asked = { memberId, from: today, to: today, visits: [], yards: [], clients: [], trips: [] }
  expect(roundTrips({ ...asked, base: null })).toEqual([])
})

test('a round is reckoned by road where its day has road times, and by straight line where not', () => {
  const base = { lat: 52.2, lng: -2.8 }
  const yard = { id: 'yard', name: 'Hollybush', postcode: null, lat: 52.24, lng: -2.8 }
  const visits = [
    { id: 'visit', memberId, onDay: today, yardId: 'yard', clientId: null, status: 'done', isCallComplete: true } as unknown as VisitRow,
  ]
  const asked = { memberId, from: today, to: today, visits, yards: [yard], clients: [], trips: [], base }
  const legs: TravelTable['legs'] = [
    [
      [0, 0],
      [16.0934, 20],
    ],
    [
      [32.1869, 40],
      [0, 0],
    ],
  ]
  const places: TravelTable['places'] = [
    [52.2, -2.8],
    [52.24, -2.8],
  ]
  const table: TravelTable = { id: 'table', memberId, onDay: today, engine: 'osrm', places, legs, madeAt: `${today}T00:00:00Z` }
  expect(roundTrips({ ...asked, tables: [table] })).toMatchObject([{ milesTenths: 300, byRoad: 'all', engine: 'osrm' }])
  const [straight] = roundTrips({ ...asked, tables: [{ ...table, memberId: 'another' }] })
  expect(straight).toMatchObject({ milesTenths: 72, byRoad: 'none', engine: null })
})

async function aPhoto(): Promise<{ bytes: Blob }> {
  const canvas = new OffscreenCanvas(40, 30)
  canvas.getContext('2d')?.fillRect(0, 0, 20, 20)
  return { bytes: await canvas.convertToBlob({ type: 'image/jpeg' }) }
}

test('card fees are added by one tap, all together or one left out, and without any nothing is shown', async () => {
  let fees = [3, 2, 1].map((nth) => ({ id: `fee-${nth}`, onDay: `2026-11-1${nth}`, name: 'SumUp', pence: 100 + nth }))
  const answers: unknown[] = []
  practice.api
    .on(bookEndpoints.cardFees, () => fees)
    .on(bookEndpoints.answerCardFees, ({ body }) => {
      answers.push(body)
      fees = fees.filter(({ id }) => !body.ids.includes(id))
      return fees
    })
  const screen = await show(ExpensesPage)
  await expect.element(screen.getByText('Card fees to add: £3.06')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await press(screen, 'Leave out the fees of Thu 12 Nov')
  await expect.element(screen.getByText('Card fees to add: £2.04')).toBeVisible()
  await press(screen, 'Add all 2')
  await expect.element(screen.getByText('Added to your expenses')).toBeVisible()
  await expect.element(screen.getByText('Card fees to add', { exact: false })).not.toBeInTheDocument()
  expect(answers).toEqual([
    { ids: ['fee-2'], as: 'nothing' },
    { ids: ['fee-3', 'fee-1'], as: 'expense' },
  ])
})
