import type { FeeKind, FeeProposal } from '#features/ledger/accounts/contract.ts'
import { bankRateFor } from '#features/records/prices/bank-rate.ts'
import type { Money } from '#features/records/prices/settings.ts'
import { addDays, type Day, dayAndYear, daysBetween, shortDay } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import { pounds } from '#lib/money.ts'

/*
 * The fees for late payment and late cancellation. All of them are proposed; none is charged before a user confirms it (spec §9, product.md
 * UK facts, decision 035).
 */

type Fees = Pick<
  Money['fees'],
  'ladder' | 'interestOverBaseBp' | 'chargesInterest' | 'bankRates' | 'compensates' | 'lateCancelPercent' | 'noticeHours'
>
type Payer = { payerClientId: string; payerName: string; isBusiness: boolean }

/** An invoice past its day. `principalPence`: its part for work, without what was credited, and without fees, which bear none. */
export type LateInvoice = Payer & {
  id: string
  number: string
  clientId: string
  dueOn: Day
  principalPence: number
  /** What was paid of it, and when. */
  paid: readonly { day: Day; pence: number }[]
}

/** A horse's line of a visit that was cancelled, or where no one was there. `isRefilled`: another visit has the time now. */
export type LostLine = Payer & {
  visitHorseId: string
  appointmentId: string
  clientId: string
  horseName: string
  onDay: Day
  /** Hours of notice before its time; null when no one was there. */
  hoursBefore: number | null
  /** None: the list has no such work. */
  pricePence: number | undefined
  isByFarrier: boolean
  isRefilled: boolean
}

/** A charge made from a proposal, or one that was dropped. */
export type KnownFee = { chargedOn: Day; isGone: boolean }

/** A proposal, and whose horse it is about, or the payer. */
export type Proposal = FeeProposal & { clientId: string }

/** Less interest than this is not proposed. */
const LEAST_INTEREST_PENCE = 100

const FAIR = "A private client must have agreed to it in your terms, and it can't be more than it really cost you."
const EITHER = 'A business already owes interest and a fixed sum by law: charge those or this, not both.'
const FAIR_LOSS = `${FAIR} Let it go if you filled the time.`

/** The one id of a fee, by which a charged or dismissed fee is recognised. `part`: the step of a late fee, the first day of interest. */
export const feeId = (kind: FeeKind, about: string, part = ''): string => uuidOf('charges', kind, about, part)

/**
 * The fees that could be charged for one late invoice on `today`: the steps of the late fee that were reached and, for a business, the
 * fixed sum and the interest of the Late Payment of Commercial Debts (Interest) Act 1998. `known`: charged or dismissed fees by their ids.
 */
export function lateProposals(invoice: LateInvoice, today: Day, fees: Fees, known: ReadonlyMap<string, KnownFee>): Proposal[] {
  const leftPence = invoice.principalPence - sumOf(invoice.paid)
  if (leftPence <= 0 || invoice.dueOn >= today) return []
  const all = [...ladderOf(invoice, today, fees), ...(invoice.isBusiness ? statutoryOf(invoice, today, fees, known) : [])]
  return all.filter(({ id }) => !known.has(id))
}

/** Spec §4 Terms of business: £10 after 7 days, a further £20 after 14, a further £30 after 21. */
function ladderOf(invoice: LateInvoice, today: Day, fees: Fees): Proposal[] {
  const steps = fees.ladder.filter(({ pence }) => pence > 0).toSorted((a, b) => a.afterDays - b.afterDays)
  const hasStatutory = invoice.isBusiness && (fees.compensates || fees.chargesInterest)
  return steps
    .filter(({ afterDays }) => daysBetween(invoice.dueOn, today) >= afterDays)
    .map(({ afterDays, pence }, at) => ({
      ...about(invoice, 'late-fee', String(afterDays)),
      pence,
      onDay: addDays(invoice.dueOn, afterDays),
      description: `Late payment fee, ${invoice.number}, after ${afterDays} days`,
      why: `${invoice.number} was due on ${shortDay(invoice.dueOn)}. After ${afterDays} days your terms add ${at > 0 ? 'a further ' : ''}${pounds(pence)}.`,
      warning: hasStatutory ? EITHER : invoice.isBusiness ? null : FAIR,
    }))
}

function statutoryOf(invoice: LateInvoice, today: Day, fees: Fees, known: ReadonlyMap<string, KnownFee>): Proposal[] {
  const debt = invoice.principalPence - sumOf(invoice.paid.filter(({ day }) => day <= invoice.dueOn))
  const fixed: Proposal = {
    ...about(invoice, 'compensation'),
    pence: compensationFor(debt),
    onDay: addDays(invoice.dueOn, 1),
    description: `Late payment compensation, ${invoice.number}`,
    why: `The Late Payment Act gives ${pounds(compensationFor(debt))} for a business debt of ${pounds(debt)}.`,
    warning: null,
  }
  return [...(fees.compensates ? [fixed] : []), ...interestProposal(invoice, today, fees, known)]
}

/** The fixed sum for a late business debt: £40, from £1,000 on £70, from £10,000 on £100. */
export const compensationFor = (debtPence: number): number => (debtPence >= 1_000_000 ? 10_000 : debtPence >= 100_000 ? 7000 : 4000)

