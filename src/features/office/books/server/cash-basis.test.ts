import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ChargeKind } from '#features/ledger/invoices/contract.ts'
import { addFee } from '#features/ledger/invoices/server/add-fee.ts'
import { addCharge } from '#features/ledger/invoices/server/charges.ts'
import { creditInvoice } from '#features/ledger/invoices/server/crediting.ts'
import { issueInvoice } from '#features/ledger/invoices/server/issuing.ts'
import type { InvoiceRow } from '#features/ledger/invoices/server/queries.ts'
import { refundPayment, removePayment, takePayment } from '#features/ledger/payments/server/service.ts'
import { taxYear } from '#features/office/books/server/tax.ts'
import { quartersOf, yearStart } from '#features/office/books/tax-year.ts'
import { addClient } from '#features/records/clients/server/service.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import { setClock } from '#lib/clock.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterEach(() => resetClock())
afterAll(() => server.stop())

type Figures = { turnover: number; other: number; vat: number }
const YEARS = [2026, 2027, 2028]
const QUARTER_ENDS = YEARS.flatMap((year) => quartersOf(year, 'standard').map(({ to }) => to))

/** A practice that charges VAT, with one payer, as seen from a day that goes on. */
async function open(first: Day) {
  resetClock()
  const practice: FixturePractice = await makeFixturePractice(server.app, 'Cash Basis')
  await practice.put('/api/money/settings', { vat: { isRegistered: true, number: '123456789', rateBp: 2000 } })
  const payer = uuidv7()
  await practice.inPractice((tx, actor) => addClient(tx, actor, payer, { name: 'Payer' }))
  let today = first
  const go = (days: number) => {
    today = addDays(today, days)
    setClock(`${today}T12:00:00Z`)
  }
  go(0)
  return {
    go,
    day: () => today,
    /** An invoice of lines of pence before VAT, and what it came to. */
    bill: (lines: { pence: number; vatRateBp: number; kind: ChargeKind }[]): Promise<InvoiceRow> =>
      practice.inPractice(async (tx, actor) => {
        const said = { description: 'Work', chargedOn: today }
        for (const { pence, vatRateBp, kind } of lines) {
          const fee = { ...said, kind, payerClientId: payer, clientId: payer, appointmentId: null, unitPence: pence }
          if (kind === 'late-fee') await addFee(tx, actor, uuidv7(), fee)
          else await addCharge(tx, actor, uuidv7(), { ...said, kind: 'extra', clientId: payer, unitPence: pence, vatRateBp })
        }
        return issueInvoice(tx, actor, uuidv7(), { payerClientId: payer })
      }),
    credit: (invoiceId: string, amountPence: number) =>
      practice.inPractice((tx, actor) => creditInvoice(tx, actor, uuidv7(), invoiceId, { amountPence, reason: 'Too much' })),
    pay: (amountPence: number, { invoiceId, on = today }: { invoiceId?: string | undefined; on?: Day } = {}) =>
      practice.inPractice((tx, actor) =>
        takePayment(tx, actor, uuidv7(), {
          payerClientId: payer,
          amountPence,
          method: 'cash',
          receivedOn: on,
          ...(invoiceId && { invoiceId }),
        }),
      ),
    refund: (paymentId: string, pence: number) =>
      practice.inPractice((tx, actor) => refundPayment(tx, actor, paymentId, { id: uuidv7(), pence })),
    /** A payment and money given back out of it, both recorded at once. */
    payAndRefund: (paid: { pence: number; on: Day }, back: { pence: number; on: Day }) =>
      practice.inPractice(async (tx, actor) => {
        const said = { payerClientId: payer, amountPence: paid.pence, method: 'cash', receivedOn: paid.on } as const
        const { id } = await takePayment(tx, actor, uuidv7(), said)
        await refundPayment(tx, actor, id, { id: uuidv7(), pence: back.pence, receivedOn: back.on })
        return id
      }),
    remove: (id: string) => practice.inPractice((tx, actor) => removePayment(tx, actor, id)),
    /** Each quarter of the years by its last day, cumulative as HMRC has it. */
    figures: (): Promise<Map<Day, Figures>> =>
      practice.inPractice(async (tx, actor) => {
        const money = await moneyIn(tx, actor.practiceId)
        const years = []
        for (const year of YEARS) years.push(await taxYear(tx, actor, year, money))
        return new Map(
          years.flatMap(({ periods }) =>
            periods.map(({ to, turnoverPence, otherIncomePence, vatTakenPence }) => [
              to,
              { turnover: turnoverPence, other: otherIncomePence, vat: vatTakenPence },
            ]),
          ),
        )
      }),
  }
}
const work = (pence: number) => [{ pence, vatRateBp: 2000, kind: 'extra' as const }]
const inYear = async (books: Awaited<ReturnType<typeof open>>, year: number) => (await books.figures()).get(`${year + 1}-04-05`)

