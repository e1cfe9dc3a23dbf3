import type { FastifyReply, FastifyRequest } from 'fastify'
import { fieldOf, openForm, type Paint, refusedBy } from '#app/my/painting.ts'
import { signInAt } from '#app/my/serve-sign-in.ts'
import { seatWithSecond } from '#db/cast-second.ts'
import { demoForOwner } from '#features/core/practice/server/demo-copies.ts'
import { seatDemoCarer, seatDemoOwner } from '#features/records/guests/server/seat-demo-owner.ts'
import { guestCookie, setGuestCookie } from '#platform/server/http/guest-cookie.ts'
import { openGuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/** As many copies as the demo gives to one address. */
const PER_MINUTE = 30

/** *Open as an owner*, *Open as a vet*: in the test version, the portal as they have it of the demo practice. */
export function serveMyDemo(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  openForm(page, '/my/sign-in/demo', PER_MINUTE, async ({ request, reply }) => {
    if (app.setup.mode !== 'test') return paint(reply, { page: 'not-found' })
    const isVet = fieldOf(request, 'as') === 'vet'
    const refusal = await refusedBy(() => enter(app, request, reply, isVet))
    if (!refusal) return reply.redirect(isVet ? '/my/care' : '/my', 303)
    return paint(reply, { ...signInAt(app), demoFault: refusal.message }, refusal.status)
  })
}

/**
 * Seats the visitor as an owner, or as a vet, in their own copy of the demo, else in a new one, where an owner has a second farrier beside it. They see those practices alone: no
 * address of theirs is proven, and so none is added, nor a passkey.
 * @throws not_ready, busy
 */
async function enter(app: App, request: FastifyRequest, reply: FastifyReply, isVet: boolean): Promise<void> {
  const old = request.cookies[guestCookie(app)]
  const setup = app.setup.demo ?? { opens: 'original' as const }
  const practiceId = await demoForOwner(app.db, [request.cookies[app.cookieName], old], setup)
  const { personId } = await (isVet ? seatDemoCarer : seatDemoOwner)(app.db, practiceId)
  if (setup.opens === 'copy' && !isVet) await seatWithSecond(app.db, practiceId, personId)
  const userAgent = request.headers['user-agent'] ?? ''
  const who = { personId, onlyPractice: practiceId, isShared: false, userAgent }
  const token = await app.db.withDirectory((tx) => openGuestSession(tx, who))
  if (old) await app.guestSessions.end(old)
  setGuestCookie(app, reply, token, who)
}
