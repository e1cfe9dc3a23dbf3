import type { FastifyRequest } from 'fastify'
import type { GuestAct } from '#features/records/guests/rules.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { AppError } from '#lib/errors.ts'
import { guestOf } from '#platform/server/http/guest-cookie.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import { type Answer, type Call, callOf, describe, refuseForeignOrigin } from '#platform/server/http/serve-endpoint.ts'

/** What a guest's endpoint does: an act of `GUEST_MAY` for a client of a practice, or something about their own account alone. */
type EndpointAct = GuestAct | 'ownAccount'

type GuestEndpoint = Endpoint & { audience: 'guest'; act: EndpointAct }
/** No transaction is open: a guest reads by `withGuest`, and what they want written is written by the practice, once they may do `act`. */
type GuestCall<E extends GuestEndpoint> = Call<E> & { session: GuestSession; act: E['act'] }

/** Registers a contract endpoint for people who are signed in to the portal; any other caller is refused before their request is read. */
export function serveGuest<E extends GuestEndpoint>(
  app: App,
  endpoint: E,
  handler: (call: GuestCall<E>) => Answer<E>,
  { bodyLimit }: { bodyLimit?: number } = {},
) {
  const sessions = new WeakMap<FastifyRequest, GuestSession>()
  app.route({
    ...describe(endpoint),
    ...(bodyLimit ? { bodyLimit } : {}),
    preParsing: [
      refuseForeignOrigin,
      async (request) => {
        sessions.set(request, await requireGuestSession(request))
      },
    ],
    async handler(request, reply) {
      const session = sessions.get(request) ?? (await requireGuestSession(request))
      const result = await handler({ ...callOf<E>(app, request, reply), session, act: endpoint.act })
      return reply.sent ? reply : reply.code(endpoint.status ?? 200).send(result)
    },
  })
}

async function requireGuestSession(request: FastifyRequest): Promise<GuestSession> {
  const session = await guestOf(request)
  if (!session) throw new AppError('not_signed_in')
  return session
}
