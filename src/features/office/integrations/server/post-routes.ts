import { answerAboutPost, networksFor } from '#features/office/integrations/server/post-answers.ts'
import { openPostPicture } from '#features/office/integrations/server/post-picture.ts'
import { postEndpoints } from '#features/office/posts/contract.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, servePublic } from '#platform/server/http/serve-endpoint.ts'

/** Where posts go, and what is said of them there. */
export function postNetworkRoutes(app: App) {
  const { mode, reachable = [], farOrigins = {}, files } = app.setup
  const places = { isTestVersion: mode === 'test', reachable, farOrigins }
  serveMember(app, postEndpoints.networks, ({ tx }) => networksFor(tx, places))
  serveMember(app, postEndpoints.answer, ({ tx, actor, params, body }) =>
    answerAboutPost(tx, actor, { id: idOf(params.id, 'post_not_found'), network: params.network, answer: body.answer }),
  )
  servePublic(app, postEndpoints.picture, async ({ params, reply }) => {
    const content = await openPostPicture({ db: app.db, files }, params.token)
    reply.headers({ ...FOR_ONE_FETCH, 'content-type': 'image/jpeg', 'content-length': content.length })
    return Buffer.from(content)
  })
}

/** For the network that was given the address: nobody keeps it on the way, and no search engine lists it. */
const FOR_ONE_FETCH = {
  'cache-control': 'private, no-store',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}
