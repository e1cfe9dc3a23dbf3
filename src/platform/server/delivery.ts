/** One message as it leaves; `to` is E.164 or one e-mail address. `id` stays the same on every attempt. */
export type Outgoing = { id: string; to: string; subject: string | null; body: string }

/**
 * What became of it. `later`: certainly not delivered, worth another try. `failed`: trying again won't help. `unknown`: it may have
 * gone, so nothing sends it again by itself. A reason is a sentence for the farrier without addresses or words of the message.
 */
export type Delivery =
  | { state: 'sent'; reference: string | null }
  | { state: 'simulated' }
  | { state: 'failed' | 'later' | 'unknown'; reason: string }

/** A way out. Never throws: trouble is an answer, too. */
export type Carrier = (message: Outgoing) => Promise<Delivery>
