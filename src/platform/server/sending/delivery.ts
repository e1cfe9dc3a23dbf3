/** One message as it leaves; `to` is E.164, one e-mail address, or where a device is called. `id` stays the same on every attempt. */
export type Outgoing = {
  id: string
  practiceId: string
  to: string
  subject: string | null
  body: string
  /** Where an answer by e-mail goes. */
  replyTo?: string
  /** The keys of the device that is called, and what opens there. */
  device?: { p256dh: string; auth: string; path: string }
}

/**
 * What became of it. `later`: certainly not delivered, worth another try. `failed`: trying again won't help. `unknown`: it may have
 * gone, so nothing sends it again by itself. A reason is a sentence for the farrier without addresses or words of the message.
 * `because` says what else follows: they asked the provider for no more (`stopped`), the device is no more (`gone`).
 */
export type Delivery =
  | { state: 'sent'; reference: string | null }
  | { state: 'simulated' }
  | { state: 'failed'; reason: string; because?: 'stopped' | 'gone' }
  | { state: 'later' | 'unknown'; reason: string }

/** A way out. Never throws: trouble is an answer, too. */
export type Carrier = (message: Outgoing) => Promise<Delivery>
