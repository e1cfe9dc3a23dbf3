import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JoinState, JoinView } from '#app/join/join-view.ts'
import { JOIN_PATH } from '#features/records/guests/rules.ts'
import { acceptInvite, invitedBy, isTo } from '#features/records/guests/server/accepting.ts'
import { comeIn, openInvitation } from '#features/records/guests/server/joining.ts'
import { provenHashes } from '#features/records/guests/server/proven-hashes.ts'
import { reachableKinds } from '#features/records/guests/server/way-in.ts'
import { AppError } from '#lib/errors.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import { guestOf, setGuestCookie } from '#platform/server/http/guest-cookie.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, sendPrivate, tokenOf, writing } from '#platform/server/pages/link-page.ts'

/** An invitation to the portal. Opening it changes nothing, because programs open links to look at them; only its form does. */
export async function serveJoin(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: (view: JoinView) => string }>()
  const places = { db: app.db, origin: app.setup.origin }
  const painted = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = tokenOf(request)
    const opened = await openInvitation(places, token)
    const body = render(opened && { invitation: opened.said, token, standing: await standingOf(app, request, opened) })
    return sendPrivate(reply, opened ? 200 : 404, { title: 'An invitation', files, body })
  }

  app.get(`${JOIN_PATH}:token`, READING, painted)
  app.post(`${JOIN_PATH}:token`, writing(20), async (request, reply) => {
    const token = tokenOf(request)
    const guest = await guestOf(request)
    const named = await openInvitation(places, token)
    if (named?.said.isNamed) {
      if (!guest) return reply.redirect(`${JOIN_PATH}${encodeURIComponent(token)}`, 303)
      try {
        await acceptInvite(app, guest, { practiceId: named.practice.id, inviteId: named.invite.id, regNumber: regIn(request) })
        return reply.redirect('/my', 303)
      } catch (error) {
        if (error instanceof AppError && (error.status === 404 || error.code === 'not_your_invitation')) return painted(request, reply)
        throw error
      }
    }
    const session = await comeIn(places, token, { personId: guest?.personId, userAgent: request.headers['user-agent'] ?? '' })
    if (session === undefined) return painted(request, reply)
    if (session) setGuestCookie(app, reply, session, { isShared: false })
    return reply.redirect('/my', 303)
  })
}

const regIn = ({ body }: FastifyRequest): string => {
  const { registration } = (body ?? {}) as FormBody
  return typeof registration === 'string' ? registration : ''
}

type Opened = NonNullable<Awaited<ReturnType<typeof openInvitation>>>

async function standingOf(app: App, request: FastifyRequest, { invite, practice }: Opened): Promise<JoinState> {
  const guest = await guestOf(request)
  if (!guest) return { is: 'signed-out', takes: reachableKinds(app.setup), isTestVersion: app.setup.mode === 'test' }
  const isHere = guest.onlyPractice === null || guest.onlyPractice === practice.id
  const isTheirs = isHere && isTo(app, invite, await provenHashes(app, guest))
  return isTheirs ? { is: 'proven', invited: invitedBy(invite, practice.name) } : { is: 'another' }
}
