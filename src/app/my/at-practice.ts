import type { FastifyRequest } from 'fastify'
import { type GuestAct, guestMay } from '#features/records/guests/rules.ts'
import { accessOf, type GuestPractice, practiceOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

type GuestRequest = { request: FastifyRequest; session: GuestSession }
/** The practice of the address, and those of its clients for whom the guest may do this act. */
export type At = { practice: GuestPractice; clientIds: [string, ...string[]] }

/**
 * Acts in the practice of the address for those of its clients for whom the guest may; what is not theirs looks like what never was.
 * @throws not_found
 */
export async function atPractice<T>(
  app: App,
  { request, session }: GuestRequest,
  act: GuestAct,
  work: (tx: PracticeTx, at: At) => Promise<T>,
): Promise<T> {
  const practice = await practiceOfGuest(app.db, session, (request.params as { slug: string }).slug)
  if (!practice) throw new AppError('not_found')
  return app.db.withPractice(practice.id, async (tx) => {
    const [first, ...rest] = (await accessOf(tx, session.personId))
      .filter((access) => guestMay(access, act))
      .map(({ clientId }) => clientId)
    if (!first) throw new AppError('not_found')
    return work(tx, { practice, clientIds: [first, ...rest] })
  })
}

/** The practice as it writes for a guest; its journal names the guest. @throws practice_takes_nothing where its plan has ended */
export async function actorFor(app: App, { practice }: Pick<At, 'practice'>, { personId }: GuestSession) {
  requireTaking(practice)
  return { ...(await actorOfPractice(app.db, practice.id, { origin: app.setup.origin })), byPerson: personId }
}

/** A practice whose plan has ended is read, and takes nothing. @throws practice_takes_nothing */
export function requireTaking({ isLapsed }: Pick<GuestPractice, 'isLapsed'>): void {
  if (isLapsed) throw new AppError('practice_takes_nothing')
}

/** Which of the clients an address or form names; the first where it names none. @throws not_found when it is none of them */
export function clientNamed(named: unknown, [first, ...rest]: At['clientIds']): string {
  if (named === undefined || named === '') return first
  const client = [first, ...rest].find((id) => id === named)
  if (!client) throw new AppError('not_found')
  return client
}
