/** The way an invoice of a visit goes: by a text, by an e-mail, or handed over by the farrier. */
export type SendWay = 'sms' | 'email' | 'hand'

/** `Send 3 invoices`: what one press does with them; undefined: there are none. */
export function settleWords(ways: readonly SendWay[]): string | undefined {
  if (ways.length === 0) return undefined
  const verb = ways.some((way) => way !== 'hand') ? 'Send' : 'Issue'
  return `${verb} ${ways.length === 1 ? 'the invoice' : `${ways.length} invoices`}`
}

type Circumstances = { isOnline: boolean; isTestVersion: boolean; holdSeconds: number }

/** When the invoices go, and how long they can still be held back. */
export function goesWords(ways: readonly SendWay[], { isOnline, isTestVersion, holdSeconds }: Circumstances): string {
  if (ways.length === 0) return ''
  if (!ways.some((way) => way !== 'hand'))
    return isOnline ? 'Nothing is sent.' : "They get their numbers when there's signal. Nothing is sent."
  if (isTestVersion) return 'Test version: they go to the Outbox only.'
  return isOnline ? `They go in ${holdSeconds} seconds. Undo stops them.` : "They go when you're back online. Undo stops them."
}
