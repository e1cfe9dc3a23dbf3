import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Charge, InvoiceLine } from '#features/ledger/invoices/contract.ts'
import { creditLines } from '#features/ledger/invoices/crediting.ts'
import {
  callOutOf,
  chargeOfWork,
  groupsToInvoice,
  invoiceStatusOf,
  lineOf,
  numberOf,
  type Pricing,
  payerOf,
  totalsOf,
} from '#features/ledger/invoices/rules.ts'
import { moneyOf } from '#features/records/prices/settings.ts'

const line = (more: Partial<Charge> = {}): Charge => ({
  id: 'c1',
  payerClientId: 'sarah',
  clientId: 'sarah',
  appointmentId: null,
  visitHorseId: null,
  horseId: null,
  workEntryId: null,
  invoiceId: null,
  kind: 'extra',
  description: 'Studs',
  quantity: 1,
  unitPence: 3500,
  vatRateBp: 0,
  includesVat: false,
  chargedOn: '2026-11-22',
  place: 1,
  isByHand: false,
  ...more,
})
const rates = { emergencyRate: 50, emergencyMultiplier: 1.75 }

describe('a line', () => {
  test('has its VAT rounded on its own, half up, whichever side of the price it is on', () => {
    const sums = (quantity: number, unitPence: number, vatRateBp: number, includesVat = false) =>
      Object.values(lineOf({ quantity, unitPence, vatRateBp, includesVat }))
    expect(sums(1, 3500, 0)).toEqual([3500, 0, 3500])
    expect(sums(1, 3500, 2000)).toEqual([3500, 700, 4200])
    // 20 % of 12p is 2.4p, of 13p 2.6p; 5 % of 10p is half a penny.
    expect([sums(1, 12, 2000), sums(1, 13, 2000), sums(1, 10, 500)]).toEqual([
      [12, 2, 14],
      [13, 3, 16],
      [10, 1, 11],
    ])
    // Of £35 with VAT a sixth: 583.33p.
    expect(sums(1, 3500, 2000, true)).toEqual([2917, 583, 3500])
    expect(sums(3, 12, 2000)).toEqual([36, 7, 43])
    expect(sums(1, -3500, 2000, true)).toEqual([-2917, -583, -3500])
  })

  test('of any price comes to its net and its VAT, which a discount of the same reverses to the penny', () => {
    const price = fc.record({
      quantity: fc.integer({ min: 1, max: 50 }),
      unitPence: fc.integer({ min: 0, max: 200_000 }),
      vatRateBp: fc.integer({ min: 0, max: 10_000 }),
      includesVat: fc.boolean(),
    })
    fc.assert(
      fc.property(price, (one) => {
        const sums = lineOf(one)
        expect(sums.netPence + sums.vatPence).toBe(sums.grossPence)
        const asked = one.quantity * one.unitPence
        expect(one.includesVat ? sums.grossPence : sums.netPence).toBe(asked)
        const exact = one.includesVat ? (asked * one.vatRateBp) / (10_000 + one.vatRateBp) : (asked * one.vatRateBp) / 10_000
        expect(Math.abs(sums.vatPence - exact)).toBeLessThanOrEqual(0.5)
        const back = lineOf({ ...one, unitPence: -one.unitPence })
        expect(totalsOf([sums, back])).toEqual({ netPence: 0, vatPence: 0, grossPence: 0 })
      }),
      { numRuns: 300 },
    )
  })
})

