import { actFor } from '#app/my/acting.ts'
import type { VisitView } from '#app/my/visits-view.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { OWNER_ALONE, type Shared, sharedWith } from '#features/records/guests/server/access-to-horse.ts'
import { noteOpened } from '#features/records/guests/server/note-opened.ts'
import type { GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import type { AnswerPage } from '#features/visits/answers/answer-page.ts'
import type { GivenAnswer } from '#features/visits/answers/contract.ts'
import { answersOf, takeAnswer } from '#features/visits/answers/server/answering.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Guest, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/* A visit as a sharer of one of its horses reads it: the horse, when and where; not its owner's words, and none of their other horses. */

type Which = { id: string; of?: string }
type Found = { page: AnswerPage; shared: [Shared, ...Shared[]] }

/** Undefined: no horse of it is shared with them, or it is over. */
export async function sharedVisitOf(app: App, eyes: Guest, practice: GuestPractice, which: Which): Promise<VisitView | undefined> {
  if (!('personId' in eyes)) return undefined
  const { personId } = eyes
  const actor = await actorOfPractice(app.db, practice.id, { origin: app.setup.origin })
  return app.db.withPractice(practice.id, async (tx) => {
    const found = await find(tx, actor, personId, which)
    if (!found) return undefined
    const { page, shared } = found
    await noteOpened(tx, actor, { personId, clientId: shared[0].clientId, what: 'visit', subjectId: which.id })
    const closed = practice.isLapsed ? new AppError('practice_takes_nothing').message : null
    const mayAnswer = shared.some((one) => guestMay(one, 'confirm'))
    return {
      ...{ page: 'visit' as const, slug: practice.slug, shown: narrowed(page, shared), outcome: {}, cancelling: null },
      ...{ closed: closed ?? (mayAnswer ? null : ONLY_READ), answers: 'time' as const, pushAsk: null, others: [] },
    }
  })
}

const ONLY_READ = 'The owner answers about this visit. Does it not suit? Tell them.'

/** What such a page shows of what an owner's does. */
const narrowed = (page: AnswerPage, shared: Found['shared']): AnswerPage => ({
  ...page,
  ownerName: shared[0].asName,
  title: '',
  horses: shared.map(({ horseId, horseName }) => ({ id: horseId, name: horseName })),
  ...{ others: [], kinds: [], said: [] },
})

/**
 * Takes a sharer's answer to the time of a visit, with who gave it: the farrier reads it as the client's answer, which it stands for.
 * @throws appointment_not_found, forbidden, visit_is_cancelled, too_many_requests, practice_takes_nothing
 */
export async function answerShared(
  app: App,
  session: GuestSession,
  practice: GuestPractice,
  which: Which,
  given: GivenAnswer,
): Promise<void> {
  const actor = await actorOfPractice(app.db, practice.id, { origin: app.setup.origin })
  const found = await app.db.withPractice(practice.id, (tx) => find(tx, actor, session.personId, which))
  if (!found) throw new AppError('appointment_not_found')
  const by = found.shared.find((one) => guestMay(one, 'confirm'))
  if (!by || (given.kind !== 'confirmed' && given.kind !== 'move')) throw new AppError('forbidden', {}, OWNER_ALONE)
  const { clientId, horseId, asName, horseName } = by
  const author = `${asName}, who shares ${horseName}`
  const taken = await actFor(app, session, practice, { act: 'confirm', clientId, horseId }, (tx, acting) =>
    takeAnswer(tx, acting, { visitId: which.id, clientId, author }, given),
  )
  if (!taken) throw new AppError('appointment_not_found')
}

async function find(tx: PracticeTx, actor: Actor, personId: string, { id, of }: Which): Promise<Found | undefined> {
  const all = await sharedWith(tx, personId)
  for (const [clientId, theirs] of Map.groupBy(all, (one) => one.clientId)) {
    if (of && of !== clientId) continue
    const page = await answersOf(tx, actor, { visitId: id, clientId })
    const [first, ...rest] = theirs.filter(({ horseId }) => page?.horses.some((horse) => horse.id === horseId))
    if (page && first) return { page, shared: [first, ...rest] }
  }
  return undefined
}
