import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { deviceNoun } from '#lib/device-name.ts'
import { AppError } from '#lib/errors.ts'
import { syncEndpoints } from '#lib/sync.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'
import { gzipBothWays, packAhead } from '#platform/server/sync/gzip.ts'
import { readParts } from '#platform/server/sync/parts.ts'
import { pull } from '#platform/server/sync/pull.ts'
import { push, remint } from '#platform/server/sync/push.ts'
import type { SyncRegistry } from '#platform/server/sync/sync.ts'

/**
 * The two requests of a device, push and pull, in a context of their own: gzip both ways, because a day's changes are otherwise as big as a
 * photo, and barns have one bar of signal.
 */
export function syncEndpointRoutes(app: App, registry: SyncRegistry) {
  app.register(async (gzipped) => {
    const context = gzipped.withTypeProvider<ZodTypeProvider>()
    gzipBothWays(context)
    gzipped.setErrorHandler((error, request) => endEpoch(app, error, request))
    serveMember(context, syncEndpoints.push, ({ tx, actor, body, request, reply }) =>
      push(tx, actor, registry, { ...body, userAgent: userAgentOf(request), prepare: (answer) => packAhead(reply, answer) }),
    )
    serveMember(context, syncEndpoints.pull, ({ tx, actor, query, request }) =>
      pull(tx, actor, registry, { ...query, name: deviceNoun(userAgentOf(request)) }),
    )
    serveMember(context, syncEndpoints.parts, ({ tx, actor, query, request }) =>
      readParts(tx, actor, registry, { ...query, name: deviceNoun(userAgentOf(request)) }),
    )
  })
}

/**
 * A local copy that was fetched here and has a cursor ahead of ours proves that this server has lost time: its epoch ends, for every device. It
 * ends only now, because the transaction that detected it ended with the refusal. The error is rethrown to the common error handler.
 */
async function endEpoch(app: App, error: unknown, { signedIn }: FastifyRequest): Promise<never> {
  if (!(error instanceof AppError) || !error.details.lostTime || !signedIn) throw error
  const { epoch: ended, view } = error.details
  const epoch = await app.db.withPractice(signedIn.practiceId, (tx) => remint(tx, String(ended)))
  throw new AppError('resync', { resync: true, epoch, view })
}

const userAgentOf = (request: FastifyRequest) => request.headers['user-agent'] ?? ''
