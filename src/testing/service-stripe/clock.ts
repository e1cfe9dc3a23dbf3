import type { Books } from '#testing/service-stripe/books.ts'
import { expireSession } from '#testing/service-stripe/checkout.ts'
import { advanceInvoice, dueOf } from '#testing/service-stripe/invoices.ts'
import { renew } from '#testing/service-stripe/subscriptions.ts'

/** Does all that Stripe does automatically until a moment, one after the other. */
export function catchUp(books: Books, until: number): void {
  for (;;) {
    const [due, work] = nextOf(books)
    if (due > until) break
    books.at = Math.max(books.at, due)
    work()
  }
  books.at = Math.max(books.at, until)
}

function nextOf(books: Books): [number, () => void] {
  let next: [number, () => void] = [Number.POSITIVE_INFINITY, () => {}]
  const consider = (due: number, work: () => void) => {
    if (due < next[0]) next = [due, work]
  }
  for (const invoice of books.invoices.values()) consider(dueOf(invoice), () => advanceInvoice(books, invoice))
  for (const one of books.subscriptions.values()) if (one.status !== 'canceled') consider(one.end, () => renew(books, one))
  for (const one of books.sessions.values()) if (one.status === 'open') consider(one.expiresAt, () => expireSession(books, one))
  return next
}

export const nextDue = (books: Books): number => nextOf(books)[0]
