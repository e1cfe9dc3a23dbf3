import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFresh } from '#features/records/guests/rules.ts'
import type { Keys } from '#features/records/guests/server/ask-rows.ts'
import { tellOthers } from '#features/records/guests/server/devices.ts'
import { noteUnclearOf } from '#features/records/guests/server/matches.ts'
import { keepProof, personOf } from '#features/records/guests/server/people.ts'
import type { Proven } from '#features/records/guests/server/proving.ts'
import { takeOver } from '#features/records/guests/server/taking-over.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'
import { guestCookie, guestOf, setGuestCookie } from '#platform/server/http/guest-cookie.ts'
import { type GuestSession, openGuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import { hashToken } from '#platform/server/http/session.ts'

/** The keys of a server. */
export const keysOf = (app: App): Keys => ({ vault: app.setup.vault, keyedHash: app.setup.keyedHash })

type Entering = { app: App; request: FastifyRequest; reply: FastifyReply }

/**
 * What follows from a proof. Whoever is signed in here as that person has proven it anew; anybody else is signed in, in place of who was. A code
 * that adds an address adds it to whoever asked for it, while they are signed in here and have proven themselves lately.
 * @throws code_wrong when an address is added by anybody else; prove_first; address_elsewhere
 */
export async function enter({ app, request, reply }: Entering, proven: Proven, { isShared }: { isShared: boolean }): Promise<void> {
  const current = await guestOf(request)
  if (proven.addTo) return addAddress(app, current, proven)
  const oldToken = request.cookies[guestCookie(app)]
  const userAgent = request.headers['user-agent'] ?? ''
  const { personId, token } = await app.db.withDirectory(async (tx) => {
    const personId = await personOf(tx, proven)
    if (current?.personId === personId) {
      await renewProof(tx, current)
      return { personId, token: undefined }
    }
    if (oldToken) await endByToken(tx, oldToken)
    const onlyHash = proven.onlyPractice ? { onlyHash: proven.addressHash } : {}
    const token = await openGuestSession(tx, { personId, onlyPractice: proven.onlyPractice, isShared, userAgent, ...onlyHash })
    await tellOthers(tx, keysOf(app), { personId, but: proven.address })
    return { personId, token }
  })
  if (oldToken) app.guestSessions.forget(oldToken)
  if (!token) return
  setGuestCookie(app, reply, token, { isShared })
  await noteUnclearOf(app, { personId, onlyPractice: proven.onlyPractice, address: proven.address })
}

async function addAddress(app: App, current: GuestSession | undefined, proven: Proven): Promise<void> {
  if (!current || current.personId !== proven.addTo || current.onlyPractice) throw new AppError('code_wrong')
  if (!isFresh(current.provedAt.getTime(), currentMs())) throw new AppError('prove_first')
  const owner = await app.db.withDirectory((tx) => keepProof(tx, proven.address, current.personId))
  if (owner !== current.personId) await takeOver(app, proven, owner, current.personId)
  await noteUnclearOf(app, { personId: current.personId, onlyPractice: null, address: proven.address })
}

const renewProof = (tx: DirectoryTx, { sessionId }: GuestSession) =>
  tx.updateTable('directory.sessions').set({ proved_at: currentTime() }).where('id', '=', sessionId).execute()

/** Ends the session of a guest's cookie, if it is not over. */
export const endByToken = (tx: DirectoryTx, token: string) =>
  tx
    .updateTable('directory.sessions')
    .set({ revoked_at: currentTime(), revoked_why: 'signed_out' })
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', 'guest')
    .where('revoked_at', 'is', null)
    .execute()