test('a refund in the next tax year leaves the previous year as it was filed, and counts with its VAT in its own year', async () => {
  const books = await open('2027-03-20')
  await books.bill(work(10_000))
  const { id } = await books.pay(12_000)
  expect(await inYear(books, 2026)).toEqual({ turnover: 10_000, other: 0, vat: 2000 })
  books.go(21)
  const refund = await books.refund(id, 12_000)
  expect(await inYear(books, 2026)).toEqual({ turnover: 10_000, other: 0, vat: 2000 })
  expect(await inYear(books, 2027)).toEqual({ turnover: -10_000, other: 0, vat: -2000 })
  books.go(1)
  await books.remove(refund.id)
  expect(await inYear(books, 2027)).toEqual({ turnover: 0, other: 0, vat: 0 })
})

test('a payment and its refund that are recorded at once count with their VAT, each in its own tax year', async () => {
  const books = await open('2027-03-20')
  await books.bill(work(10_000))
  books.go(20)
  await books.payAndRefund({ pence: 12_000, on: '2027-04-05' }, { pence: 6000, on: '2027-04-07' })
  expect([await inYear(books, 2026), await inYear(books, 2027)]).toEqual([
    { turnover: 10_000, other: 0, vat: 2000 },
    { turnover: -5000, other: 0, vat: -1000 },
  ])
})

test('money on account counts whole when it comes; the VAT of what it pays for later counts then', async () => {
  const books = await open('2027-04-01')
  await books.pay(12_000)
  books.go(10)
  await books.bill(work(10_000))
  expect([await inYear(books, 2026), await inYear(books, 2027)]).toEqual([
    { turnover: 12_000, other: 0, vat: 0 },
    { turnover: -2000, other: 0, vat: 2000 },
  ])
})

test('a payment that was recorded by mistake was never received, wherever its money went', async () => {
  const books = await open('2027-04-01')
  const { id } = await books.pay(12_000)
  books.go(10)
  await books.bill(work(10_000))
  await books.remove(id)
  expect([await inYear(books, 2026), await inYear(books, 2027)]).toEqual([
    { turnover: 0, other: 0, vat: 0 },
    { turnover: 0, other: 0, vat: 0 },
  ])
})

test('the VAT in an invoice’s money reflects all its credit notes, whichever of them is later allocated to another invoice', async () => {
  const books = await open('2026-04-10')
  const { id } = await books.bill(work(1000))
  await books.credit(id, 600)
  await books.pay(400)
  await books.credit(id, 600)
  expect(await inYear(books, 2026)).toEqual({ turnover: 333, other: 0, vat: 67 })
  for (const pence of [100, 100]) await books.bill([{ pence, vatRateBp: 0, kind: 'extra' }])
  expect(await inYear(books, 2026)).toEqual({ turnover: 367, other: 0, vat: 33 })
})

/* The model: the same facts in plain lists. After each event it allocates again as far as there is money, computes the VAT and other income in all
 allocated money, and books the difference from everything booked before on the event's day. */
