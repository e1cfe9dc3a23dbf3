import { moneyEndpoints } from '#features/money/contract.ts'
import { overrideId, priceItemId } from '#features/money/rules.ts'
import { addItem, agreedPrices, agreePrice, changeItem, priceList, toItem, toOverride } from '#features/money/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import { canon } from '#lib/ids.ts'
import type { App } from '#platform/server/http.ts'
import { serveMember } from '#platform/server/serve-endpoint.ts'

export function moneyRoutes(app: App) {
  serveMember(app, moneyEndpoints.items, ({ tx, actor }) => priceList(tx, actor))
  serveMember(app, moneyEndpoints.addItem, async ({ tx, actor, body }) => toItem(await addItem(tx, actor, body)), {
    recordId: ({ actor, body }) => priceItemId(actor.practiceId, body.serviceType),
  })
  serveMember(app, moneyEndpoints.changeItem, async ({ tx, actor, params, body }) =>
    toItem(await changeItem(tx, actor, idOf(params.id, 'price_item_not_found'), body)),
  )
  serveMember(app, moneyEndpoints.overrides, ({ tx, actor }) => agreedPrices(tx, actor))
  serveMember(app, moneyEndpoints.setOverride, async ({ tx, actor, body }) => toOverride(await agreePrice(tx, actor, body)), {
    recordId: ({ body }) => overrideId(canon(body.priceItemId), canon(body.horseId ?? body.clientId ?? body.yardId ?? '')),
  })
}