describe('grouping uninvoiced lines', () => {
  const charges = fc.array(
    fc.record({
      payer: fc.constantFrom('a', 'b', 'c'),
      owner: fc.constantFrom('a', 'b', 'c'),
      visit: fc.constantFrom('v1', 'v2', null),
      isInvoiced: fc.boolean(),
      unitPence: fc.integer({ min: 0, max: 20_000 }),
    }),
    { maxLength: 25 },
  )
  const asCharges = (made: { payer: string; owner: string; visit: string | null; isInvoiced: boolean; unitPence: number }[]) =>
    made.map(({ payer, owner, visit, isInvoiced, unitPence }, at) =>
      line({
        id: `c${at}`,
        payerClientId: payer,
        clientId: owner,
        appointmentId: visit,
        invoiceId: isInvoiced ? 'i' : null,
        unitPence,
        vatRateBp: 2000,
      }),
    )

  test.each(['visit', 'owner', 'payer'] as const)(
    'by %s is in exactly one invoice each, of one payer, and nothing is lost or doubled',
    (per) => {
      fc.assert(
        fc.property(charges, (made) => {
          const all = asCharges(made)
          const groups = groupsToInvoice(all, per)
          const open = all.filter((one) => one.invoiceId === null)
          expect(
            groups
              .flatMap((group) => group.charges)
              .map((one) => one.id)
              .sort(),
          ).toEqual(open.map((one) => one.id).sort())
          for (const group of groups) expect(new Set(group.charges.map((one) => one.payerClientId))).toEqual(new Set([group.payerClientId]))
          expect(totalsOf(groups.map((group) => group.totals))).toEqual(totalsOf(open.map(lineOf)))
        }),
        { numRuns: 150 },
      )
    },
  )

  test('of a yard visit is one invoice for each payer, regardless of who owns the horses', () => {
    const yard = [
      line({ id: '1', clientId: 'sarah', payerClientId: 'sarah', appointmentId: 'v' }),
      line({ id: '2', clientId: 'tom', payerClientId: 'livery', appointmentId: 'v' }),
      line({ id: '3', clientId: 'ann', payerClientId: 'livery', appointmentId: 'v' }),
    ]
    const groups = (per: 'visit' | 'owner' | 'payer') => groupsToInvoice(yard, per).map((one) => one.charges.map(({ id }) => id).join())
    expect([groups('visit'), groups('owner'), groups('payer')]).toEqual([
      ['1', '2,3'],
      ['1', '2', '3'],
      ['1', '2,3'],
    ])
    expect(groupsToInvoice(yard, 'visit')[1]).toMatchObject({ payerClientId: 'livery', clientId: null, appointmentId: 'v' })
  })
})

describe('an invoice', () => {
  test('is named by series and number, and has none before the server gave it', () => {
    expect([numberOf({ series: 'INV', number: 42 }), numberOf({ series: 'CN', number: 12_345 })]).toEqual(['INV-0042', 'CN-12345'])
    expect(numberOf({ series: 'INV', number: null })).toBeNull()
  })

  test('is overdue from the day after it was due, and credited when credit notes pay it in full', () => {
    const standing = (paidPence: number, today: string, credited?: number) =>
      invoiceStatusOf({ totalPence: 1000, paidPence, dueOn: '2026-11-22' }, today, credited)
    expect([standing(0, '2026-11-22'), standing(400, '2026-11-22'), standing(400, '2026-11-23')]).toEqual(['open', 'part-paid', 'overdue'])
    expect([standing(1000, '2026-12-01'), standing(1000, '2026-12-01', 400), standing(1000, '2026-12-01', 1000)]).toEqual([
      'paid',
      'paid',
      'credited',
    ])
  })
})