/** The first day of interest after a part of it that began on `from` and was charged. */
export const interestAfter = (from: Day, { chargedOn }: KnownFee): Day => addDays([from, chargedOn].sort().at(-1) ?? from, 1)

const unknownRate = (onDay: Day) =>
  `This uses the last Bank Rate we have. Check the rate for ${dayAndYear(onDay)}, and add it under Settings, Money if it had changed.`

/** Interest since it was last charged, or since the invoice was due; once dismissed, none for this invoice any more. */
function interestProposal(invoice: LateInvoice, today: Day, fees: Fees, known: ReadonlyMap<string, KnownFee>): Proposal[] {
  if (!fees.chargesInterest) return []
  let from = addDays(invoice.dueOn, 1)
  for (let last = known.get(feeId('interest', invoice.id, from)); last; last = known.get(feeId('interest', invoice.id, from))) {
    if (last.isGone) return []
    from = interestAfter(from, last)
  }
  const bank = bankRateFor(invoice.dueOn, fees.bankRates)
  const rateBp = bank.rateBp + fees.interestOverBaseBp
  const pence = interestOn(invoice, { from, to: today }, rateBp)
  if (pence < LEAST_INTEREST_PENCE) return []
  return [
    {
      ...about(invoice, 'interest', from),
      pence,
      onDay: from,
      description: `Interest, ${invoice.number}, ${dayAndYear(from)} to ${dayAndYear(today)}`,
      why: `${rateBp / 100}% a year (${fees.interestOverBaseBp / 100}% over Bank Rate, ${bank.rateBp / 100}% on ${dayAndYear(bank.onDay)}) on what was unpaid of ${invoice.number}, day by day.`,
      warning: bank.isKnown ? null : unknownRate(bank.onDay),
    },
  ]
}

/**
 * Simple interest on the unpaid sum of each of some days, both ends included, half a penny up. Money that came on a day is not unpaid on
 * it; `rateBp` is for a year of 365 days, in hundredths of a percent.
 */
export function interestOn(
  { principalPence, paid }: Pick<LateInvoice, 'principalPence' | 'paid'>,
  { from, to }: { from: Day; to: Day },
  rateBp: number,
): number {
  if (from > to) return 0
  const changes = paid.filter(({ day }) => day > from && day <= to).map(({ day }) => day)
  const days = [...new Set([from, ...changes])].sort()
  const penceDays = days.reduce((sum, day, at) => {
    const until = days[at + 1] ?? addDays(to, 1)
    const unpaid = principalPence - sumOf(paid.filter((one) => one.day <= day))
    return sum + Math.max(0, unpaid) * daysBetween(day, until)
  }, 0)
  return halfUp(penceDays * rateBp, 365 * 10_000)
}

/**
 * The fees that could be charged for a visit that was cancelled late, or where no one was there. Spec §4 Terms of business: up to half with
 * less than 24 hours' notice, all of it where the horse was not there. None where the farrier cancelled or the time was filled otherwise.
 */
export function lostProposals(line: LostLine, fees: Fees, known: ReadonlyMap<string, KnownFee>): Proposal[] {
  const { pricePence, hoursBefore, isByFarrier, isRefilled } = line
  if (!pricePence || isByFarrier || isRefilled || (hoursBefore !== null && hoursBefore >= fees.noticeHours)) return []
  const percent = hoursBefore === null ? 100 : fees.lateCancelPercent
  const pence = halfUp(pricePence * percent, 100)
  const id = feeId('late-cancellation', line.visitHorseId)
  if (pence === 0 || known.has(id)) return []
  const when = shortDay(line.onDay)
  const short = hoursBefore !== null && `${noticeWords(hoursBefore)}, and your terms ask for ${fees.noticeHours} hours`
  return [
    {
      id,
      kind: 'late-cancellation',
      ...payerOf(line),
      clientId: line.clientId,
      invoiceId: null,
      appointmentId: line.appointmentId,
      pence,
      onDay: line.onDay,
      description: short ? `Late cancellation, ${line.horseName}, ${when}` : `Missed visit, ${line.horseName}, ${when}`,
      why: `${short ? `Called off ${short}` : 'Nobody was there'}: up to ${percent}% of ${pounds(pricePence)}.`,
      warning: line.isBusiness ? null : FAIR_LOSS,
    },
  ]
}

const noticeWords = (hours: number) => {
  if (hours < 0) return 'after its time'
  const whole = Math.floor(hours)
  return whole === 0 ? 'less than an hour before' : `${whole} ${whole === 1 ? 'hour' : 'hours'} before`
}

const payerOf = ({ payerClientId, payerName, isBusiness }: Payer): Payer => ({ payerClientId, payerName, isBusiness })

const about = (invoice: LateInvoice, kind: FeeKind, part = '') => ({
  id: feeId(kind, invoice.id, part),
  kind,
  ...payerOf(invoice),
  clientId: invoice.clientId,
  invoiceId: invoice.id,
  appointmentId: null,
})

const sumOf = (parts: readonly { pence: number }[]): number => parts.reduce((sum, { pence }) => sum + pence, 0)
// In whole numbers, like VAT: no floating point.
const halfUp = (part: number, of: number): number => Math.floor((2 * part + of) / (2 * of))
