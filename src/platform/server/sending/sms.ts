import type { Carrier } from '#platform/server/sending/delivery.ts'

/** The test version's way out for texts and e-mails: nothing leaves, the outbox shows what would have gone. */
export const simulated: Carrier = async () => ({ state: 'simulated' })

/** Texts until a provider is set up; the farrier can still open each in their own messages. */
export const withoutProvider: Carrier = async () => ({
  state: 'failed',
  reason: 'No text provider is set up. Open it in your own messages instead.',
})
