import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Stripe } from 'stripe'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'
import { readStripeEvent, type StripeSettings } from '#platform/server/stripe.ts'

const LONGEST_EVENT = 512 * 1024
const PER_MINUTE = 3000

/**
 * Hangs an address on the app that Stripe brings events to. `take` is called for an event that carries the signature of one of our secrets over its
 * body as it came, made lately; it may come again and in any order. What `take` throws makes Stripe send it again.
 */
export function stripeRoute(app: App, url: `/api/stripe/${string}`, take: (event: Stripe.Event) => Promise<void>): void {
  // In a scope of its own: only here is a body taken as it came, and parsed after its signature was checked.
  void app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LONGEST_EVENT }, (_request, body, done) => done(null, body))
    scope.route({
      method: 'POST',
      url,
      bodyLimit: LONGEST_EVENT,
      schema: { hide: true },
      config: { audience: 'public', rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } },
      async handler(request, reply) {
        await take(await requireSigned(app.setup.stripe, request))
        return reply.code(204).send()
      },
    })
  })
}

/** @throws not_found when Stripe is not set up, wrong_signature */
async function requireSigned(settings: StripeSettings | undefined, request: FastifyRequest): Promise<Stripe.Event> {
  if (!settings) throw new AppError('not_found')
  const signature = request.headers['stripe-signature']
  const event = Buffer.isBuffer(request.body) && typeof signature === 'string' && (await readStripeEvent(settings, request.body, signature))
  if (!event) throw new AppError('wrong_signature')
  return event
}
