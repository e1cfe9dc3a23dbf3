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
 * The outcome of a delivery. `later`: certainly not delivered, worth another try. `failed`: trying again won't help. `unknown`: it may have
 * gone, so nothing sends it again automatically. A reason is a sentence for the farrier without addresses or words of the message. `because`
 * gives a further consequence: the recipient has opted out at the provider (`stopped`), or the device no longer exists (`gone`).
 */
export type Delivery =
  | { state: 'sent'; reference: string | null }
  | { state: 'simulated' }
  | { state: 'failed'; reason: string; because?: 'stopped' | 'gone' }
  | { state: 'later' | 'unknown'; reason: string }

/** A way to send. Never throws: a problem is an outcome, too. */
export type Carrier = (message: Outgoing) => Promise<Delivery>
