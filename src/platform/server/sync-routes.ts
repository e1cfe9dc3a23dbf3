import type { FastifyRequest } from 'fastify'
import { deviceNoun } from '#lib/device-name.ts'
import { AppError } from '#lib/errors.ts'
import { syncEndpoints } from '#lib/sync.ts'
import type { App } from '#platform/server/http.ts'
import { serveMember } from '#platform/server/serve-endpoint.ts'
import type { SyncRegistry } from '#platform/server/sync.ts'
import { pull } from '#platform/server/sync-pull.ts'
import { push, remint } from '#platform/server/sync-push.ts'

/** The two requests of a device: its changes, and the news. */
export function syncEndpointRoutes(app: App, registry: SyncRegistry) {
  serveMember(app, syncEndpoints.push, ({ tx, actor, body, request }) =>
    push(tx, actor, registry, { ...body, userAgent: userAgentOf(request) }),
  )
  serveMember(app, syncEndpoints.pull, async ({ tx, actor, query, request }) => {
    try {
      return await pull(tx, actor, registry, { ...query, name: deviceNoun(userAgentOf(request)) })
    } catch (error) {
      if (!(error instanceof AppError) || !error.details.lostTime) throw error
      // In a transaction of its own: this one ends with the refusal.
      const epoch = await app.db.withPractice(actor.practiceId, (other) => remint(other, query.epoch))
      throw new AppError('resync', { resync: true, epoch, view: error.details.view })
    }
  })
}

const userAgentOf = (request: FastifyRequest) => request.headers['user-agent'] ?? ''
