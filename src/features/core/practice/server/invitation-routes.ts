import type { FastifyRequest } from 'fastify'
import { invitationEndpoints } from '#features/core/practice/invitations.ts'
import { giveSession, letIn, whence } from '#features/core/practice/server/cookies.ts'
import { countedBy } from '#features/core/practice/server/counted.ts'
import {
  invite,
  inviteAgain,
  inviteBack,
  pendingInvitations,
  type Reach,
  withdrawInvitation,
} from '#features/core/practice/server/inviting.ts'
import {
  acceptByLink,
  acceptMine,
  declineByLink,
  declineMine,
  invitationsTo,
  type Joining,
  openInvitation,
  type TryPassword,
} from '#features/core/practice/server/joining.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, serveMemberAside, servePublic } from '#platform/server/http/serve-endpoint.ts'

const idIn = (params: { id: string }) => idOf(params.id, 'invitation_not_found')

/** Both sides of an invitation: the practice's owners, and whom it is for. */
export function invitationRoutes(app: App) {
  inviting(app)
  joining(app)
  joiningByLink(app)
}

function inviting(app: App) {
  const place = (request: FastifyRequest) => {
    const onFailure: Reach['onFailure'] = (err) => request.log.error({ err }, 'an invitation was not sent')
    return { db: app.db, reach: { mail: app.setup.mail, origin: app.setup.origin, onFailure } }
  }
  serveMember(app, invitationEndpoints.pending, ({ actor }) => pendingInvitations(app.db, actor))
  serveMemberAside(app, invitationEndpoints.invite, ({ actor, body, request }) => invite(place(request), actor, body))
  serveMemberAside(app, invitationEndpoints.inviteBack, ({ actor, params, body, request }) =>
    inviteBack(place(request), actor, { memberId: idOf(params.id, 'member_not_found'), ...body }),
  )
  serveMemberAside(app, invitationEndpoints.inviteAgain, ({ actor, params, request }) => inviteAgain(place(request), actor, idIn(params)))
  serveMember(app, invitationEndpoints.withdraw, ({ actor, params }) => withdrawInvitation(app.db, actor, idIn(params)))
}

function joining(app: App) {
  serveMember(app, invitationEndpoints.mine, ({ actor }) => invitationsTo(app.db, actor.personId))
  serveMemberAside(app, invitationEndpoints.acceptMine, async ({ actor, params, request, reply }) => {
    const session = await acceptMine(app.db, actor.personId, idIn(params), joiningFrom(app, request, actor.personId))
    if (session) giveSession(app, request, reply, session)
  })
  serveMemberAside(app, invitationEndpoints.declineMine, async ({ actor, params }) => {
    await declineMine(app.db, actor.personId, idIn(params))
  })
}

function joiningByLink(app: App) {
  const counted = countedBy(app)
  servePublic(app, invitationEndpoints.open, async ({ body, request }) => {
    const signedInAs = await whoIsSignedIn(app, request)
    return counted.link(request, () => openInvitation(app.db, body.token, signedInAs))
  })
  servePublic(app, invitationEndpoints.accept, async ({ body, request, reply }) => {
    const from = joiningFrom(app, request, await whoIsSignedIn(app, request))
    const tryPassword: TryPassword = (email, work) => counted.password(request, email, work)
    const session = await counted.link(request, () => acceptByLink(app.db, body, from, tryPassword))
    if (session) await letIn(app, request, reply, session)
    return { isSignedIn: session !== undefined }
  })
  servePublic(app, invitationEndpoints.decline, ({ body, request }) => counted.link(request, () => declineByLink(app.db, body.token)))
}

async function whoIsSignedIn(app: App, request: FastifyRequest): Promise<string | undefined> {
  const token = request.cookies[app.cookieName]
  return token ? (await app.sessions.read(token))?.personId : undefined
}

const joiningFrom = (app: App, request: FastifyRequest, signedInAs: string | undefined): Joining => ({
  ...whence(app, request),
  mode: app.setup.mode,
  origin: app.setup.origin,
  signedInAs,
})
