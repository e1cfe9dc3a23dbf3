import { kindEndpoints } from '#features/records/kinds/contract.ts'
import { kindId } from '#features/records/kinds/rules.ts'
import { addKind, changeKind, kindsOf, toKind } from '#features/records/kinds/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

export function kindRoutes(app: App) {
  serveMember(app, kindEndpoints.list, ({ tx }) => kindsOf(tx))
  serveMember(app, kindEndpoints.create, async ({ tx, actor, body }) => toKind(await addKind(tx, actor, body)), {
    recordId: ({ actor, body }) => kindId(actor.practiceId, body.serviceType),
  })
  serveMember(app, kindEndpoints.update, async ({ tx, actor, params, body }) =>
    toKind(await changeKind(tx, actor, idOf(params.id, 'kind_not_found'), body)),
  )
}
