import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balanceOf, type Open, planAllocations, refundable, type Source } from '#features/ledger/payments/rules.ts'

type Invoice = { id: string; totalPence: number; dueOn: string; appointmentId: string | null; creditsOf?: number }
type Payment = { id: string; pence: number; isGone: boolean; refunds?: string; invoiceIds: string[]; appointmentId: string | null }
type Ledger = {
  invoices: Invoice[]
  credits: { id: string; pence: number; of: string }[]
  payments: Payment[]
  settled: Map<string, number>
}

const key = (source: string, invoice: string) => `${source} ${invoice}`
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0)
const used = ({ settled }: Ledger, source: string) =>
  sum([...settled].flatMap(([at, pence]) => (at.startsWith(`${source} `) ? [pence] : [])))
const paid = ({ settled }: Ledger, invoice: string) =>
  sum([...settled].flatMap(([at, pence]) => (at.endsWith(` ${invoice}`) ? [pence] : [])))
const available = (ledger: Ledger, { id, pence, isGone }: Payment) =>
  isGone ? 0 : pence + sum(ledger.payments.flatMap((other) => (other.refunds === id && !other.isGone ? [other.pence] : [])))

/** The ledger as the database would give it to `planAllocations`, and the result. */
function settled(ledger: Ledger): void {
  const settles = (source: string) =>
    ledger.invoices.flatMap(({ id, dueOn, appointmentId }) => {
      const amountPence = ledger.settled.get(key(source, id)) ?? 0
      return amountPence > 0 ? [{ invoiceId: id, amountPence, dueOn, appointmentId }] : []
    })
  const sources: Source[] = [
    ...ledger.payments
      .filter(({ pence }) => pence > 0)
      .map((one) => {
        const { id, invoiceIds, appointmentId } = one
        const freePence = available(ledger, one) - used(ledger, id)
        return { id, kind: 'payment' as const, payerId: 'p', freePence, on: '2026-11-01', invoiceIds, appointmentId, settles: settles(id) }
      }),
    ...ledger.credits.map(({ id, pence, of }) => ({
      ...{ id, kind: 'credit' as const, payerId: 'p', freePence: pence - used(ledger, id), on: '2026-11-01' },
      ...{ invoiceIds: [of], appointmentId: null, settles: settles(id) },
    })),
  ]
  const open: Open[] = ledger.invoices.flatMap(({ id, totalPence, dueOn, appointmentId }) => {
    const leftPence = totalPence - paid(ledger, id)
    return leftPence > 0 ? [{ id, payerId: 'p', leftPence, dueOn, appointmentId }] : []
  })
  for (const { source, invoiceId, pence } of planAllocations(sources, open)) {
    const at = key(source.id, invoiceId)
    ledger.settled.set(at, (ledger.settled.get(at) ?? 0) + pence)
  }
}

const step = fc.record({
  what: fc.constantFrom('invoice', 'invoice', 'payment', 'payment', 'refund', 'remove', 'credit'),
  pence: fc.integer({ min: 1, max: 30_000 }),
  which: fc.nat(20),
  named: fc.option(fc.nat(20)),
  day: fc.integer({ min: 10, max: 28 }),
})
type Step = { what: string; pence: number; which: number; named: number | null; day: number }

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

function take(ledger: Ledger, { what, pence, which, named, day }: Step, number: number): void {
  const id = `${what}-${String(number).padStart(3, '0')}`
  const standing = ledger.payments.filter((one) => one.pence > 0 && !one.isGone)
  const payment = at(standing, which)
  const invoice = at(ledger.invoices, which)
  if (what === 'invoice')
    ledger.invoices.push({ id, totalPence: pence, dueOn: `2026-11-${day}`, appointmentId: which % 3 === 0 ? 'visit' : null })
  if (what === 'payment') {
    const meant = named === null ? undefined : at(ledger.invoices, named)
    ledger.payments.push({ id, pence, isGone: false, invoiceIds: meant ? [meant.id] : [], appointmentId: which % 4 === 0 ? 'visit' : null })
  }
  if (what === 'refund' && payment) {
    const back = Math.min(pence, available(ledger, payment))
    if (back > 0) ledger.payments.push({ id, pence: -back, isGone: false, refunds: payment.id, invoiceIds: [], appointmentId: null })
  }
  if (what === 'remove' && payment && !ledger.payments.some(({ refunds }) => refunds === payment.id)) payment.isGone = true
  if (what === 'credit' && invoice) {
    const left = invoice.totalPence - sum(ledger.credits.filter(({ of }) => of === invoice.id).map((one) => one.pence))
    if (left > 0) ledger.credits.push({ id, pence: Math.min(pence, left), of: invoice.id })
  }
  settled(ledger)
}

