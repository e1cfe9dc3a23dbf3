import { moneyEndpoints } from '#features/records/prices/contract.ts'
import { overrideId, priceItemId } from '#features/records/prices/rules.ts'
import { addItem, agreedPrices, agreePrice, changeItem, priceList, toItem, toOverride } from '#features/records/prices/server/service.ts'
import { changeMoneySettings, moneySettings, toMoneySettings } from '#features/records/prices/server/settings.ts'
import { moneySettingsId } from '#features/records/prices/settings.ts'
import { moneySettingsEndpoints } from '#features/records/prices/settings-contract.ts'
import { idOf } from '#lib/canonical.ts'
import { canon } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

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
  serveMember(app, moneySettingsEndpoints.settings, ({ tx, actor }) => moneySettings(tx, actor))
  serveMember(
    app,
    moneySettingsEndpoints.changeSettings,
    async ({ tx, actor, body }) => toMoneySettings(await changeMoneySettings(tx, actor, body)),
    { recordId: ({ actor }) => moneySettingsId(actor.practiceId) },
  )
}
