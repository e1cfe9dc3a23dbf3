import { moneyEndpoints } from '#features/money/contract.ts'
import { overrideId, priceItemId } from '#features/money/rules.ts'
import { addItem, agreedPrices, agreePrice, changeItem, priceList, toItem, toOverride } from '#features/money/server/service.ts'
import { changeMoneySettings, moneySettings, toMoneySettings } from '#features/money/server/settings.ts'
import { moneySettingsId } from '#features/money/settings.ts'
import { moneySettingsEndpoints } from '#features/money/settings-contract.ts'
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
  serveMember(app, moneySettingsEndpoints.settings, ({ tx, actor }) => moneySettings(tx, actor))
  serveMember(
    app,
    moneySettingsEndpoints.changeSettings,
    async ({ tx, actor, body }) => toMoneySettings(await changeMoneySettings(tx, actor, body)),
    { recordId: ({ actor }) => moneySettingsId(actor.practiceId) },
  )
}
