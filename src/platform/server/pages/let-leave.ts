import type { FastifyReply } from 'fastify'

/** A browser checks whether a form may lead where its answer redirects to: here to the provider's own page. */
export function letLeave(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.header('content-security-policy', policy.replace("form-action 'self'", "form-action 'self' https://checkout.stripe.com"))
}
