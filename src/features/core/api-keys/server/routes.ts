import { apiKeyEndpoints } from '#features/core/api-keys/contract.ts'
import { keysOf, makeKey, revokeKey } from '#features/core/api-keys/server/service.ts'
import { requireProof } from '#features/core/practice/server/require-proof.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, serveMemberAside } from '#platform/server/http/serve-endpoint.ts'

const AGAIN = 'You signed in a while ago. Type your password to make a key.'

/** Keys by which programs act for a member. */
export function apiKeyRoutes(app: App) {
  const { dataFolder } = app.setup
  serveMember(app, apiKeyEndpoints.list, ({ tx, actor }) => keysOf(tx, actor))
  serveMemberAside(app, apiKeyEndpoints.make, async ({ actor, body: { password, ...input }, request }) => {
    await requireProof(app, request, { actor, password, words: AGAIN })
    return makeKey(app.db, actor, input)
  })
  serveMember(app, apiKeyEndpoints.revoke, ({ tx, actor, params }) => revokeKey({ db: app.db, dataFolder }, tx, actor, params.id))
}
