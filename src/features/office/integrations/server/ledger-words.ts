import type { FarPaper, LedgerKind } from '#connectors/kit/ledger.ts'
import { pounds } from '#lib/money.ts'

type Sums = { vatPence: number; totalPence: number }

/** How a paper there differs from ours, as a sentence; null: it is as ours to the penny. */
export function differenceOf(vendor: string, ours: Sums, there: Pick<FarPaper, 'isCancelled' | 'vatPence' | 'totalPence'>): string | null {
  if (there.isCancelled) return `It was cancelled or deleted in ${vendor}. Here it's ${pounds(ours.totalPence)}.`
  if (there.totalPence === ours.totalPence && there.vatPence === ours.vatPence) return null
  return `${vendor} has ${sumWords(there)}. Here it's ${sumWords(ours)}.`
}

const sumWords = ({ totalPence, vatPence }: Sums) => `${pounds(totalPence)} with ${pounds(vatPence)} VAT`

/** A payment that went there, and is another sum here by now. */
export const changedReceipt = (vendor: string, sentPence: number, pence: number): string =>
  `${pounds(sentPence)} went to ${vendor} for it, and it's ${pounds(pence)} here now. Put it right in ${vendor}.`

/** A payment that went there, and was removed here. */
export const withdrawnReceipt = (vendor: string, sentPence: number): string =>
  `${pounds(sentPence)} went to ${vendor}, and the payment was removed here or is for another invoice now. Put it right in ${vendor}.`

/** Why something that was refused without a word is held back. */
export const refusedWords = (vendor: string): string => `${vendor} won't take it, and didn't say why.`
/** The request to a person when nothing shows whether something arrived. */
export const doubtWords = (vendor: string): string =>
  `It may be in ${vendor} already: its answer was lost. Look there, then press It's there, or Send again.`
/** It answers in a way we don't know. */
export const strangeWords = (vendor: string): string => `${vendor} answered in a way we don't know. Check it again later, or sign in again.`
/** Something that was there is not any more. */
export const goneWords = (vendor: string): string => `Something it belongs to isn't in ${vendor} any more.`

const NOUNS: Readonly<Record<LedgerKind, readonly [one: string, many: string]>> = {
  bill: ['invoice', 'invoices'],
  credit: ['credit note', 'credit notes'],
  receipt: ['payment', 'payments'],
  payer: ['payer', 'payers'],
}

/** `3 invoices, 1 credit note`. */
export const countWords = (counts: Partial<Record<LedgerKind, number>>): string =>
  (Object.keys(NOUNS) as LedgerKind[])
    .flatMap((kind) => {
      const count = counts[kind] ?? 0
      return count > 0 ? `${count.toLocaleString('en-GB')} ${NOUNS[kind][count === 1 ? 0 : 1]}` : []
    })
    .join(', ')

/** What waits for a person, as the card has it. */
export const heldWords = (count: number): string =>
  count === 1 ? "1 thing didn't go and waits for you: see Settings." : `${count} things didn't go and wait for you: see Settings.`
