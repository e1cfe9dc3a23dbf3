import type { FastifyRequest } from 'fastify'
import { backupEndpoints } from '#features/core/practice/backups.ts'
import { practiceEndpoints } from '#features/core/practice/contract.ts'
import { settingsId } from '#features/core/practice/rules.ts'
import { backUpLater, backupsOf } from '#features/core/practice/server/backups.ts'
import { changePractice } from '#features/core/practice/server/change-practice.ts'
import { changeSettings, toSettings } from '#features/core/practice/server/change-settings.ts'
import { giveSession, letIn, setCookie, signOutBy, whence } from '#features/core/practice/server/cookies.ts'
import { countedBy } from '#features/core/practice/server/counted.ts'
import { openDemo } from '#features/core/practice/server/demo-copies.ts'
import { invitationRoutes } from '#features/core/practice/server/invitation-routes.ts'
import { memberPasskeyRoutes } from '#features/core/practice/server/member-passkeys.ts'
import { changeMember, changeMyName, memberNow, membersOf } from '#features/core/practice/server/members.ts'
import { currentUser, register, type SeedPractice } from '#features/core/practice/server/service.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { shellRoutes } from '#features/core/practice/server/shell-routes.ts'
import {
  endSession,
  enterPractice,
  mailChanged,
  mailLink,
  mailNewPassword,
  practicesOf,
  sessionsOf,
  signInWithPassword,
  useLink,
} from '#features/core/practice/server/sign-in.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { guestCookie } from '#platform/server/http/guest-cookie.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, servePublic } from '#platform/server/http/serve-endpoint.ts'

/** `seed` gives a practice what it has from its first day, in the transaction that makes it. */
export function practiceRoutes(app: App, { seed }: { seed: SeedPractice }) {
  signingIn(app, seed)
  signingOut(app)
  serveMember(app, practiceEndpoints.user, ({ tx, actor, request }) => userOf(app, tx, actor, request))
  serveMember(app, practiceEndpoints.sessions, ({ actor, request }) => sessionsOf(app.db, actor.personId, sessionIdOf(request)))
  serveMember(app, practiceEndpoints.endSession, ({ actor, params }) => endSession(app.db, actor.personId, params.id))
  serveMember(app, practiceEndpoints.changeMyName, async ({ tx, actor, body, request }) => {
    await changeMyName(app.db, tx, actor, body)
    return userOf(app, tx, actor, request)
  })
  members(app)
  invitationRoutes(app)
  memberPasskeyRoutes(app)
  shellRoutes(app)
  backups(app)
  serveMember(app, practiceEndpoints.settings, async ({ tx, actor }) => ({ id: settingsId(actor.practiceId), ...(await settingsOf(tx)) }))
  serveMember(app, practiceEndpoints.changeSettings, async ({ tx, actor, body }) => toSettings(await changeSettings(tx, actor, body)), {
    recordId: ({ actor }) => settingsId(actor.practiceId),
  })
  serveMember(app, practiceEndpoints.updatePractice, async ({ tx, actor, body, request }) => {
    await changePractice(app.db, tx, actor, body)
    return userOf(app, tx, actor, request)
  })
}

function backups(app: App) {
  const place = { db: app.db, backupsFolder: app.setup.backupsFolder }
  serveMember(app, backupEndpoints.backups, ({ tx, actor }) => backupsOf(place, tx, actor))
  serveMember(app, backupEndpoints.backUp, ({ tx, actor }) => backUpLater(place, tx, actor))
}

function members(app: App) {
  const memberId = (params: { id: string }) => idOf(params.id, 'member_not_found')
  serveMember(app, practiceEndpoints.members, ({ tx, actor }) => membersOf(app.db, tx, actor))
  serveMember(
    app,
    practiceEndpoints.changeMember,
    ({ tx, actor, params, body }) => changeMember(app.db, tx, actor, memberId(params), body),
    { again: ({ tx }, id) => memberNow(app.db, tx, id) },
  )
  serveMember(app, practiceEndpoints.practices, ({ actor }) => practicesOf(app.db, actor))
  serveMember(app, practiceEndpoints.enterPractice, async ({ actor, body, request, reply }) => {
    if (body.practiceId === actor.practiceId) return
    giveSession(app, request, reply, await enterPractice(app.db, actor.personId, body.practiceId, whence(app, request)))
  })
}

