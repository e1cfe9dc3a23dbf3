import { dropPreview, previewOf, STOP_LOOKING } from '#features/records/guests/server/previewing.ts'
import type { App } from '#platform/server/http/http.ts'

/** Where a member stops looking as a client: back on the client. */
export function serveLooking({ app }: { app: App }) {
  app.get(STOP_LOOKING, { schema: { hide: true }, config: { rateLimit: { max: 60, timeWindow: 60_000 } } }, async (request, reply) => {
    const as = await previewOf(request)
    dropPreview(app, reply)
    return reply.header('cache-control', 'no-store').redirect(as ? `/clients?client=${as.clientId}` : '/my', 303)
  })
}
