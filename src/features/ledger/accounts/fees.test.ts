import { expect, test } from 'vitest'
import {
  compensationFor,
  feeId,
  interestOn,
  type KnownFee,
  type LateInvoice,
  type LostLine,
  lateProposals,
  lostProposals,
} from '#features/ledger/accounts/fees.ts'
import { moneyOf } from '#features/records/prices/settings.ts'

const fees = moneyOf(undefined).fees
const withInterest = { ...fees, bankRates: [{ from: '2026-03-19', rateBp: 475 }] }
const NONE: ReadonlyMap<string, KnownFee> = new Map()
const payer = { payerClientId: 'p', payerName: 'Emma Rees', isBusiness: false }
const invoice = (more: Partial<LateInvoice> = {}): LateInvoice => ({
  ...payer,
  id: 'i',
  number: 'INV-0001',
  clientId: 'p',
  dueOn: '2026-11-01',
  principalPence: 18_000,
  paid: [],
  ...more,
})
const proposed = (late: LateInvoice, today: string, how = fees, known = NONE) =>
  lateProposals(late, today, how, known).map(({ kind, pence, onDay }) => `${kind} ${pence} ${onDay}`)

test('the ladder adds £10 after 7 days, £20 more after 14 and £30 more after 21, £60 in all', () => {
  expect(proposed(invoice(), '2026-11-07')).toEqual([])
  expect(proposed(invoice(), '2026-11-08')).toEqual(['late-fee 1000 2026-11-08'])
  expect(proposed(invoice(), '2026-11-15')).toEqual(['late-fee 1000 2026-11-08', 'late-fee 2000 2026-11-15'])
  const all = lateProposals(invoice(), '2027-06-01', fees, NONE)
  expect(all.reduce((sum, { pence }) => sum + pence, 0)).toBe(6000)
  expect(new Set(all.map(({ id }) => id)).size).toBe(3)
})

test('a charged or dismissed fee is not proposed again, and none is for an invoice that is paid or only fees', () => {
  const known = new Map([[feeId('late-fee', 'i', '7'), { chargedOn: '2026-11-09', isGone: true }]])
  expect(proposed(invoice(), '2026-11-15', fees, known)).toEqual(['late-fee 2000 2026-11-15'])
  expect(proposed(invoice({ paid: [{ day: '2026-11-20', pence: 18_000 }] }), '2026-12-01')).toEqual([])
  expect(proposed(invoice({ principalPence: 0 }), '2026-12-01')).toEqual([])
})

test('interest goes by the Bank Rate of the half year in which the debt fell due, regardless of later changes; a rate missing from our table is shown as such', () => {
  const business = invoice({ isBusiness: true, dueOn: '2026-10-12', principalPence: 500_000 })
  const interest = (bankRates: (typeof fees)['bankRates']) =>
    lateProposals(business, '2027-04-12', { ...fees, bankRates }, NONE).find(({ kind }) => kind === 'interest')
  const june = { from: '2026-05-07', rateBp: 350 }
  // £5,000 at 11.5 % for 182 days.
  expect(interest([june])).toMatchObject({
    pence: 28_671,
    why: '11.5% a year (8% over Bank Rate, 3.5% on 30 Jun 2026) on what was unpaid of INV-0001, day by day.',
    warning: null,
  })
  expect(interest([june, { from: '2027-02-04', rateBp: 500 }])).toEqual(interest([june]))
  expect(interest([])).toMatchObject({ warning: expect.stringContaining('Check the rate for 30 Jun 2026') })
  expect(interest([{ from: '2025-12-31', rateBp: 375 }])).toMatchObject({ warning: expect.stringContaining('last Bank Rate we have') })
  expect(lateProposals(business, '2027-04-12', { ...fees, chargesInterest: false }, NONE).some(({ kind }) => kind === 'interest')).toBe(
    false,
  )
})

test('a private client is charged no interest and no fixed sum, and the farrier is warned that a fee must be fair', () => {
  const all = lateProposals(invoice(), '2027-01-01', withInterest, NONE)
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['late-fee']))
  for (const { warning } of all) expect(warning).toMatch(/can't be more than it really cost you/)
})

