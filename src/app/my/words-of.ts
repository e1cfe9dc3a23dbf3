import { actorFor } from '#app/my/at-practice.ts'
import type { HorseView } from '#app/my/horse-view.ts'
import { requireGuestOfHorse } from '#features/records/guests/server/access-to-horse.ts'
import { addOwnerAsk } from '#features/records/guests/server/asks.ts'
import type { GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

const LONGEST_WORDS = 1000
const MOST_SHOWN = 20

type Which = { personId: string; horseId: string }

/** What whoever shares a horse has told the farrier about it, the last first: their own words alone. */
export async function wordsOf(
  tx: PracticeTx,
  { personId, horseId }: Which,
  zone: string,
): Promise<NonNullable<HorseView['words']>['said']> {
  const said = await tx
    .selectFrom('owner_asks')
    .select(['id', 'words', 'asked_at', 'seen_at'])
    .where('person_id', '=', personId)
    .where('horse_id', '=', horseId)
    .where('kind', '=', 'words')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return said.map(({ id, words, asked_at, seen_at }) => ({ id, words: words ?? '', day: dayOf(asked_at, zone), isSeen: seen_at !== null }))
}

/**
 * Tells the farrier what whoever shares a horse says about it. It is no message of the client's, whose conversations are theirs: the farrier finds
 * it under the client with who says it, and answers as they like. @throws horse_not_found, bad_request, too_many_requests, practice_takes_nothing
 */
export async function tellAbout(
  app: App,
  session: GuestSession,
  practice: GuestPractice,
  { horseId, words }: { horseId: string; words: string },
) {
  const actor = await actorFor(app, { practice }, session)
  await app.db.withPractice(practice.id, async (tx) => {
    const { clientId, role, asName } = await requireGuestOfHorse(tx, session, 'message', { horseId })
    // Whoever is there for the client has conversations.
    if (role !== 'sharer') throw new AppError('horse_not_found')
    const said = words.trim().slice(0, LONGEST_WORDS)
    if (!said) throw new AppError('bad_request', {}, 'Write something first.')
    await addOwnerAsk(tx, actor, {
      clientId,
      personId: session.personId,
      kind: 'words',
      horseId,
      facts: { name: asName ?? 'Somebody' },
      words: said,
    })
  })
}
