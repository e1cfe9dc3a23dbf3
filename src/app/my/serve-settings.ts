import type { FastifyReply } from 'fastify'
import { farriersOf } from '#app/my/farriers-of.ts'
import { fieldOf, myForm, myPage, type Paint, refusedBy } from '#app/my/painting.ts'
import { pushKeyFor } from '#app/my/push-key.ts'
import { serveHiding } from '#app/my/serve-hiding.ts'
import { passkeysOf } from '#features/core/practice/server/passkeys-of.ts'
import { devicesOf, endDevices } from '#features/records/guests/server/devices.ts'
import { noteEndedProof } from '#features/records/guests/server/ended-access.ts'
import { dropProof, listProofs } from '#features/records/guests/server/people.ts'
import { practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { isFreshlyProven, requireFreshProof } from '#features/records/guests/server/require-fresh-proof.ts'
import { ask } from '#features/records/guests/server/way-in.ts'
import { guestCalendarOf } from '#features/visits/calendars/server/guest-calendar.ts'
import { dayOf, longDay } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { inWords } from '#lib/in-words.ts'
import { dropGuestCookie, guestCookie } from '#platform/server/http/guest-cookie.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

const CODE = '/my/sign-in/code'
const SETTINGS = '/my/settings'
const ZONE = 'Europe/London'

/** Their addresses, where they are signed in, and signing out. */
export function serveMySettings(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  const settings = async (reply: FastifyReply, session: GuestSession, typed = '', fault?: AppError, ofFarriers?: AppError) => {
    const [addresses, devices, practices, passkeys, farriers, calendar] = await Promise.all([
      app.db.withDirectory((tx) => listProofs(tx, session.personId)),
      devicesOf(app.db, session),
      session.onlyPractice ? practicesOfGuest(app.db, session) : [],
      passkeysOf({ db: app.db }, { personId: session.personId, side: 'portal' }),
      farriersOf(app, session),
      guestCalendarOf({ db: app.db, keyedHash: app.setup.keyedHash, origin: app.setup.origin }, session.personId),
    ])
    const shown = devices.map(({ lastSeenAt, ...device }) => ({ ...device, lastSeen: longDay(dayOf(lastSeenAt, ZONE)) }))
    const onlyPractice = session.onlyPractice ? inWords(practices.map(({ name }) => name)) || 'your farrier' : null
    return paint(
      reply,
      {
        page: 'settings',
        addresses: addresses.map(({ kind, address }) => ({ kind, address })),
        onlyPractice,
        isProven: isFreshlyProven(session),
        devices: shown,
        pushKey: pushKeyFor(app, session),
        passkeys,
        farriers,
        calendar,
        typed,
        fault: fault?.message,
        farriersFault: ofFarriers?.message,
      },
      (fault ?? ofFarriers)?.status,
    )
  }

  myPage(page, SETTINGS, ({ reply, session }) => settings(reply, session))
  myForm(page, '/my/settings/prove', 20, async ({ request, reply, session }) => {
    const address = fieldOf(request, 'address')
    const refusal = await refusedBy(async () => {
      await requireOwn(app, session, address)
      await ask({ app, request, reply }, address, { next: 'settings' })
    })
    return refusal ? settings(reply, session, '', refusal) : reply.redirect(CODE, 303)
  })
  myForm(page, '/my/settings/addresses', 20, async ({ request, reply, session }) => {
    const typed = fieldOf(request, 'address')
    const refusal = await refusedBy(async () => {
      if (session.onlyPractice) throw new AppError('only_this_practice')
      requireFreshProof(session)
      await ask({ app, request, reply }, typed, { next: 'adding', addTo: session.personId })
    })
    return refusal ? settings(reply, session, typed, refusal) : reply.redirect(CODE, 303)
  })
  myForm(page, '/my/settings/addresses/remove', 20, async ({ request, reply, session }) => {
    const address = fieldOf(request, 'address')
    const refusal = await refusedBy(async () => {
      await requireOwn(app, session, address)
      requireFreshProof(session)
      await app.db.withDirectory(async (tx) => {
        const provenAt = await dropProof(tx, session.personId, address)
        if (!provenAt) throw new AppError('only_address')
        await noteEndedProof(app.setup.dataFolder, { personId: session.personId, provenAt: provenAt.toISOString() })
      })
    })
    return refusal ? settings(reply, session, '', refusal) : reply.redirect(SETTINGS, 303)
  })
  serveHiding(page, ({ reply, session }, refusal) => settings(reply, session, '', undefined, refusal))
  serveEnds(page)
}

/** Each end drops the guest's cookie and nothing else: a farrier's unsent changes may be of the same origin. */
function serveEnds(page: { app: App; paint: Paint }) {
  const { app } = page
  const leave = async (reply: FastifyReply, session: GuestSession, token: string | undefined, id?: string) => {
    await endDevices(app.db, session.personId, id)
    if (token) await app.guestSessions.end(token)
    dropGuestCookie(app, reply)
    return reply.redirect('/my/sign-in', 303)
  }
  myForm(page, '/my/settings/devices', 20, async ({ request, reply, session }) => {
    const id = fieldOf(request, 'id')
    const token = request.cookies[guestCookie(app)]
    if (id === 'all') return leave(reply, session, token)
    if (!isUuid(id)) throw new AppError('session_not_found')
    if (id === session.sessionId) return leave(reply, session, token, id)
    await endDevices(app.db, session.personId, id)
    return reply.redirect(SETTINGS, 303)
  })
  myForm(page, '/my/sign-out', 20, async ({ request, reply, session }) =>
    leave(reply, session, request.cookies[guestCookie(app)], session.sessionId),
  )
}

async function requireOwn(app: App, { personId }: GuestSession, address: string) {
  const proofs = await app.db.withDirectory((tx) => listProofs(tx, personId))
  if (!proofs.some((proof) => proof.address === address)) throw new AppError('not_found')
}
