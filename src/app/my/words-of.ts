import { actorFor } from '#app/my/at-practice.ts'
import type { GuestWords } from '#app/my/said-view.ts'
import { LONGEST_WORDS } from '#features/records/guests/limits.ts'
import { requireGuestOfHorse } from '#features/records/guests/server/access-to-horse.ts'
import { addOwnerAsk } from '#features/records/guests/server/asks.ts'
import type { GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { GuestTx } from '#platform/server/database/db.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

const MOST_SHOWN = 20

/**
 * A guest's own words to the farrier about a horse shared with them, or about a yard of theirs, the last first, each with its reply; the
 * database itself lets through no one else's.
 */
export async function wordsOf(tx: GuestTx, about: { horseId: string } | { yardId: string }, zone: string): Promise<GuestWords[]> {
  const [kind, column, id] =
    'horseId' in about ? (['words', 'horse_id', about.horseId] as const) : (['yard', 'yard_id', about.yardId] as const)
  const said = await tx
    .selectFrom('owner_asks')
    .select(['id', 'words', 'asked_at', 'seen_at', 'reply', 'replied_at'])
    .where('kind', '=', kind)
    .where(column, '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return said.map((one) => ({
    id: one.id,
    words: one.words ?? '',
    day: dayOf(one.asked_at, zone),
    isSeen: one.seen_at !== null,
    reply: one.reply !== null && one.replied_at ? { words: one.reply, day: dayOf(one.replied_at, zone) } : null,
  }))
}

/**
 * Sends the farrier a sharer's words about a horse. They are no message of the client's, whose conversations are their own: the farrier
 * finds them under the client with their author, who alone reads the reply. @throws horse_not_found, bad_request, too_many_requests,
 * practice_takes_nothing
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
    // A guest who is there for the client has conversations.
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
