import { erasureEndpoints } from '#features/office/erasure/contract.ts'
import {
  changeRetention,
  dryRun,
  erasureOf,
  erasuresPage,
  longGoneClients,
  retentionOf,
  retryErasure,
  startErasure,
} from '#features/office/erasure/server/service.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const clientId = (params: { id: string }) => idOf(params.id, 'client_not_found')

export function erasureRoutes(app: App) {
  serveMember(app, erasureEndpoints.plan, ({ tx, actor, params }) => dryRun(tx, actor, clientId(params)))
  serveMember(app, erasureEndpoints.start, ({ tx, actor, params, body }) =>
    startErasure(tx, actor, clientId(params), {
      clientName: body.clientName,
      requestId: optionalId(body.requestId, 'bad_request') ?? null,
      evenWithOpenMoney: body.evenWithOpenMoney,
    }),
  )
  serveMember(app, erasureEndpoints.list, ({ tx, actor, query }) =>
    erasuresPage(tx, actor, optionalId(query.requestId, 'bad_request') ?? undefined),
  )
  serveMember(app, erasureEndpoints.one, ({ tx, actor, params }) => erasureOf(tx, actor, idOf(params.id, 'erasure_not_found')))
  serveMember(app, erasureEndpoints.retry, ({ tx, actor, params }) => retryErasure(tx, actor, idOf(params.id, 'erasure_not_found')))
  serveMember(app, erasureEndpoints.retention, ({ tx, actor }) => retentionOf(tx, actor))
  serveMember(app, erasureEndpoints.changeRetention, ({ tx, actor, body }) => changeRetention(tx, actor, body))
  serveMember(app, erasureEndpoints.longGone, ({ tx, actor }) => longGoneClients(tx, actor))
}
