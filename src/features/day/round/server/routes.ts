import { roundEndpoints } from '#features/day/round/contract.ts'
import { roundId } from '#features/day/round/rules.ts'
import { afterStops } from '#features/day/round/server/after.ts'
import { makeQueue, type Queue } from '#features/day/round/server/queue.ts'
import { advanceCall, callTrackerOf, completeCall, dashboardStats, setRound, toRound } from '#features/day/round/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, serveMemberRead, servePublic } from '#platform/server/http/serve-endpoint.ts'
import { serveLive } from '#platform/server/http/serve-live.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What the queue page is painted from. */
    queue: Queue
  }
}

const visitId = (params: { id: string }) => idOf(params.id, 'appointment_not_found')

export function roundRoutes(app: App) {
  app.decorate('queue', makeQueue({ db: app.db, mode: app.setup.mode }))
  serveLive(app, roundEndpoints.today, app.queue.list)
  serveLive(app, roundEndpoints.tracker, app.queue.tracker)
  servePublic(app, roundEndpoints.after, ({ params }) => afterStops({ db: app.db, files: app.setup.files }, params.clientId))
  serveMember(
    app,
    roundEndpoints.advanceCall,
    ({ tx, actor, params, body }) => advanceCall(tx, actor, visitId(params), body.currentCallNumber),
    { again: ({ tx, actor, params }) => callTrackerOf(tx, actor, visitId(params)) },
  )
  serveMember(app, roundEndpoints.completeCall, ({ tx, actor, params }) => completeCall(tx, actor, visitId(params)))
  serveMember(app, roundEndpoints.setRound, async ({ tx, actor, body }) => toRound(await setRound(tx, actor, body)), {
    recordId: ({ body }) => roundId(body.memberId, body.onDay),
  })
  // No transaction waits for an answer from elsewhere.
  serveMemberRead(app, roundEndpoints.places, async ({ query }) => {
    if (!app.setup.geocoder) throw new AppError('geocoder_off')
    return app.setup.geocoder(query.address)
  })
  serveMember(app, roundEndpoints.stats, ({ tx, actor }) => dashboardStats(tx, actor))
}
