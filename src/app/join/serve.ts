import type { FastifyReply } from 'fastify'
import type { JoinView } from '#app/join/join-view.ts'
import { JOIN_PATH } from '#features/records/guests/rules.ts'
import { comeIn, openInvitation } from '#features/records/guests/server/joining.ts'
import { guestOf, setGuestCookie } from '#platform/server/http/guest-cookie.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, sendPrivate, tokenOf, writing } from '#platform/server/pages/link-page.ts'

/** An invitation to the portal. Opening it changes nothing, because programs open links to look at them; only its form does. */
export async function serveJoin(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: (view: JoinView) => string }>()
  const places = { db: app.db, origin: app.setup.origin }
  const painted = async (reply: FastifyReply, token: string) => {
    const invitation = await openInvitation(places, token)
    const body = render(invitation && { invitation, token })
    return sendPrivate(reply, invitation ? 200 : 404, { title: 'An invitation', files, body })
  }

  app.get(`${JOIN_PATH}:token`, READING, (request, reply) => painted(reply, tokenOf(request)))
  app.post(`${JOIN_PATH}:token`, writing(20), async (request, reply) => {
    const token = tokenOf(request)
    const guest = await guestOf(request)
    const session = await comeIn(places, token, { personId: guest?.personId, userAgent: request.headers['user-agent'] ?? '' })
    if (session === undefined) return painted(reply, token)
    if (session) setGuestCookie(app, reply, session, { isShared: false })
    return reply.redirect('/my', 303)
  })
}
