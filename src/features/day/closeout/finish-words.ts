import { type SendWay, settleWords } from '#features/ledger/payments/settle-words.ts'
import { type Day, shortDay } from '#lib/dates.ts'

type Ending = { ways: readonly SendWay[]; onDay: Day | null }

/** `Send 3 invoices and rebook Mon 4 Jan`: what one press does at the end of a stop; undefined: nothing is left to do. */
export function finishWords({ ways, onDay }: Ending): string | undefined {
  const invoices = settleWords(ways)
  if (!onDay) return invoices
  return invoices ? `${invoices} and rebook ${shortDay(onDay)}` : `Rebook ${shortDay(onDay)}`
}

/** `3 invoices, booked Mon 4 Jan`: what was done by it. */
export function finishedWords({ ways, onDay }: Ending): string {
  const invoices = ways.length > 0 && `${ways.length} ${ways.length === 1 ? 'invoice' : 'invoices'}`
  const booked = onDay && `${invoices ? 'booked' : 'Booked'} ${shortDay(onDay)}`
  return [invoices, booked].filter(Boolean).join(', ')
}

/** `2 of 3 done, 1 not done`: how far a stop is. */
export function farWords(lines: readonly { outcome: 'done' | 'not_done' | null }[]): string {
  const of = (outcome: 'done' | 'not_done') => lines.filter((line) => line.outcome === outcome).length
  return [`${of('done')} of ${lines.length} done`, of('not_done') > 0 && `${of('not_done')} not done`].filter(Boolean).join(', ')
}