function signingIn(app: App, seed: SeedPractice) {
  const counted = countedBy(app)
  servePublic(app, practiceEndpoints.login, async ({ query, reply }) => {
    reply.header('location', query.for === 'trial' ? '/register' : '/sign-in')
  })
  servePublic(app, practiceEndpoints.options, async () => ({ emailLink: app.setup.mail !== undefined, demo: app.setup.mode === 'test' }))
  servePublic(app, practiceEndpoints.register, async ({ body, request, reply }) => {
    const { mail, origin } = app.setup
    if (mail) await counted.mail(request, body.email)
    const onFailure = (err: unknown) => request.log.error({ err }, 'a registration was not answered')
    const session = await register(app.db, body, { ...whence(app, request), origin, mail, onFailure, seed })
    if (session) await letIn(app, request, reply, session)
  })
  servePublic(app, practiceEndpoints.signIn, async ({ body, request, reply }) => {
    const session = await counted.password(request, body.email, () =>
      signInWithPassword(app.db, body, { ...whence(app, request), sendsMail: app.setup.mail !== undefined }),
    )
    await letIn(app, request, reply, session)
  })
  servePublic(app, practiceEndpoints.askLink, async ({ body, request }) => {
    const { mail, origin } = app.setup
    if (!mail) throw new AppError('no_mail_here')
    await counted.mail(request, body.email)
    // Not awaited: the response must take as long for an address without an account.
    const mailing = (body.isForgotten ? mailNewPassword : mailLink)(app.db, body.email, { mail, origin })
    mailing.catch((err) => request.log.error({ err }, 'a link was not sent'))
  })
  servePublic(app, practiceEndpoints.useLink, async ({ body, request, reply }) => {
    const { mail, origin } = app.setup
    const onFailure = (err: unknown) => request.log.error({ err }, 'a changed password was not reported')
    const onChanged = (email: string) => mail && void mailChanged(email, { mail, origin }).catch(onFailure)
    const from = { ...whence(app, request), onChanged }
    await letIn(app, request, reply, await counted.link(request, () => useLink(app.db, body, from)))
  })
  servePublic(app, practiceEndpoints.demo, async ({ request, reply }) => {
    if (app.setup.mode !== 'test') throw new AppError('not_in_test_version')
    const from = { ...whence(app, request), guestToken: request.cookies[guestCookie(app)] }
    setCookie(app, reply, await openDemo(app.db, from, app.setup.demo ?? { opens: 'original' }))
  })
}

function signingOut(app: App) {
  servePublic(app, practiceEndpoints.logout, async ({ request, reply }) => {
    const token = request.cookies[app.cookieName]
    // A link on another site's page must not sign a user out.
    if (request.headers['sec-fetch-site'] === 'cross-site') return void reply.header('location', '/')
    if (token) await signOutBy(app, { token, transport: 'cookie' })
    // The cookie stays: it gives no access, and it lets the server notify the device that its local copy has ended.
    reply.header('location', '/landing')
  })
}

const userOf = (app: App, tx: PracticeTx, actor: Actor, request: FastifyRequest) =>
  currentUser(app.db, tx, {
    actor,
    sessionId: sessionIdOf(request),
    isTestVersion: app.setup.mode === 'test',
    mapStyleUrl: app.setup.mapStyleUrl ?? null,
    hasGeocoder: app.setup.geocoder !== undefined,
    hasTranscriber: app.setup.hasTranscriber ?? false,
  })

const sessionIdOf = (request: FastifyRequest) => {
  if (!request.signedIn) throw new AppError('not_signed_in')
  return request.signedIn.sessionId
}
