import { confirmAccess, endAccess } from '#features/records/guests/server/let-in.ts'
import { type AskedMatch, matchesOf } from '#features/records/guests/server/matches.ts'
import { tellFarrier } from '#features/records/guests/server/tell-farrier.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/**
 * A guest answers whether a practice is their farrier: a yes opens what is theirs there, a no ends the question. The farrier is notified.
 * @throws practice_not_found when no such practice is a question for them
 */
export async function answerMatch(app: App, session: GuestSession, practiceId: string, isTheirs: boolean): Promise<void> {
  const match = (await matchesOf(app, session)).find((one) => one.practiceId === practiceId)
  if (!match) throw new AppError('practice_not_found')
  const actor = await actorOfPractice(app.db, practiceId, { origin: app.setup.origin })
  await app.db.withPractice(practiceId, (tx) =>
    isTheirs ? open(tx, actor, session.personId, match) : decline(tx, actor, session.personId, match.clientId),
  )
}

async function open(tx: PracticeTx, actor: Actor, personId: string, { clientId, how }: AskedMatch) {
  await confirmAccess(tx, actor, { personId, clientId, how })
  await tellFarrier(tx, actor, { clientId, body: 'They see their horses in My horses from now on. Not them? End it on their record.' })
}

async function decline(tx: PracticeTx, actor: Actor, personId: string, clientId: string) {
  const now = currentTime()
  // Where they wait for the farrier's word, the wait ends.
  if (!(await endAccess(tx, { personId, clientId })))
    await tx
      .insertInto('client_access')
      .values({ practice_id: actor.practiceId, client_id: clientId, person_id: personId, since: now, until: now })
      .execute()
  await tellFarrier(tx, actor, { clientId, body: "Somebody with their address says you aren't their farrier. Check the address." })
}
