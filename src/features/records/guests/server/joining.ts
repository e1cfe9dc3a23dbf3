import type { Invitation } from '#features/records/guests/rules.ts'
import { invitedBy } from '#features/records/guests/server/accepting.ts'
import { noteEnded } from '#features/records/guests/server/ended-access.ts'
import { letIn } from '#features/records/guests/server/let-in.ts'
import { findOpenInvite } from '#features/records/guests/server/open-invite.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { holdWriters } from '#platform/server/database/rows.ts'
import { openGuestSession } from '#platform/server/http/guest-session.ts'
import { findPortalLink } from '#platform/server/links.ts'

type Places = { db: Database; origin: string }

/** The invitation of a link that opens something, and what it is; undefined: there is none, or it was used, withdrawn, or has run out. */
export async function openInvitation({ db }: Pick<Places, 'db'>, token: string) {
  const link = await findPortalLink(db, token)
  const invite = link && (await db.withPractice(link.practice.id, (tx) => findOpenInvite(tx, link.inviteId)))
  if (!link || !invite) return undefined
  const { from } = invitedBy(invite, link.practice.name)
  const said: Invitation = {
    ...{ practiceName: link.practice.name, from, isHanded: invite.how === 'handed', isNamed: invite.role !== 'holder' },
  }
  return { said, invite, practice: link.practice }
}

/** Who comes in by a link that was handed over: a person who is signed in, else a new one in this browser. */
type Coming = { personId: string | undefined; userAgent: string }

/**
 * Lets in the person who has a link that was handed over, once. Returns the session's token, or null where they have one; undefined: the
 * link alone opens nothing.
 */
export async function comeIn({ db, origin }: Places, token: string, { personId, userAgent }: Coming): Promise<string | null | undefined> {
  const link = await findPortalLink(db, token)
  if (!link) return undefined
  const actor = await actorOfPractice(db, link.practice.id, { origin })
  // A new person is made first, so that they exist before they are let in.
  const made = personId ? undefined : await db.withDirectory((tx) => makePerson(tx, userAgent))
  const who = personId ?? made?.personId ?? ''
  const isIn = await db.withPractice(link.practice.id, async (tx) => {
    await holdWriters(tx)
    const invite = await findOpenInvite(tx, link.inviteId)
    if (invite?.how !== 'handed' || !invite.clientId) return false
    await tx.updateTable('portal_invites').set({ used_at: currentTime(), used_by: who }).where('id', '=', invite.id).execute()
    noteEnded(tx, { practiceId: actor.practiceId, inviteId: invite.id })
    await letIn(tx, actor, { personId: who, clientId: invite.clientId, how: 'handed' })
    return true
  })
  if (isIn) return made?.token ?? null
  if (made) await db.withDirectory((tx) => tx.deleteFrom('directory.people').where('id', '=', made.personId).execute())
  return undefined
}

async function makePerson(tx: DirectoryTx, userAgent: string): Promise<{ personId: string; token: string }> {
  const personId = uuidv7()
  await tx.insertInto('directory.people').values({ id: personId, email: null }).execute()
  return { personId, token: await openGuestSession(tx, { personId, onlyPractice: null, isShared: false, userAgent }) }
}
