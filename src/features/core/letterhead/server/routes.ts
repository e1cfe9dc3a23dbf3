import { letterheadEndpoints } from '#features/core/letterhead/contract.ts'
import { MOST_SENT_BYTES } from '#features/core/letterhead/rules.ts'
import { changePicture, letterheadOf, openPicture } from '#features/core/letterhead/server/service.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, serveMemberAside, servePublic } from '#platform/server/http/serve-endpoint.ts'

/** The picture as base64 in JSON, and a little. */
const BODY = { bodyLimit: Math.ceil(MOST_SENT_BYTES * 1.4) }

/** The logo on a practice's papers and the farrier's picture on owners' pages. */
export function letterheadRoutes(app: App) {
  serveMember(app, letterheadEndpoints.read, ({ tx }) => letterheadOf(tx))
  serveMemberAside(app, letterheadEndpoints.change, ({ actor, body }) => changePicture(app.db, actor, body), BODY)
  servePublic(app, letterheadEndpoints.picture, async ({ params, reply }) => {
    const { mime, content } = await openPicture(app.db, params.key)
    reply.headers({ ...ONLY_A_PICTURE, 'content-type': mime, 'content-length': content.length })
    return content
  })
}

/** The bytes of an address never change, so every browser may keep them; opened on its own it runs nothing, and no search engine lists it. */
const ONLY_A_PICTURE = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}
