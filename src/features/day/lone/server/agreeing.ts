import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import { stopLone } from '#features/core/notices/server/queue-lone.ts'
import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import type { AskPage } from '#features/day/lone/ask-page.ts'
import { type ContactRow, findContactById, holdMemberName } from '#features/day/lone/server/queries.ts'
import { isOn } from '#features/day/lone/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { findLoneLink } from '#platform/server/links.ts'

type Places = { db: Database; origin: string }

/** What a contact's link shows now; undefined when the link is unknown, or another contact was chosen since. */
export const openAsk = (places: Places, token: string): Promise<AskPage | undefined> =>
  within(places, token, async (tx, { actor, contact, memberName }) => ({
    practiceName: actor.practiceName,
    picture: await pictureOf(tx),
    memberName,
    contactName: contact.name,
    standing: contact.agreed_at ? 'agreed' : contact.refused_at ? 'refused' : 'open',
  }))

/**
 * Records their yes or no, and alerts the member. Either may be changed later; a no stops a timer that is on, and the alert includes that.
 * Undefined: the link opens nothing.
 */
export const answerAsk = (places: Places, token: string, says: 'yes' | 'no'): Promise<'answered' | undefined> =>
  within(places, token, async (tx, { actor, contact }): Promise<'answered'> => {
    const isYes = says === 'yes'
    if (isYes ? contact.agreed_at : contact.refused_at) return 'answered'
    const now = currentTime()
    const answer = { agreed_at: isYes ? now : null, refused_at: isYes ? null : now }
    await tx.updateTable('lone_contacts').set(answer).where('id', '=', contact.id).execute()
    const stops = !isYes && (await isOn(tx, contact.member_id))
    if (stops) await stopLone(tx, contact.member_id, 'They withdrew their yes.')
    await alertMembers(tx, actor, {
      memberIds: [contact.member_id],
      title: `${contact.name} said ${says}`,
      body: isYes ? 'You can now set the lone-worker timer.' : stops ? NOT_ON : 'Choose somebody else for the lone-worker timer.',
      path: '/round',
      urgent: stops,
    })
    return 'answered'
  })

const NOT_ON = 'Your lone-worker timer is off: nobody will be texted.'

type Opened = { actor: Actor; contact: ContactRow; memberName: string }

async function within<T>({ db, origin }: Places, token: string, work: (tx: PracticeTx, opened: Opened) => Promise<T>) {
  const link = await findLoneLink(db, token)
  if (!link) return undefined
  const actor = await actorOfPractice(db, link.practiceId, { origin })
  return db.withPractice(link.practiceId, async (tx) => {
    const found = await findContactById(tx, link.contactId)
    if (!found) return undefined
    const memberName = await holdMemberName(tx, found.member_id)
    // Read again, now that the member is locked: another contact may have been chosen in between.
    const contact = await findContactById(tx, link.contactId)
    return contact && work(tx, { actor, contact, memberName })
  })
}
