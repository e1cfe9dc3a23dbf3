import { integrationEndpoints } from '#features/office/integrations/contract.ts'
import { FEED_PATH, SIGNED_IN_PATH } from '#features/office/integrations/rules.ts'
import { farCalendars } from '#features/office/integrations/server/far-calendars.ts'
import { farLists } from '#features/office/integrations/server/far-lists.ts'
import { feedAddress, openFeed, renewFeed } from '#features/office/integrations/server/feed.ts'
import { heldItems, papersFrom, releaseItem } from '#features/office/integrations/server/ledger-held.ts'
import { finishSignIn } from '#features/office/integrations/server/oauth-callback.ts'
import { startSignIn } from '#features/office/integrations/server/oauth-start.ts'
import { changeIntegration, checkNow, disconnect, exchangedBy, listIntegrations } from '#features/office/integrations/server/service.ts'
import { rehearsedEntries } from '#features/office/integrations/server/wanted.ts'
import { readAgain } from '#features/visits/calendars/server/read-again.ts'
import { answerStill, BY_ADDRESS, knownBy, sendCalendar } from '#features/visits/calendars/server/send-calendar.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, serveMemberAside, sessionOf, whoIsSignedIn } from '#platform/server/http/serve-endpoint.ts'
import { tokenOf } from '#platform/server/pages/link-page.ts'
import { openReach } from '#platform/server/reach.ts'

/** Where a vendor leads a browser back to: a page, not an answer. */
const LED_BACK = { schema: { hide: true }, config: { rateLimit: { max: 60, timeWindow: 60_000 } } }
/** The app starts a sign-in, and shows its state. */
const NOT_SIGNED_IN = '/integrations'

export function integrationRoutes(app: App) {
  const { vault, mode, reach = openReach(), reachable = [], farOrigins = {}, oauthApps = {} } = app.setup
  const isTestVersion = mode === 'test'
  const setup = { isTestVersion, reachable, farOrigins, oauthApps, vault }
  const connecting = { ...setup, db: app.db, reach, log: app.log }
  serveMember(app, integrationEndpoints.list, ({ tx, actor }) => listIntegrations(tx, actor, setup))
  serveMemberAside(app, integrationEndpoints.change, ({ actor, params, body }) => changeIntegration(connecting, actor, params.id, body))
  serveMemberAside(app, integrationEndpoints.calendars, ({ actor, params }) => farCalendars(connecting, actor, params.id))
  serveMemberAside(app, integrationEndpoints.lists, ({ actor, params }) => farLists(connecting, actor, params.id))
  serveMember(app, integrationEndpoints.check, ({ tx, actor, params, body }) => checkNow(tx, actor, setup, params.id, body.many))
  serveMember(app, integrationEndpoints.log, ({ tx, actor, params, query }) => exchangedBy(tx, actor, params.id, query))
  serveMember(app, integrationEndpoints.rehearsal, ({ tx, actor, params }) => rehearsedEntries(tx, actor, params.id))
  serveMember(app, integrationEndpoints.papersFrom, ({ tx, actor, params, query }) => papersFrom(tx, actor, params.id, query.from))
  serveMember(app, integrationEndpoints.held, ({ tx, actor, params }) => heldItems(tx, actor, params.id))
  serveMember(app, integrationEndpoints.release, ({ tx, actor, params, body }) => releaseItem(tx, actor, params, body.answer))
  serveMemberAside(app, integrationEndpoints.disconnect, ({ actor, params, query }) =>
    disconnect(connecting, actor, params.id, query.there),
  )
  serveMemberAside(app, integrationEndpoints.signIn, ({ actor, params, body, request }) =>
    startSignIn(connecting, { actor, sessionId: sessionOf(request) }, params.id, body.settings),
  )
  app.get(SIGNED_IN_PATH, LED_BACK, async (request, reply) => {
    const who = await whoIsSignedIn(request)
    return reply.redirect(who ? await finishSignIn(connecting, who, request.url) : NOT_SIGNED_IN, 303)
  })
  serveMember(app, integrationEndpoints.feedAddress, ({ tx, actor }) => feedAddress(tx, actor, vault))
  serveMember(app, integrationEndpoints.renewFeed, ({ tx, actor }) => renewFeed(tx, actor, vault))
  answerStill(app, FEED_PATH)
  app.get(`${FEED_PATH}:token([A-Za-z0-9_-]+).ics`, BY_ADDRESS, async (request, reply) => {
    const [token, known] = [tokenOf(request), knownBy(request)]
    return sendCalendar(reply, await readAgain(app, token, () => openFeed({ db: app.db, isTestVersion }, token, known)))
  })
}
