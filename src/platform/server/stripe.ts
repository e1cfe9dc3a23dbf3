import type { Stripe } from 'stripe'
import { currentMs } from '#lib/clock.ts'

/**
 * Payments by card, and plans paid for, by Stripe. Each address Stripe calls has a secret of its own, so there may be several. `baseUrl` is
 * another server of its protocol (a test's).
 */
export type StripeSettings = { secretKey: string; webhookSecrets: readonly string[]; baseUrl?: string }

/** An event signed longer ago is refused: it may be a replay. Stripe signs again when it resends one. */
const TOLERANCE_SECONDS = 300
/** A person waits for the answer, and a transaction with them; twice this is less than the limit of a transaction. */
const LONGEST_ANSWER_MS = 8000

/** Its program takes a sixth of a second to load, which no start should wait for. */
const load = async () => (await import('stripe')).default

/** A Stripe client. It retries automatically when no answer came, under the same idempotency key. */
export async function openStripe({ secretKey, baseUrl }: StripeSettings): Promise<Stripe> {
  const { protocol, hostname, port } = new URL(baseUrl ?? 'https://api.stripe.com')
  const StripeClient = await load()
  return new StripeClient(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port && { port }),
    timeout: LONGEST_ANSWER_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

/** An event whose signature is right (https://docs.stripe.com/webhooks#verify-manually); undefined for any other. */
export async function readStripeEvent(
  { webhookSecrets }: StripeSettings,
  body: Buffer,
  signature: string,
): Promise<Stripe.Event | undefined> {
  const { webhooks } = await load()
  for (const secret of webhookSecrets) {
    try {
      return webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, currentMs())
    } catch {
      // Signed with another secret, or not signed by Stripe at all.
    }
  }
  return undefined
}
