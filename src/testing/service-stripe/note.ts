import {
  type Books,
  type Customer,
  type Invoice,
  newId,
  type Refund,
  type Session,
  type Subscription,
} from '#testing/service-stripe/books.ts'
import { showCustomer, showInvoice, showRefund, showSession, showSubscription } from '#testing/service-stripe/shown.ts'

/** Notes that something happened: an event, with the object as it is at that moment. */
export function note(books: Books, type: string, of: Invoice | Subscription | Customer | Session | Refund): void {
  books.events.push({
    id: newId(books, 'evt'),
    object: 'event',
    type,
    created: books.at,
    data: { object: structuredClone(show(books, of)) },
  })
}

function show(books: Books, of: Invoice | Subscription | Customer | Session | Refund): object {
  if ('lines' in of) return showInvoice(books, of)
  if ('anchor' in of) return showSubscription(books, of)
  if ('card' in of) return showCustomer(of)
  if ('expiresAt' in of) return showSession(books, of)
  return showRefund(books, of)
}
