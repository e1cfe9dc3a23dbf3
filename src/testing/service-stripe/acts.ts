import { type Books, type Card, type Event, requireIn } from '#testing/service-stripe/books.ts'
import { expireSession, paySession } from '#testing/service-stripe/checkout.ts'
import { nextDue } from '#testing/service-stripe/clock.ts'
import { tryPayment } from '#testing/service-stripe/invoices.ts'
import { cancelSubscription } from '#testing/service-stripe/subscriptions.ts'

/** What a test has happen, and looks at. */
export function actsOn(books: Books, act: <T>(work: () => T) => T) {
  const told = { events: 0 }
  return {
    /** Does what is due until now. */
    catchUp: () => act(() => {}),
    /** When it does something automatically, in seconds. */
    nextDue: () => act(() => nextDue(books)),
    /** Ends all subscriptions, without an event. */
    endAll: () =>
      act(() => {
        for (const one of books.subscriptions.values()) if (one.status !== 'canceled') cancelSubscription(books, one)
        told.events = books.events.length
      }),
    /** Pays on a page of Checkout. Returns whether the payment was taken. */
    pay: (session: string, card?: Card): boolean => act(() => paySession(books, requireIn(books.sessions, 'session', session), card)),
    /** A page of Checkout is given up. */
    expire: (session: string) => act(() => expireSession(books, requireIn(books.sessions, 'session', session))),
    /** A customer's card works from now on, or doesn't. */
    setCard: (customer: string, card: Card) =>
      act(() => {
        requireIn(books.customers, 'customer', customer).card = card
      }),
    /** A customer pays on Stripe's page what is open, by the card they have there now. */
    payOpen: (customer: string) =>
      act(() => {
        for (const invoice of books.invoices.values())
          if (invoice.customer === customer && invoice.status === 'open') tryPayment(books, invoice)
      }),
    /** The events since the last call, the oldest first. */
    newEvents: (): Event[] =>
      act(() => {
        const fresh = books.events.slice(told.events)
        told.events = books.events.length
        return fresh
      }),
    /** What a customer has paid, less what was given back, in pence. */
    paidBy: (customer: string): number =>
      act(() => [...books.intents.values()].reduce((sum, one) => sum + (one.customer === customer ? one.amount - one.refunded : 0), 0)),
    /** What was billed to a customer but was too little to charge, so that the next bill has it. */
    carriedBy: (customer: string): number =>
      act(() => {
        const open = [...books.invoices.values()].filter((one) => one.customer === customer && one.status === 'open')
        return requireIn(books.customers, 'customer', customer).balance + open.reduce((sum, one) => sum + one.startingBalance, 0)
      }),
    /** How many of each price are billed for each month; none where nothing runs. */
    quantitiesOf: (customer: string): Record<string, number> =>
      act(() => {
        const items = [...books.subscriptions.values()].flatMap((one) =>
          one.customer === customer && one.status !== 'canceled' ? one.items : [],
        )
        const found: Record<string, number> = {}
        for (const { price, quantity } of items) if (quantity > 0) found[price] = (found[price] ?? 0) + quantity
        return found
      }),
  }
}