type Bill = { total: number; vat: number; other: number; row: InvoiceRow; from: Map<Purse, number> }
type Purse = { of: Bill | undefined; total: number; vat: number; other: number; left: number; meant: Bill | undefined }
type Paid = Purse & { id: string; rest: number; on: Day }

class Model {
  readonly bills: Bill[] = []
  readonly credits: Purse[] = []
  readonly payments: Paid[] = []
  readonly lines: { day: Day; turnover: number; other: number; vat: number }[] = []
  #vat = 0
  #other = 0

  allocate(day: Day, received: number) {
    const purses = [...this.credits, ...this.payments.toSorted((a, b) => a.on.localeCompare(b.on))]
    for (const isMeant of [(purse: Purse, bill: Bill) => purse.of === bill || purse.meant === bill, () => true])
      for (const purse of purses)
        for (const bill of this.bills) {
          const pence = Math.min(purse.left, bill.total - this.paidOf(bill))
          if (pence <= 0 || !isMeant(purse, bill)) continue
          bill.from.set(purse, (bill.from.get(purse) ?? 0) + pence)
          purse.left -= pence
        }
    const [vat, other] = [this.#inAll('vat'), this.#inAll('other')]
    this.lines.push({
      day,
      turnover: received - (vat - this.#vat) - (other - this.#other),
      vat: vat - this.#vat,
      other: other - this.#other,
    })
    ;[this.#vat, this.#other] = [vat, other]
  }

  /** Gives back: what is not used first, then from the bill issued last. */
  giveBack(payment: Paid, pence: number) {
    payment.rest -= pence
    let missing = Math.max(0, pence - payment.left)
    payment.left = Math.max(0, payment.left - pence)
    for (const bill of this.bills.toReversed()) {
      const taken = Math.min(missing, bill.from.get(payment) ?? 0)
      bill.from.set(payment, (bill.from.get(payment) ?? 0) - taken)
      missing -= taken
    }
  }

  paidOf = (bill: Bill) => [...bill.from.values()].reduce((sum, pence) => sum + pence, 0)
  vatOfAll = () => this.#vat

  /** The VAT or other income in the money of each bill, for the part of it not credited; less credits that were carried on to other bills. */
  #inAll(what: 'vat' | 'other'): number {
    let all = 0
    for (const bill of this.bills) {
      let [money, total, part] = [0, bill.total, bill[what]]
      for (const [purse, pence] of bill.from)
        if (purse.of === bill) [total, part] = [total - pence, part - nearest(pence, purse[what], purse.total)]
        else money += pence
      all += nearest(money, part, total)
    }
    for (const credit of this.credits) {
      const own = credit.of?.from.get(credit) ?? 0
      all -= nearest(credit.total - credit.left, credit[what], credit.total) - nearest(own, credit[what], credit.total)
    }
    return all
  }

  upTo(end: Day): Figures {
    const year = YEARS.findLast((one) => yearStart(one, 'standard') <= end) ?? 0
    const some = this.lines.filter(({ day }) => day >= yearStart(year, 'standard') && day <= end)
    const sum = (what: keyof Figures) => some.reduce((all, line) => all + line[what], 0)
    return { turnover: sum('turnover'), other: sum('other'), vat: sum('vat') }
  }
}

const nearest = (pence: number, part: number, whole: number) => (whole === 0 ? 0 : Math.floor((pence * part) / whole + 0.5))
const otherIn = ({ as_was }: InvoiceRow) =>
  (as_was as { lines: { kind: string; netPence: number }[] }).lines.reduce(
    (sum, line) => sum + (line.kind === 'late-fee' ? line.netPence : 0),
    0,
  )
const sumsOf = (row: InvoiceRow) => ({ total: row.total_pence, vat: row.vat_pence, other: otherIn(row) })

const lines = fc.array(
  fc.record({
    pence: fc.integer({ min: 1, max: 9999 }),
    vatRateBp: fc.constantFrom(2000, 500, 0),
    kind: fc.constantFrom<ChargeKind>('extra', 'extra', 'late-fee'),
  }),
  { minLength: 1, maxLength: 3 },
)
const part = fc.double({ min: 0.01, max: 1, noNaN: true })
const event = fc.record({
  days: fc.integer({ min: 0, max: 75 }),
  what: fc.constantFrom('bill', 'bill', 'pay', 'pay', 'pay-late', 'pay-one', 'refund', 'refund', 'both', 'credit'),
  lines,
  pence: fc.integer({ min: 1, max: 20_000 }),
  part,
  which: fc.nat(20),
})
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never

async function happen(books: Awaited<ReturnType<typeof open>>, model: Model, { what, lines: of, pence, part: share, which }: Event) {
  const bill = model.bills[which % Math.max(1, model.bills.length)]
  if (what === 'bill') {
    const row = await books.bill(of)
    model.bills.push({ ...sumsOf(row), row, from: new Map() })
    return model.allocate(books.day(), 0)
  }
  if (what === 'refund') {
    const left = model.payments.filter(({ rest }) => rest > 0)
    const payment = left[which % Math.max(1, left.length)]
    if (!payment) return
    const back = Math.ceil(payment.rest * share)
    await books.refund(payment.id, back)
    model.giveBack(payment, back)
    return model.allocate(books.day(), -back)
  }
  if (what === 'credit') {
    if (!bill) return
    const credited = model.credits.filter((one) => one.of === bill).reduce((sum, { total }) => sum + total, 0)
    if (credited >= bill.total) return
    const row = await books.credit(bill.row.id, Math.ceil((bill.total - credited) * share))
    model.credits.push({ ...sumsOf(row), of: bill, left: row.total_pence, meant: undefined })
    return model.allocate(books.day(), 0)
  }
  // Written down some days after it came, but in the quarter it came in.
  const quarterEnd = QUARTER_ENDS.findLast((end) => end < books.day())
  const since = [addDays(books.day(), -20), quarterEnd ? addDays(quarterEnd, 1) : yearStart(2026, 'standard')].sort().at(-1) ?? ''
  const on = what === 'pay-late' ? since : books.day()
  if (what === 'both') {
    const back = Math.ceil(pence * share)
    const id = await books.payAndRefund({ pence, on: since }, { pence: back, on: books.day() })
    const payment = { id, on: since, of: undefined, total: pence, vat: 0, other: 0, left: pence, rest: pence, meant: undefined }
    model.payments.push(payment)
    model.allocate(since, pence)
    model.giveBack(payment, back)
    return model.allocate(books.day(), -back)
  }
  const meant = what === 'pay-one' ? bill : undefined
  const { id } = await books.pay(pence, { on, invoiceId: meant?.row.id })
  model.payments.push({ id, on, of: undefined, total: pence, vat: 0, other: 0, left: pence, rest: pence, meant })
  model.allocate(on, pence)
}

test('in any order of invoices, payments, refunds and credits a past quarter never changes, and equals the model’s', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 8, maxLength: 16 }), async (events) => {
      const books = await open('2026-04-10')
      const model = new Model()
      const past = new Map<Day, Figures>()
      for (const one of events) {
        const before = books.day()
        books.go(one.days)
        const isOver = (end: Day) => end >= before && end < books.day()
        if (QUARTER_ENDS.some(isOver)) for (const [end, sums] of await books.figures()) if (isOver(end)) past.set(end, sums)
        await happen(books, model, one)
      }
      const figures = await books.figures()
      for (const [end, sums] of figures) expect(sums, `until ${end}`).toEqual(model.upTo(end))
      for (const [end, sums] of past) expect(figures.get(end), `filed ${end}`).toEqual(sums)
      const isPaidUp = model.bills.every((bill) => model.paidOf(bill) === bill.total) && model.credits.every(({ left }) => left === 0)
      if (isPaidUp) {
        const of = (some: readonly { vat: number }[]) => some.reduce((sum, { vat }) => sum + vat, 0)
        expect(model.vatOfAll()).toBe(of(model.bills) - of(model.credits))
      }
    }),
    { numRuns: 10 },
  )
})