test.each([
  [99_999, 4000],
  [100_000, 7000],
  [999_999, 7000],
  [1_000_000, 10_000],
])('the fixed sum of a business debt of %i pence is %i', (debt, sum) => expect(compensationFor(debt)).toBe(sum))

/* 12.75 % a year of £1,000 is £0.34931506… a day. */
test.each([
  ['30 days of it', [], '2026-11-02', '2026-12-01', 1048],
  ['one day of it', [], '2026-11-02', '2026-11-02', 35],
  // 10 days of £1,000 and 20 of £400: (10 × 100,000 + 20 × 40,000) × 0.1275 / 365 = 628.77
  ['£600 paid on the eleventh day', [{ day: '2026-11-12', pence: 60_000 }], '2026-11-02', '2026-12-01', 629],
  ['all paid before', [{ day: '2026-10-30', pence: 100_000 }], '2026-11-02', '2026-12-01', 0],
  ['none yet', [], '2026-11-02', '2026-11-01', 0],
])('interest of 12.75%% on £1,000: %s', (_, paid, from, to, pence) => {
  expect(interestOn({ principalPence: 100_000, paid }, { from, to }, 1275)).toBe(pence)
})

test('a business owes interest day by day from the day after: again since it was last charged, and never once dismissed', () => {
  const late = invoice({ isBusiness: true, principalPence: 100_000 })
  const interest = (known: ReadonlyMap<string, KnownFee>, today: string) =>
    lateProposals(late, today, withInterest, known).find(({ kind }) => kind === 'interest')
  const first = interest(NONE, '2026-12-01')
  expect(first).toMatchObject({ pence: 1048, onDay: '2026-11-02', description: 'Interest, INV-0001, 2 Nov 2026 to 1 Dec 2026' })
  const charged = new Map([[first?.id ?? '', { chargedOn: '2026-12-01', isGone: false }]])
  // Two more days come to 70p, too little for a proposal; thirty come to £10.48 again.
  expect(interest(charged, '2026-12-03')).toBeUndefined()
  expect(interest(charged, '2026-12-31')).toMatchObject({ pence: 1048, onDay: '2026-12-02' })
  expect(interest(new Map([[first?.id ?? '', { chargedOn: '2026-12-01', isGone: true }]]), '2027-03-01')).toBeUndefined()
  expect(proposed(late, '2026-12-01').filter((one) => one.startsWith('compensation'))).toEqual(['compensation 7000 2026-11-02'])
  expect(lateProposals(late, '2026-11-08', fees, NONE).find(({ kind }) => kind === 'late-fee')?.warning).toMatch(/not both/)
})

const line = (more: Partial<LostLine> = {}): LostLine => ({
  ...payer,
  visitHorseId: 'l',
  appointmentId: 'a',
  clientId: 'p',
  horseName: 'Biscuit',
  onDay: '2026-11-24',
  hoursBefore: 5.5,
  pricePence: 8501,
  isByFarrier: false,
  isRefilled: false,
  ...more,
})

test('a visit cancelled with too little notice may cost up to half of its work, one where no one was there all of it', () => {
  expect(lostProposals(line(), fees, NONE)).toMatchObject([
    {
      pence: 4251,
      description: 'Late cancellation, Biscuit, Tue 24 Nov',
      why: 'Called off 5 hours before, and your terms ask for 24 hours: up to 50% of £85.01.',
    },
  ])
  expect(lostProposals(line({ hoursBefore: null }), fees, NONE)).toMatchObject([
    { pence: 8501, description: 'Missed visit, Biscuit, Tue 24 Nov' },
  ])
  for (const fine of [{ hoursBefore: 24 }, { isByFarrier: true }, { isRefilled: true }, { pricePence: undefined }])
    expect(lostProposals(line(fine), fees, NONE), JSON.stringify(fine)).toEqual([])
  expect(lostProposals(line(), fees, new Map([[feeId('late-cancellation', 'l'), { chargedOn: '2026-11-24', isGone: true }]]))).toEqual([])
})
