import type { FastifyReply } from 'fastify'

/** Where payments are made, and where a card and receipts are kept. */
const PROVIDERS = 'https://checkout.stripe.com https://billing.stripe.com'

/** A browser checks whether a form may lead where its answer redirects to: here to the provider's own page. */
export function letLeave(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.header('content-security-policy', policy.replace("form-action 'self'", `form-action 'self' ${PROVIDERS}`))
}
