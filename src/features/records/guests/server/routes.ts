import { guestEndpoints } from '#features/records/guests/contract.ts'
import { answerAsk, asksPage, toAsk } from '#features/records/guests/server/asks.ts'
import { grantRoutes } from '#features/records/guests/server/grant-routes.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

export function guestRoutes(app: App) {
  grantRoutes(app)
  serveMember(app, guestEndpoints.asks, async ({ tx, query, request, reply }) => {
    const { limit, unseen } = query
    const clientId = optionalId(query.clientId, 'client_not_found')
    const after = optionalId(query.after, 'bad_request')
    const asks = await asksPage(tx, { clientId, isUnseen: unseen === 'true', limit, after })
    linkNext(request, reply, asks, limit, (last) => last.id)
    return asks
  })
  serveMember(app, guestEndpoints.answerAsk, async ({ tx, actor, params, body }) =>
    toAsk(await answerAsk(tx, actor, idOf(params.id, 'owner_ask_not_found'), body)),
  )
}
