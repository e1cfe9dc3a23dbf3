import { expect, test } from 'vitest'
import type { Charge, Invoice } from '#features/ledger/invoices/contract.ts'
import { chargeIdOf, type Pricing } from '#features/ledger/invoices/rules.ts'
import type { Payment } from '#features/ledger/payments/contract.ts'
import { chargesOfVisit, type HeldVisit, payersOf, unpricedOf } from '#features/ledger/payments/visit-money.ts'
import { STANDARD_RATES } from '#features/records/prices/rules.ts'
import { moneyOf } from '#features/records/prices/settings.ts'

const pricing: Pricing = {
  items: STANDARD_RATES.map((rate) => ({ ...rate, id: rate.serviceType, vatRateBp: 0 })),
  overrides: [],
  money: moneyOf(undefined),
  rates: { emergencyRate: 50, emergencyMultiplier: 1.75 },
  labelOf: (serviceType) => serviceType,
}
const entry = (id: string, serviceType: string, isPending: boolean) =>
  ({
    id,
    serviceType,
    workDate: '2026-11-24',
    horseId: `horse ${id}`,
    visitHorseId: `line ${id}`,
    isPending,
  }) as HeldVisit['entries'][number]
const line = (id: string, payerClientId: string, place: number) =>
  ({
    id: `line ${id}`,
    appointmentId: 'visit',
    horseId: `horse ${id}`,
    clientId: 'sarah',
    payerClientId,
    place,
  }) as HeldVisit['lines'][number]
const horse = { clientId: 'sarah', payerClientId: null, yardId: null } as never

/** Two horses of Sarah's; the second is paid by Joan. */
const held = (change: Partial<HeldVisit> = {}, visit: object = {}): HeldVisit => ({
  visit: { id: 'visit', onDay: '2026-11-24', yardId: null, tariff: 'standard', isPending: false, ...visit } as HeldVisit['visit'],
  lines: [line('a', 'sarah', 0), line('b', 'joan', 1)],
  entries: [entry('a', 'Trim', true), entry('b', 'Full set new', true)],
  horses: new Map([
    ['horse a', horse],
    ['horse b', horse],
  ]),
  clients: new Map(),
  charges: [],
  ...change,
})
const summaryOf = (rows: readonly Charge[]) =>
  rows.map(({ description, unitPence, payerClientId }) => [description, unitPence, payerClientId])
const asHeld = (rows: readonly Charge[], change: Partial<Charge> = {}) => rows.map((row) => ({ ...row, ...change }))

test('work that waits to be sent is shown as it will be charged, each line under its payer', () => {
  expect(summaryOf(chargesOfVisit(held(), pricing))).toEqual([
    ['Trim', 3500, 'sarah'],
    ['Full set new', 18_000, 'joan'],
  ])
})

test('what the server has heard of and has no line for was taken off, and is not made up again', () => {
  expect(chargesOfVisit(held({ entries: [entry('a', 'Trim', false)] }), pricing)).toEqual([])
})

test('a tariff that waits to be sent shows its call-out and its prices, except for those set by hand or invoiced', () => {
  const entries = [entry('a', 'Trim', false), entry('b', 'Full set new', false)]
  const [trim, set] = chargesOfVisit(held(), pricing) as [Charge, Charge]
  const charges = [...asHeld([trim], { unitPence: 3000, isByHand: true }), set]
  const outOfHours = { tariff: 'out-of-hours', isPending: true }
  expect(summaryOf(chargesOfVisit(held({ entries, charges }, outOfHours), pricing))).toEqual([
    ['Out-of-hours call-out', 5000, 'sarah'],
    ['Trim', 3000, 'sarah'],
    ['Full set new', 31_500, 'joan'],
  ])
  const invoiced = asHeld(charges, { invoiceId: 'an invoice' })
  expect(summaryOf(chargesOfVisit(held({ entries, charges: invoiced }, { ...outOfHours, tariff: 'standard' }), pricing))).toEqual(
    summaryOf(charges),
  )
})

test('work that is not on the list is named, until a person sets its price', () => {
  const entries = [entry('a', 'Pads', true)]
  expect(unpricedOf(held({ entries }), pricing).map(({ entry }) => entry.serviceType)).toEqual(['Pads'])
  const charges = asHeld(chargesOfVisit(held({ entries: [entry('a', 'Trim', true)] }), pricing), { unitPence: 1200, isByHand: true })
  expect(charges[0]?.id).toBe(chargeIdOf('a'))
  expect(unpricedOf(held({ entries, charges }), pricing)).toEqual([])
})

test('what is left of a visit counts money taken once, whether an invoice has it already or not', () => {
  const charges = chargesOfVisit(held(), pricing)
  const cash = { id: 'cash', payerClientId: 'joan', amountPence: 10_000, appointmentId: 'visit' } as Payment
  const due = (more: { invoices?: Invoice[]; allocations?: object[]; charges?: Charge[] } = {}) =>
    payersOf(held(), more.charges ?? charges, {
      invoices: more.invoices ?? [],
      payments: [cash],
      allocations: (more.allocations ?? []) as never,
    }).map(({ payerClientId, duePence, totals }) => [payerClientId, duePence, totals.grossPence])
  expect(due()).toEqual([
    ['sarah', 3500, 3500],
    ['joan', 8000, 18_000],
  ])
  const waiting = { id: 'i', payerClientId: 'joan', kind: 'invoice', appointmentId: 'visit', totalPence: 18_000, paidPence: 0 } as Invoice
  const chargeIds = charges.slice(1).map(({ id }) => id)
  expect(due({ invoices: [{ ...waiting, chargeIds } as Invoice] })[1]).toEqual(['joan', 8000, 0])
  const settled = { ...waiting, paidPence: 10_000 }
  const invoiced = [...charges.slice(0, 1), ...asHeld(charges.slice(1), { invoiceId: 'i' })]
  const allocations = [{ paymentId: 'cash', invoiceId: 'i', amountPence: 10_000 }]
  expect(due({ invoices: [settled], allocations, charges: invoiced })[1]).toEqual(['joan', 8000, 0])
})

test('a payer with no charge yet is listed too, but not for a horse that was not done', () => {
  const [sarahs, joans] = [line('a', 'sarah', 0), line('b', 'joan', 1)]
  const payers = (lines: HeldVisit['lines']) =>
    payersOf(held({ lines, entries: [] }), [], { invoices: [], payments: [], allocations: [] }).map(({ payerClientId }) => payerClientId)
  expect(payers([sarahs, joans])).toEqual(['sarah', 'joan'])
  expect(payers([sarahs, { ...joans, outcome: 'not_done' }])).toEqual(['sarah'])
})
