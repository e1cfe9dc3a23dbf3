import { integrationEndpoints } from '#features/office/integrations/contract.ts'
import { FEED_PATH } from '#features/office/integrations/rules.ts'
import { feedAddress, openFeed, renewFeed } from '#features/office/integrations/server/feed.ts'
import { changeIntegration, disconnect, listIntegrations } from '#features/office/integrations/server/service.ts'
import { BY_ADDRESS, sendCalendar } from '#features/visits/calendars/server/send-calendar.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'
import { tokenOf } from '#platform/server/pages/link-page.ts'

export function integrationRoutes(app: App) {
  const { vault, mode } = app.setup
  serveMember(app, integrationEndpoints.list, ({ tx, actor }) => listIntegrations(tx, actor))
  serveMember(app, integrationEndpoints.change, ({ tx, actor, params, body }) => changeIntegration(tx, actor, vault, params.id, body))
  serveMember(app, integrationEndpoints.disconnect, ({ tx, actor, params }) => disconnect(tx, actor, params.id))
  serveMember(app, integrationEndpoints.feedAddress, ({ tx, actor }) => feedAddress(tx, actor, vault))
  serveMember(app, integrationEndpoints.renewFeed, ({ tx, actor }) => renewFeed(tx, actor, vault))
  app.get(`${FEED_PATH}:token([A-Za-z0-9_-]+).ics`, BY_ADDRESS, async (request, reply) =>
    sendCalendar(reply, await openFeed({ db: app.db, isTestVersion: mode === 'test' }, tokenOf(request), request.headers['if-none-match'])),
  )
}
