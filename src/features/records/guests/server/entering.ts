import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Address } from '#features/records/guests/rules.ts'
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
 * What follows from a proof: a session of its own each time, since one that was planted or stolen before may open nothing that is proven
 * now. A code that adds an address adds it for its requester, while they are signed in here and have proven themselves lately.
 * @throws code_wrong when another person adds an address; proof_too_old; address_elsewhere
 */
export async function enter({ app, request, reply }: Entering, proven: Proven, { isShared }: { isShared: boolean }): Promise<void> {
  if (proven.addTo) return addAddress(app, await guestOf(request), proven)
  const { address, addressHash, onlyPractice } = proven
  const personId = await app.db.withDirectory((tx) => personOf(tx, proven))
  const only = { onlyPractice, ...(onlyPractice && { onlyHash: addressHash }) }
  await openFor({ app, request, reply }, { personId, ...only, isShared }, address)
  await noteUnclearOf(app, { personId, onlyPractice, address })
}

type Entered = Pick<Parameters<typeof openGuestSession>[1], 'personId' | 'onlyPractice' | 'onlyHash' | 'isShared'>

/** Opens a session for a person who has just proven themselves, in place of the browser's last; notifies all their addresses but `but`. */
export async function openFor({ app, request, reply }: Entering, entered: Entered, but?: Address): Promise<void> {
  const current = await guestOf(request)
  // A new proof by the same person notifies no one, and the session lasts as long as before.
  const again = current?.personId === entered.personId ? current : undefined
  const stays = { isShared: again?.isShared ?? entered.isShared }
  const userAgent = request.headers['user-agent'] ?? ''
  const token = await app.db.withDirectory(async (tx) => {
    if (!again) await tellOthers(tx, keysOf(app), { personId: entered.personId, but })
    return openGuestSession(tx, { ...entered, ...stays, userAgent })
  })
  const old = request.cookies[guestCookie(app)]
  if (old) await app.guestSessions.end(old)
  setGuestCookie(app, reply, token, stays)
}

async function addAddress(app: App, current: GuestSession | undefined, proven: Proven): Promise<void> {
  if (!current || current.personId !== proven.addTo || current.onlyPractice) throw new AppError('code_wrong')
  requireFreshProof(current)
  const owner = await app.db.withDirectory((tx) => keepProof(tx, proven.address, current.personId))
  if (owner !== current.personId) await takeOver(app, proven, owner, current.personId)
  await noteUnclearOf(app, { personId: current.personId, onlyPractice: null, address: proven.address })
}
