import { triageEndpoints } from '#features/talk/triage/contract.ts'
import { makeTriageLink } from '#features/talk/triage/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

export function triageRoutes(app: App) {
  serveMember(app, triageEndpoints.link, ({ tx, actor, params, body }) =>
    makeTriageLink(tx, actor, idOf(params.id, 'client_not_found'), body.sends),
  )
}