describe('the charge of work', () => {
  const trim = { id: 'trim', serviceType: 'Trim', label: 'Trim', unitPence: 3501, vatRateBp: 0 }
  const callOut = { id: 'out', serviceType: 'Emergency call-out', label: 'Emergency call-out, additional', unitPence: 2500, vatRateBp: 0 }
  const agreed = { id: 'o', priceItemId: 'trim', clientId: null, horseId: null, yardId: 'livery', unitPence: 3200 }
  const pricing: Pricing = {
    items: [trim, callOut],
    overrides: [agreed],
    money: moneyOf(undefined),
    rates,
    labelOf: (kind) => `${kind} it is`,
  }
  const work = {
    entry: { id: 'w', serviceType: 'Trim', workDate: '2026-11-22', horseId: 'h', visitHorseId: 'l' },
    line: { id: 'l', clientId: 'sarah', payerClientId: 'sarah', appointmentId: 'v', place: 2 },
    visit: { yardId: null, tariff: 'standard' as const },
    horse: { clientId: 'sarah', payerClientId: null, yardId: 'livery' },
  }

  test('is priced where the visit was, at its tariff, and not at all when the list has no such work', () => {
    expect(chargeOfWork(work, pricing)).toMatchObject({
      unitPence: 3501,
      description: 'Trim it is',
      place: 3,
      appointmentId: 'v',
      isByHand: false,
    })
    expect(chargeOfWork({ ...work, visit: { yardId: 'livery', tariff: 'standard' } }, pricing)?.unitPence).toBe(3200)
    // 1.75 times 3501p is 6126.75p.
    expect(chargeOfWork({ ...work, visit: { yardId: null, tariff: 'out-of-hours' } }, pricing)?.unitPence).toBe(6127)
    const other = { ...work, entry: { ...work.entry, serviceType: 'Gold shoes' } }
    expect(chargeOfWork(other, pricing)).toBeUndefined()
    expect(chargeOfWork(other, pricing, 9000)).toMatchObject({ unitPence: 9000, isByHand: true })
  })

  test('is the payer’s whom the visit names, else the horse’s, else the owner’s, else the owner’s own', () => {
    const [own, named] = [
      { clientId: 'o', payerClientId: 'o' },
      { clientId: 'o', payerClientId: 'p1' },
    ]
    const [bare, paid] = [
      { clientId: 'o', payerClientId: null },
      { clientId: 'o', payerClientId: 'p2' },
    ]
    expect([payerOf(named, paid, { payerClientId: 'p3' }), payerOf(own, paid, { payerClientId: 'p3' })]).toEqual(['p1', 'p2'])
    expect([payerOf(own, bare, { payerClientId: 'p3' }), payerOf(undefined, bare, { payerClientId: null })]).toEqual(['p3', 'o'])
  })

  test('has VAT only while the practice is registered', () => {
    const registered = { ...pricing, money: moneyOf({ invoicing: {}, vat: { isRegistered: true }, bank: {}, fees: {}, tax: {} }) }
    const rated = { ...registered, items: [{ ...trim, vatRateBp: 500 }] }
    expect([
      chargeOfWork(work, { ...pricing, items: [{ ...trim, vatRateBp: 500 }] })?.vatRateBp,
      chargeOfWork(work, rated)?.vatRateBp,
    ]).toEqual([0, 500])
  })

  test('of a call-out is the list’s in an emergency, and the practice’s emergency charge out of hours', () => {
    const visit = { id: 'v', onDay: '2026-11-22', clientId: 'sarah', payerClientId: 'sarah' }
    const at = (tariff: 'standard' | 'emergency' | 'out-of-hours') => callOutOf({ ...visit, tariff }, pricing)?.unitPence
    expect([at('standard'), at('emergency'), at('out-of-hours')]).toEqual([undefined, 2500, 5000])
  })
})

describe('a credit note', () => {
  const asLine = (id: string, more: Partial<Charge>): InvoiceLine => {
    const charge = line({ id, ...more })
    return { ...charge, chargeId: id, horseName: null, ownerName: null, ...lineOf(charge) }
  }
  const invoiced = [
    asLine('1', { unitPence: 3500, vatRateBp: 2000 }),
    asLine('2', { unitPence: 999, vatRateBp: 500 }),
    asLine('3', { unitPence: 77 }),
  ]

  test('credits any amounts, each with its share of the VAT, to the last penny of all and never more', () => {
    const total = totalsOf(invoiced).grossPence
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: total }), { maxLength: 8 }), (amounts) => {
        const credited: InvoiceLine[] = []
        for (const amountPence of amounts) {
          const left = total - totalsOf(credited).grossPence
          const lines = creditLines(invoiced, credited, { amountPence, reason: 'r' }, '2026-11-22')
          expect(lines === undefined).toBe(amountPence > left)
          if (lines) expect(totalsOf(lines).grossPence).toBe(amountPence)
          credited.push(...(lines ?? []))
        }
        const rest = creditLines(invoiced, credited, { reason: 'r' }, '2026-11-22')
        expect(totalsOf([...credited, ...(rest ?? [])])).toEqual(totalsOf(invoiced))
      }),
      { numRuns: 200 },
    )
  })

  test('credits whole lines, none twice, and none that is more than what is left after other credits', () => {
    const first = creditLines(invoiced, [], { chargeIds: ['1'], reason: 'r' }, '2026-11-22') ?? []
    expect(totalsOf(first)).toEqual({ netPence: 3500, vatPence: 700, grossPence: 4200 })
    expect(creditLines(invoiced, first, { chargeIds: ['1'], reason: 'r' }, '2026-11-22')).toBeUndefined()
    expect(creditLines(invoiced, first, { chargeIds: ['none'], reason: 'r' }, '2026-11-22')).toBeUndefined()
    const most = creditLines(invoiced, [], { amountPence: 5000, reason: 'r' }, '2026-11-22') ?? []
    expect(creditLines(invoiced, most, { chargeIds: ['1'], reason: 'r' }, '2026-11-22')).toBeUndefined()
  })
})
