import { gapEndpoints } from '#features/day/gaps/contract.ts'
import { offerSlot, offersFrom, withdrawOffers } from '#features/day/gaps/server/service.ts'
import { toOffer } from '#features/day/gaps/server/wire.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

export function gapRoutes(app: App) {
  serveMember(app, gapEndpoints.list, ({ tx, query }) => offersFrom(tx, query))
  serveMember(app, gapEndpoints.offer, async ({ tx, actor, body }) => {
    const { offers, outcomes } = await offerSlot(tx, actor, body)
    return { offers: offers.map(toOffer), outcomes }
  })
  serveMember(app, gapEndpoints.withdraw, async ({ tx, actor, params }) =>
    (await withdrawOffers(tx, actor, idOf(params.id, 'slot_offer_not_found'))).map(toOffer),
  )
}
