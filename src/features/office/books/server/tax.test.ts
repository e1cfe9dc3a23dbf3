import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AllocationPart, type Billed, type Sums, sharesOf } from '#features/ledger/payments/income-shares.ts'
import type { TaxYear, VatTurnover } from '#features/office/books/contract.ts'
import { taxYearOf } from '#features/office/books/tax-year.ts'
import { currentTime } from '#lib/clock.ts'
import { addMonths, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let payer: string
beforeAll(async () => {
  server = await startTestServer()
  payer = (await server.gareth.post('/api/clients', { name: '=Sarah "Penrose"' })).json<{ id: string }>().id
  await fillTheYear()
})
afterAll(() => server.stop())

const practiceId = () => server.gareth.practiceId
const NEW = () => ({ practice_id: practiceId(), id: uuidv7(), rev: 1, seq: 0, deleted_at: null })
const line = (kind: string, netPence: number) => ({ kind, netPence })
let numbers = 0
/** Invoices and allocations so far, to compute what allocating would have booked. */
const known = { billed: [] as Billed[], standing: [] as AllocationPart[], booked: new Map<string, Sums>() }

type Made = { on: string; net: number; vat: number; extra?: number; credits?: string }

/** An invoice or credit note, with `extra` of its net for lateness. */
async function invoice({ on, net, vat, extra = 0, credits }: Made): Promise<string> {
  const row = NEW()
  const lines = [line('work', net - extra), line('late-fee', extra)]
  const of = { payer_client_id: payer, series: credits ? 'CN' : 'INV', number: ++numbers, issued_on: on, due_on: on, note: null }
  const sums = { net_pence: net, vat_pence: vat, total_pence: net + vat, paid_pence: 0, sent_at: null, member_id: null }
  const kind = credits ? ('credit' as const) : ('invoice' as const)
  await server.gareth.inPractice((tx) =>
    tx
      .insertInto('invoices')
      .values({ ...row, ...of, ...sums, kind, credits_invoice_id: credits ?? null, appointment_id: null, as_was: { lines } })
      .execute(),
  )
  known.billed.push({ id: row.id, creditsInvoiceId: credits ?? null, totalPence: net + vat, vatPence: vat, otherPence: extra })
  return row.id
}

/** The VAT and other income in a payment, as allocating books them. */
function sharesIn(settled: AllocationPart) {
  known.standing.push(settled)
  const shares = sharesOf(known, [{ ...settled, day: { countsWith: settled.sourceId, onDay: null } }], '2030-01-01')
  for (const { invoiceId, vatPence, otherPence } of shares) {
    const had = known.booked.get(invoiceId) ?? { vatPence: 0, otherPence: 0 }
    known.booked.set(invoiceId, { vatPence: had.vatPence + vatPence, otherPence: had.otherPence + otherPence })
  }
  return shares.map((share) => ({
    ...{ practice_id: practiceId(), id: uuidv7(), invoice_id: share.invoiceId, payment_id: share.paymentId },
    ...{ counts_with: share.countsWith, on_day: share.onDay, vat_pence: share.vatPence, other_pence: share.otherPence },
  }))
}

/** Money received, allocated to an invoice or kept on account; a negative payment is a refund. */
async function payment(on: string, pence: number, settles?: string | { refunds: string }): Promise<string> {
  const row = NEW()
  const refunds = typeof settles === 'object' ? settles.refunds : null
  const of = { payer_client_id: payer, method: 'cash' as const, reference: null, provider_ref: null, refunds_payment_id: refunds }
  const named = { appointment_id: null, invoice_id: null, member_id: null }
  await server.gareth.inPractice(async (tx) => {
    await tx
      .insertInto('payments')
      .values({ ...row, ...of, ...named, amount_pence: pence, received_on: on })
      .execute()
    if (typeof settles !== 'string') return
    const part = { ...NEW(), payment_id: row.id, credit_id: null, invoice_id: settles, amount_pence: pence }
    await tx.insertInto('allocations').values(part).execute()
    const shares = sharesIn({ sourceId: row.id, isCredit: false, invoiceId: settles, pence })
    if (shares.length > 0) await tx.insertInto('income_shares').values(shares).execute()
  })
  return row.id
}

const spend = (spentOn: string, category: string, totalPence: number, vatPence = 0) =>
  server.gareth.post('/api/expenses', { spentOn, category, description: '=1+1', totalPence, vatPence })
const drive = (onDay: string, milesTenths: number, more: object = {}) =>
  server.gareth.post('/api/trips', { onDay, milesTenths, purpose: 'Round', ...more })

/** The tax year 2026-27; the tests below state by hand what it comes to. */
async function fillTheYear() {
  const shoes = await invoice({ on: '2026-05-01', net: 10_000, vat: 2000 })
  await payment('2026-06-30', 6000, shoes)
  await payment('2026-07-10', 6000, shoes)
  await invoice({ on: '2026-07-06', net: 5000, vat: 1000, credits: shoes })
  const late = await invoice({ on: '2026-07-01', net: 4333, vat: 667, extra: 1000 })
  await payment('2026-07-02', 1667, late)
  await payment('2026-07-05', 1667, late)
  await payment('2026-10-06', 1666, late)
  const onAccount = await payment('2026-08-01', 10_000)
  await payment('2026-09-01', -4000, { refunds: onAccount })
  await payment('2026-04-05', 9999)
  await payment('2026-04-06', 1)
  await payment('2027-04-06', 777)
  await server.gareth.addMember('Ned Pugh', 'farrier')
  const members = (await server.gareth.get('/api/members')).json<{ id: string; name: string }[]>()
  const ned = members.find(({ name }) => name === 'Ned Pugh')?.id ?? ''
  const answers = [
    await spend('2026-04-06', 'cost-of-goods', 2400, 400),
    await spend('2026-07-05', 'travel', 6000, 1000),
    await spend('2026-07-06', 'cost-of-goods', -1200, -200),
    await spend('2027-04-05', 'entertainment', 3000),
    await spend('2027-04-06', 'other', 99),
    ...(await Promise.all([1, 2, 3, 4, 5].map((day) => drive(`2026-05-0${day}`, 19_980)))),
    await drive('2026-08-01', 1000),
    await drive('2026-08-01', 1000, { memberId: ned }),
    await drive('2026-08-02', 100, { vehicle: 'motorcycle' }),
    await drive('2026-04-05', 9999),
  ]
  expect(answers.filter(({ statusCode }) => statusCode !== 201)).toEqual([])
}

const year = async () => (await server.gareth.get('/api/books/tax-year?year=2026')).json<TaxYear>()
const decide = (tax: object) => server.gareth.put('/api/money/settings', { tax })

test('on the cash basis a quarter counts what was received, part by part of what it paid for, and never loses a penny', async () => {
  const { basis, periods, gross } = await year()
  const figures = periods.map(({ turnoverPence, otherIncomePence, vatTakenPence }) => [turnoverPence, otherIncomePence, vatTakenPence])
  // Of the invoice of £50 with £10 for being late and £6.67 VAT: £33.34 of it is £4.45 VAT, £6.67 late fee and £22.22 work.
  expect([basis, figures]).toEqual([
    'cash',
    [
      [5000 + 2222 + 1, 667, 1000 + 445],
      [10_000 + 2222 + 1 + 6000, 667, 2000 + 445],
      [10_000 + 3333 + 1 + 6000, 1000, 2000 + 667],
      [10_000 + 3333 + 1 + 6000, 1000, 2000 + 667],
    ],
  ])
  expect(gross).toEqual([
    { year: 2024, pence: 0 },
    { year: 2025, pence: 9999 },
    { year: 2026, pence: 20_334 },
  ])
})

test('expenses go without their VAT, and the miles of each who drove at HMRC’s rates', async () => {
  const { periods } = await year()
  // 9,990 miles at 45p; then 10 more at 45p and 90 at 25p, a colleague's 100 at 45p, and 10 by motorcycle at 24p.
  const [first, then] = [449_550, 449_550 + 450 + 2250 + 4500 + 240]
  expect(
    periods.map(({ expenses, mileagePence, milesTenths, vatPaidPence }) => ({ expenses, mileagePence, milesTenths, vatPaidPence })),
  ).toEqual([
    { expenses: { 'cost-of-goods': 2000, travel: 5000 + first }, mileagePence: first, milesTenths: 99_900, vatPaidPence: 1400 },
    { expenses: { 'cost-of-goods': 1000, travel: 5000 + then }, mileagePence: then, milesTenths: 102_000, vatPaidPence: 1200 },
    { expenses: { 'cost-of-goods': 1000, travel: 5000 + then }, mileagePence: then, milesTenths: 102_000, vatPaidPence: 1200 },
    {
      ...{ expenses: { 'cost-of-goods': 1000, travel: 5000 + then, entertainment: 3000 }, mileagePence: then, milesTenths: 102_000 },
      vatPaidPence: 1200,
    },
  ])
})

/** A file as a sheet reads it, amounts in pence. */
async function sheet(query: string) {
  const answer = await server.gareth.get(`/api/books/tax-file?year=2026&${query}`)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const { data } = Papa.parse<Record<string, string>>(answer.body.replace('\uFEFF', ''), { header: true, skipEmptyLines: true })
  return { rows: data, pence: (text: string | undefined) => Math.round(Number(text) * 100), name: answer.headers['content-disposition'] }
}

test('the file for bridging software has the quarter by HMRC’s names, that for the accountant every line behind it', async () => {
  const bridging = await sheet('for=bridging&quarter=1')
  expect(bridging.name).toContain('MTD 2026-27 quarter 1.csv')
  expect(bridging.rows).toHaveLength(17)
  expect(bridging.rows.find((row) => row['HMRC field'] === 'carVanTravelExpenses')).toEqual({
    ...{ 'Period from': '2026-04-06', 'Period to': '2026-07-05', 'HMRC field': 'carVanTravelExpenses', What: 'Van and travel' },
    ...{ Amount: '4545.5', Disallowed: '0' },
  })
  for (const basis of ['cash', 'accruals'] as const) {
    await decide({ basis })
    const whole = await sheet('for=bridging')
    const { rows, pence } = await sheet('for=accountant')
    const sums = Map.groupBy(rows, (row) => row.Category ?? '')
    for (const row of whole.rows) {
      const category = row.What ?? ''
      const summed = (sums.get(category) ?? []).reduce((sum, each) => sum + pence(each['Before VAT']), 0)
      expect(summed, `${basis} ${category}`).toBe(pence(row.Amount))
    }
    expect(rows.find((row) => row.Line === 'Expense')?.What).toBe("'=1+1")
    expect(rows.find((row) => row.Category === 'Turnover')?.Name).toBe(`'=Sarah "Penrose"`)
  }
})

test('on the accruals basis a quarter counts what was invoiced less what was credited, by calendar quarters too', async () => {
  await decide({ basis: 'accruals' })
  const figures = async () =>
    (await year()).periods.map(({ from, to, turnoverPence, otherIncomePence, vatTakenPence }) => [
      ...[from, to, turnoverPence, otherIncomePence, vatTakenPence],
    ])
  const [first, second] = await figures()
  expect(first).toEqual(['2026-04-06', '2026-07-05', 13_333, 1000, 2667])
  expect(second).toEqual(['2026-04-06', '2026-10-05', 8333, 1000, 1667])
  await decide({ quarters: 'calendar' })
  expect((await figures()).slice(0, 2)).toEqual([
    ['2026-04-01', '2026-06-30', 10_000, 0, 2000],
    ['2026-04-01', '2026-09-30', 8333, 1000, 1667],
  ])
})

test('taxable turnover goes by the month of the invoice, without what is paid for being late', async () => {
  const today = dayOf(currentTime(), 'Europe/London')
  const before = `${addMonths(today, -2).slice(0, 7)}-15`
  const turnover = async () => (await server.other.get('/api/books/vat-turnover')).json<VatTurnover>()
  expect((await turnover()).months.every(({ pence }) => pence === 0)).toBe(true)
  const gareth = async () => (await server.gareth.get('/api/books/vat-turnover')).json<VatTurnover>()
  const penceIn = (answer: VatTurnover, month: string) => answer.months.find((each) => each.month === month)?.pence ?? 0
  const had = await gareth()
  await invoice({ on: today, net: 5000, vat: 1000, extra: 2000 })
  await invoice({ on: before, net: 700, vat: 0 })
  const { months, ...rest } = await gareth()
  expect(rest).toEqual({ isRegistered: false, thresholdPence: 9_000_000 })
  expect([months.length, months.at(-1)?.month]).toEqual([25, today.slice(0, 7)])
  const now = { ...rest, months }
  expect(penceIn(now, today.slice(0, 7)) - penceIn(had, today.slice(0, 7))).toBe(3000)
  expect(penceIn(now, before.slice(0, 7)) - penceIn(had, before.slice(0, 7))).toBe(700)
})

test('what is charged, invoiced, credited and paid on the screens of money is what the quarters count', async () => {
  const { other } = server
  await other.put('/api/money/settings', { vat: { isRegistered: true, rateBp: 2000 } })
  const add = async (path: string, body: object) => (await other.post(path, body)).json<{ id: string }>().id
  const owner = await add('/api/clients', { name: 'Tom Vaughan' })
  await add('/api/charges', { clientId: owner, description: 'Full set new', unitPence: 10_000, vatRateBp: 2000 })
  const invoiceId = await add('/api/invoices', { payerClientId: owner })
  await add(`/api/invoices/${invoiceId}/credit`, { amountPence: 6000, reason: 'Only the fronts' })
  await add('/api/payments', { payerClientId: owner, amountPence: 3000, method: 'cash', invoiceId })
  const today = dayOf(currentTime(), 'Europe/London')
  const counted = async (basis: 'cash' | 'accruals') => {
    await other.put('/api/money/settings', { tax: { basis } })
    const { periods } = (await other.get(`/api/books/tax-year?year=${taxYearOf(today, 'standard')}`)).json<TaxYear>()
    return [periods.at(-1)?.turnoverPence, periods.at(-1)?.vatTakenPence]
  }
  expect([await counted('cash'), await counted('accruals')]).toEqual([
    [2500, 500],
    [5000, 1000],
  ])
})
