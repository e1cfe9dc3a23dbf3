import { integrationEndpoints } from '#features/office/integrations/contract.ts'
import { FEED_PATH } from '#features/office/integrations/rules.ts'
import { farCalendars } from '#features/office/integrations/server/far-calendars.ts'
import { feedAddress, openFeed, renewFeed } from '#features/office/integrations/server/feed.ts'
import { changeIntegration, checkNow, disconnect, exchangedBy, listIntegrations } from '#features/office/integrations/server/service.ts'
import { rehearsedEntries } from '#features/office/integrations/server/wanted.ts'
import { BY_ADDRESS, sendCalendar } from '#features/visits/calendars/server/send-calendar.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, serveMemberAside } from '#platform/server/http/serve-endpoint.ts'
import { tokenOf } from '#platform/server/pages/link-page.ts'
import { openReach } from '#platform/server/reach.ts'

export function integrationRoutes(app: App) {
  const { vault, mode, reach = openReach(), reachable = [], farOrigins = {} } = app.setup
  const isTestVersion = mode === 'test'
  const setup = { isTestVersion, reachable, farOrigins, vault }
  const connecting = { ...setup, db: app.db, reach }
  serveMember(app, integrationEndpoints.list, ({ tx, actor }) => listIntegrations(tx, actor, setup))
  serveMemberAside(app, integrationEndpoints.change, ({ actor, params, body }) => changeIntegration(connecting, actor, params.id, body))
  serveMemberAside(app, integrationEndpoints.calendars, ({ actor, params }) => farCalendars(connecting, actor, params.id))
  serveMember(app, integrationEndpoints.check, ({ tx, actor, params, body }) => checkNow(tx, actor, setup, params.id, body.many))
  serveMember(app, integrationEndpoints.log, ({ tx, actor, params, query }) => exchangedBy(tx, actor, params.id, query))
  serveMember(app, integrationEndpoints.rehearsal, ({ tx, actor, params }) => rehearsedEntries(tx, actor, params.id))
  serveMember(app, integrationEndpoints.disconnect, ({ tx, actor, params, query }) => disconnect(tx, actor, setup, params.id, query.there))
  serveMember(app, integrationEndpoints.feedAddress, ({ tx, actor }) => feedAddress(tx, actor, vault))
  serveMember(app, integrationEndpoints.renewFeed, ({ tx, actor }) => renewFeed(tx, actor, vault))
  app.get(`${FEED_PATH}:token([A-Za-z0-9_-]+).ics`, BY_ADDRESS, async (request, reply) =>
    sendCalendar(reply, await openFeed({ db: app.db, isTestVersion }, tokenOf(request), request.headers['if-none-match'])),
  )
}
