import type { Day } from '#lib/dates.ts'

/*
 * On the cash basis, VAT and what is not for work are taken out of money as it is allocated to invoices. What was taken once stays on its
 * day: any later move counts on the day of the move (decision 044).
 */

/** What a payer is billed: an invoice, or a credit note that names the invoice it credits. `otherPence`: fees, interest and the like. */
export type Billed = { id: string; creditsInvoiceId: string | null; totalPence: number; vatPence: number; otherPence: number }
/** The part of a payment or a credit note allocated to an invoice. */
export type AllocationPart = { sourceId: string; isCredit: boolean; invoiceId: string; pence: number }
/** The day a share counts on: that of a payment or refund, which may still change, or a fixed one. */
export type ShareDay = { countsWith: string; onDay: null } | { countsWith: null; onDay: Day }
export type Sums = { vatPence: number; otherPence: number }
/** A share of VAT and other income in money received; negative: reversed. `paymentId`: whose money it is. */
export type Share = Sums & ShareDay & { invoiceId: string; paymentId: string | null }
/** A change of an allocation, and the day on which it counts. */
export type Move = AllocationPart & { day: ShareDay }

type ShareInput = { billed: readonly Billed[]; standing: readonly AllocationPart[]; booked: ReadonlyMap<string, Sums> }

/**
 * The shares that result from moves, as differences to what is booked already, so that all shares of an invoice add up to what its money is
 * for, to the penny. `current` are the allocations after the moves; any other difference is corrected on `today`.
 */
export function sharesOf({ billed, standing: current, booked }: ShareInput, moves: readonly Move[], today: Day): Share[] {
  const state = new AllocationState(billed, current)
  for (const { sourceId, invoiceId, pence } of moves) state.add(sourceId, invoiceId, -pence)
  const sums = new Map(booked)
  const shares: Share[] = []
  const book = (invoiceId: string, paymentId: string | null, day: ShareDay) => {
    const { vatPence, otherPence } = state.targetOf(invoiceId)
    const had = sums.get(invoiceId) ?? NOTHING
    if (vatPence === had.vatPence && otherPence === had.otherPence) return
    sums.set(invoiceId, { vatPence, otherPence })
    shares.push({ invoiceId, paymentId, ...day, vatPence: vatPence - had.vatPence, otherPence: otherPence - had.otherPence })
  }
  // Reversed allocations make room for those that replace them.
  for (const { sourceId, isCredit, invoiceId, pence, day } of moves.toSorted((a, b) => Math.sign(a.pence) - Math.sign(b.pence))) {
    state.add(sourceId, invoiceId, pence)
    book(invoiceId, isCredit ? null : sourceId, day)
    if (isCredit) book(sourceId, null, day)
  }
  for (const { id } of billed) book(id, null, { countsWith: null, onDay: today })
  return shares
}

const NOTHING: Sums = { vatPence: 0, otherPence: 0 }

/** The allocations at a moment. */
class AllocationState {
  readonly #billed: ReadonlyMap<string, Billed>
  readonly #into = new Map<string, Map<string, number>>()
  readonly #outOf = new Map<string, Map<string, number>>()

  constructor(billed: readonly Billed[], current: readonly AllocationPart[]) {
    this.#billed = new Map(billed.map((one) => [one.id, one]))
    for (const { sourceId, invoiceId, pence } of current) this.add(sourceId, invoiceId, pence)
  }

  add(sourceId: string, invoiceId: string, pence: number): void {
    for (const [all, from, to] of [
      [this.#into, invoiceId, sourceId],
      [this.#outOf, sourceId, invoiceId],
    ] as const) {
      const one = all.get(from) ?? new Map<string, number>()
      all.set(from, one.set(to, (one.get(to) ?? 0) + pence))
    }
  }

  /**
   * The VAT and other income in the money allocated to an invoice by now; for a credit note, those it carried to other invoices, negative.
   */
  targetOf(id: string): Sums {
    const one = this.#billed.get(id)
    if (!one) return NOTHING
    return one.creditsInvoiceId === null ? this.#inMoneyOf(one) : this.#carriedBy(one)
  }

  /** A credit note allocated to its own invoice makes it smaller; every other allocation is money for what is left. */
  #inMoneyOf({ id, ...whole }: Billed): Sums {
    const left = { totalPence: whole.totalPence, vatPence: whole.vatPence, otherPence: whole.otherPence }
    let money = 0
    for (const [sourceId, pence] of this.#into.get(id) ?? []) {
      const credit = this.#billed.get(sourceId)
      if (credit?.creditsInvoiceId !== id) {
        money += pence
        continue
      }
      left.totalPence -= pence
      left.vatPence -= portion(pence, credit.vatPence, credit.totalPence)
      left.otherPence -= portion(pence, credit.otherPence, credit.totalPence)
    }
    return sharesIn(money, left)
  }

  #carriedBy(credit: Billed): Sums {
    const used = [...(this.#outOf.get(credit.id) ?? [])]
    const own = sum(used.filter(([invoiceId]) => invoiceId === credit.creditsInvoiceId))
    const [all, at] = [sharesIn(sum(used), credit), sharesIn(own, credit)]
    return { vatPence: at.vatPence - all.vatPence, otherPence: at.otherPence - all.otherPence }
  }
}

const sum = (parts: readonly (readonly [string, number])[]) => parts.reduce((all, [, pence]) => all + pence, 0)
const sharesIn = (pence: number, of: Pick<Billed, 'totalPence' | 'vatPence' | 'otherPence'>): Sums => ({
  vatPence: portion(pence, of.vatPence, of.totalPence),
  otherPence: portion(pence, of.otherPence, of.totalPence),
})

/** `pence * part / whole`, half up; in whole numbers, because a large bill times its VAT is more than a number holds exactly. */
function portion(pence: number, part: number, whole: number): number {
  if (whole <= 0 || pence === 0 || part === 0) return 0
  const [double, over] = [2n * BigInt(pence) * BigInt(part) + BigInt(whole), 2n * BigInt(whole)]
  const floor = double / over - (double % over < 0n ? 1n : 0n)
  return Number(floor)
}