test('through invoices, payments, refunds, removals and credit notes the ledger balances to the penny after every step', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const ledger: Ledger = { invoices: [], credits: [], payments: [], settled: new Map() }
      for (const [number, each] of steps.entries()) {
        take(ledger, each, number)
        for (const one of ledger.payments.filter(({ pence }) => pence > 0))
          expect(used(ledger, one.id)).toBeLessThanOrEqual(available(ledger, one))
        for (const { id, pence } of ledger.credits) expect(used(ledger, id)).toBeLessThanOrEqual(pence)
        for (const { id, totalPence } of ledger.invoices) expect(paid(ledger, id)).toBeLessThanOrEqual(totalPence)
        expect([...ledger.settled.values()].every((pence) => pence >= 0)).toBe(true)
        const invoiced = sum(ledger.invoices.map(({ totalPence }) => totalPence))
        const credited = sum(ledger.credits.map(({ pence }) => pence))
        const came = sum(ledger.payments.filter(({ isGone }) => !isGone).map(({ pence }) => pence))
        const owed = sum(ledger.invoices.map(({ id, totalPence }) => totalPence - paid(ledger, id)))
        const onAccount = came + credited - sum(ledger.settled.values())
        expect(owed - onAccount).toBe(invoiced - credited - came)
        expect(Math.min(owed, onAccount)).toBe(0)
      }
    }),
    { numRuns: 150 },
  )
})

const source = (more: Partial<Source>): Source => ({
  ...{ id: 's', kind: 'payment', payerId: 'p', freePence: 0, on: '2026-11-01', invoiceIds: [], appointmentId: null, settles: [] },
  ...more,
})
const open = (id: string, leftPence: number, dueOn: string, more: Partial<Open> = {}): Open => ({
  ...{ id, payerId: 'p', leftPence, dueOn, appointmentId: null },
  ...more,
})
const moves = (sources: readonly Source[], invoices: readonly Open[]) =>
  planAllocations(sources, invoices).map((shift) => [shift.source.id, shift.invoiceId, shift.pence])

test('a payment goes to the invoice it names, then those of its visit, then the oldest due, and the rest stays', () => {
  const invoices = [
    open('old', 1000, '2026-09-01'),
    open('here', 1000, '2026-10-01', { appointmentId: 'v' }),
    open('named', 1000, '2026-11-01'),
    open('theirs', 1000, '2026-01-01', { payerId: 'q' }),
  ]
  expect(moves([source({ freePence: 2500, invoiceIds: ['named'], appointmentId: 'v' })], invoices)).toEqual([
    ['s', 'named', 1000],
    ['s', 'here', 1000],
    ['s', 'old', 500],
  ])
  expect(moves([source({ freePence: 9000 })], invoices)).toHaveLength(3)
})

test('a credit note is allocated to its own invoice before a payment is', () => {
  const credit = source({ id: 'c', kind: 'credit', freePence: 400, invoiceIds: ['a'] })
  const payment = source({ id: 'b', freePence: 1000, invoiceIds: ['a'] })
  expect(moves([payment, credit], [open('a', 1000, '2026-11-01')])).toEqual([
    ['c', 'a', 400],
    ['b', 'a', 600],
  ])
})

test('what goes back is taken from the invoice due last, and other money on account fills the hole', () => {
  const settles = [
    { invoiceId: 'old', amountPence: 1000, dueOn: '2026-09-01', appointmentId: null },
    { invoiceId: 'new', amountPence: 1000, dueOn: '2026-10-01', appointmentId: null },
  ]
  expect(moves([source({ freePence: -1500, settles })], [])).toEqual([
    ['s', 'new', -1000],
    ['s', 'old', -500],
  ])
  expect(moves([source({ freePence: -300, settles }), source({ id: 'other', freePence: 200 })], [])).toEqual([
    ['s', 'new', -300],
    ['other', 'new', 200],
  ])
})

test('a balance nets what is owed and what is on account, and has an oldest day only while something is owed', () => {
  const invoices = [
    { kind: 'invoice' as const, totalPence: 10_000, paidPence: 10_000, dueOn: '2026-09-01' },
    { kind: 'invoice' as const, totalPence: 8000, paidPence: 3000, dueOn: '2026-10-01' },
    { kind: 'credit' as const, totalPence: 1000, paidPence: 1000, dueOn: '2026-10-02' },
  ]
  expect(balanceOf(invoices, [{ amountPence: 12_000 }])).toEqual({ owedPence: 5000, onAccountPence: 0, oldestDueOn: '2026-10-01' })
  expect(balanceOf(invoices, [{ amountPence: 12_000 }, { amountPence: 6000 }])).toEqual({
    owedPence: 0,
    onAccountPence: 1000,
    oldestDueOn: null,
  })
  const payment = { id: 'p', amountPence: 5000 }
  expect(
    refundable(payment, [
      { refundsPaymentId: 'p', amountPence: -2000 },
      { refundsPaymentId: 'q', amountPence: -500 },
    ]),
  ).toBe(3000)
})
