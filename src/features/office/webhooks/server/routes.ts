import { requireProof } from '#features/core/practice/server/require-proof.ts'
import { webhookEndpoints } from '#features/office/webhooks/contract.ts'
import {
  changeWebhook,
  deliveriesOf,
  makeWebhook,
  removeWebhook,
  rotateSecret,
  sendAgain,
  webhooksOf,
} from '#features/office/webhooks/server/service.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, serveMemberAside } from '#platform/server/http/serve-endpoint.ts'

const AGAIN = 'You signed in a while ago. Type your password to make a secret.'

/** Where a practice has its own programs notified of what changes. */
export function webhookRoutes(app: App) {
  const { vault, mode, reachable = [] } = app.setup
  const setup = { vault, reachable, isTestVersion: mode === 'test' }
  serveMember(app, webhookEndpoints.list, ({ tx, actor }) => webhooksOf(tx, actor, setup))
  serveMemberAside(app, webhookEndpoints.make, async ({ actor, body: { password, ...input }, request }) => {
    await requireProof(app, request, { actor, password, words: AGAIN })
    return app.db.withPractice(actor.practiceId, (tx) => makeWebhook(tx, actor, setup, input))
  })
  serveMember(app, webhookEndpoints.change, ({ tx, actor, params, body }) => changeWebhook(tx, actor, setup, params.id, body))
  serveMemberAside(app, webhookEndpoints.rotate, async ({ actor, params, body: { password }, request }) => {
    await requireProof(app, request, { actor, password, words: AGAIN })
    return app.db.withPractice(actor.practiceId, (tx) => rotateSecret(tx, actor, setup, params.id))
  })
  serveMember(app, webhookEndpoints.remove, ({ tx, actor, params }) => removeWebhook(tx, actor, params.id))
  serveMember(app, webhookEndpoints.deliveries, ({ tx, actor, params, query }) => deliveriesOf(tx, actor, params.id, query))
  serveMember(app, webhookEndpoints.sendAgain, ({ tx, actor, params }) => sendAgain(tx, actor, params.id))
}
