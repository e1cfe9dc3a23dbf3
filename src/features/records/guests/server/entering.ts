import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Keys } from '#features/records/guests/server/ask-rows.ts'
import { tellOthers } from '#features/records/guests/server/devices.ts'
import { noteUnclearOf } from '#features/records/guests/server/matches.ts'
import { keepProof, personOf } from '#features/records/guests/server/people.ts'
import type { Proven } from '#features/records/guests/server/proving.ts'
import { requireFreshProof } from '#features/records/guests/server/require-fresh-proof.ts'
import { takeOver } from '#features/records/guests/server/taking-over.ts'
import { AppError } from '#lib/errors.ts'
import { guestCookie, guestOf, setGuestCookie } from '#platform/server/http/guest-cookie.ts'
import { type GuestSession, openGuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/** The keys of a server. */
export const keysOf = (app: App): Keys => ({ vault: app.setup.vault, keyedHash: app.setup.keyedHash })

type Entering = { app: App; request: FastifyRequest; reply: FastifyReply }

/**
 * What follows from a proof: a session of its own each time, since one that was planted or stolen before may open nothing that is proven now. A code
 * that adds an address adds it to whoever asked for it, while they are signed in here and have proven themselves lately.
 * @throws code_wrong when an address is added by anybody else; proof_too_old; address_elsewhere
 */
export async function enter({ app, request, reply }: Entering, proven: Proven, { isShared }: { isShared: boolean }): Promise<void> {
  const current = await guestOf(request)
  if (proven.addTo) return addAddress(app, current, proven)
  const userAgent = request.headers['user-agent'] ?? ''
  const { personId, token, stays } = await app.db.withDirectory(async (tx) => {
    const personId = await personOf(tx, proven)
    // Who proves themselves anew is told to nobody, and stays as long as before.
    const again = current?.personId === personId ? current : undefined
    const stays = { isShared: again?.isShared ?? isShared }
    const onlyHash = proven.onlyPractice ? { onlyHash: proven.addressHash } : {}
    const token = await openGuestSession(tx, { personId, onlyPractice: proven.onlyPractice, ...stays, userAgent, ...onlyHash })
    if (!again) await tellOthers(tx, keysOf(app), { personId, but: proven.address })
    return { personId, token, stays }
  })
  const old = request.cookies[guestCookie(app)]
  if (old) await app.guestSessions.end(old)
  setGuestCookie(app, reply, token, stays)
  await noteUnclearOf(app, { personId, onlyPractice: proven.onlyPractice, address: proven.address })
}

async function addAddress(app: App, current: GuestSession | undefined, proven: Proven): Promise<void> {
  if (!current || current.personId !== proven.addTo || current.onlyPractice) throw new AppError('code_wrong')
  requireFreshProof(current)
  const owner = await app.db.withDirectory((tx) => keepProof(tx, proven.address, current.personId))
  if (owner !== current.personId) await takeOver(app, proven, owner, current.personId)
  await noteUnclearOf(app, { personId: current.personId, onlyPractice: null, address: proven.address })
}
