import type { BankProposal } from '#features/ledger/payments/contract.ts'
import { type Book, type MatchLine, proposalsFor, RECORDED_WITHIN_DAYS } from '#features/ledger/payments/matching.ts'
import { type Day, daysBetween } from '#lib/dates.ts'

/** What a reader of cards paid into the bank on a day, and no line of the bank is yet. `name`: what the reader is called. */
export type Payout = { id: string; name: string; onDay: Day; amountPence: number }
type Payer = { payerClientId: string; payerName: string }
/** A refund by card that a person recorded, and no line is yet. Its pence are more than nothing; `ofId`: the payment it is out of. */
export type GivenBack = Payer & { id: string; amountPence: number; onDay: Day; ofId: string | null }
/** The payment that a taking is, and how much of it can still go back. */
export type TakenAs = Payer & { lineId: string; paymentId: string; leftPence: number }

/** What lines are held against where there is a reader of cards. */
export type CardBook = {
  /** What the readers are called. */
  readers: readonly string[]
  payouts: readonly Payout[]
  givenBack: readonly GivenBack[]
  takenAs: readonly TakenAs[]
}

/** A line, `isRefund` of money that went back; `ofLineId`: the taking it went back out of. */
export type Line = MatchLine & { isRefund: boolean; ofLineId: string | null }

/**
 * What a line may be, the likeliest first. What a bank calls by the name of a reader of cards is its payout, and nothing else: the takings in it are
 * lines of their own, so a penny counts once.
 */
export function lineProposals(line: Line, book: Book, cards: CardBook): BankProposal[] {
  if (line.isRefund) return refundProposals(line, cards)
  const payout = line.source === 'file' ? payoutProposal(line, cards) : undefined
  if (payout && namesReader(line.description, cards.readers)) return [payout]
  const others = proposalsFor(line, book)
  return payout ? [payout, ...others.map((one) => ({ ...one, isSure: false }))] : others
}

/** A payout is in the bank on its day, or on the next working ones. */
const PAID_WITHIN_DAYS = 5

/** The payouts that a line of the bank may be, the nearest day first. */
export const payoutsFor = ({ onDay, amountPence }: Pick<MatchLine, 'onDay' | 'amountPence'>, payouts: readonly Payout[]): Payout[] =>
  payouts
    .filter((one) => one.amountPence === amountPence && one.onDay <= onDay && daysBetween(one.onDay, onDay) <= PAID_WITHIN_DAYS)
    .toSorted((a, b) => b.onDay.localeCompare(a.onDay))

/** The reader that a bank names, as it does: `SUMUP PAYMENTS LIMITED PID123-SUMUP`. */
export const namesReader = (description: string, readers: readonly string[]): string | undefined =>
  readers.find((name) => lettersOf(description).includes(lettersOf(name)))

const lettersOf = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

function payoutProposal(line: Line, { readers, payouts }: CardBook): BankProposal | undefined {
  const named = namesReader(line.description, readers)
  const fitting = payoutsFor(line, payouts)
  const name = named ?? fitting[0]?.name
  if (!name) return undefined
  const isSure = named !== undefined && fitting.length === 1
  return { by: 'payout', isSure, payerClientId: null, payerName: name, invoices: [], paymentId: null }
}

/** A refund that is recorded already, else one out of the payment that its taking is. Of a taking that is no payment yet, nothing is known. */
function refundProposals({ ofLineId, onDay, amountPence }: Line, { givenBack, takenAs }: CardBook): BankProposal[] {
  const taken = takenAs.find(({ lineId }) => lineId === ofLineId)
  const recorded = givenBack.filter(
    (one) =>
      one.amountPence === amountPence &&
      Math.abs(daysBetween(one.onDay, onDay)) <= RECORDED_WITHIN_DAYS &&
      (!taken || one.ofId === taken.paymentId),
  )
  const all = recorded.map((one) => ({
    by: 'recorded' as const,
    of: one,
    paymentId: one.id,
    isSure: taken !== undefined && recorded.length === 1,
  }))
  const out =
    all.length === 0 && taken && taken.leftPence >= amountPence
      ? [{ by: 'refund' as const, of: taken, paymentId: taken.paymentId, isSure: true }]
      : []
  return [...all, ...out].map(({ by, of: { payerClientId, payerName }, paymentId, isSure }) => ({
    ...{ by, isSure, payerClientId, payerName, invoices: [], paymentId },
  }))
}
