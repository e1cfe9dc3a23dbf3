import { requireTaking } from '#app/my/at-practice.ts'
import type { GuestAct } from '#features/records/guests/rules.ts'
import { requireGuestOfHorse } from '#features/records/guests/server/access-to-horse.ts'
import { noteOpened } from '#features/records/guests/server/note-opened.ts'
import { type Access, accessOf, type GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { requireGuest } from '#features/records/guests/server/require-guest.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Guest, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/**
 * Acts for a guest in the practice's name, where their role allows the act; `horseId`: by their role for that horse of the client's.
 * @throws practice_takes_nothing where its plan has ended, client_not_found, forbidden, and what `work` throws
 */
export async function actFor<T>(
  app: App,
  { personId }: GuestSession,
  practice: GuestPractice,
  { act, clientId, horseId, opId }: { act: GuestAct; clientId: string; horseId?: string; opId?: string },
  work: (tx: PracticeTx, actor: Actor) => Promise<T>,
): Promise<T> {
  requireTaking(practice)
  const actor = await actorOfPractice(app.db, practice.id, { origin: app.setup.origin, ...(opId && { opId }) })
  return app.db.withPractice(practice.id, async (tx) => {
    await (horseId ? requireGuestOfHorse(tx, { personId }, act, { horseId }) : requireGuest(tx, { personId }, act, { clientId }))
    return work(tx, { ...actor, byPerson: personId })
  })
}

export type Reading = { tx: PracticeTx; actor: Actor; access: Access; note: (what: Opened, subjectId: string) => Promise<void> }
type Opened = Parameters<typeof noteOpened>[2]['what']

/**
 * Reads for a guest, as the practice, what the pages of links read too: for each client that they are there for, until one gives something.
 * Undefined: none does. A member who looks as a client does reads for that client, and no line is noted.
 */
export async function readFor<T>(app: App, eyes: Guest, work: (reading: Reading) => Promise<T | undefined>): Promise<T | undefined> {
  const actor = await actorOfPractice(app.db, eyes.practiceId, { origin: app.setup.origin })
  return app.db.withPractice(eyes.practiceId, async (tx) => {
    for (const access of await accessesOf(tx, eyes)) {
      const note = async (what: Opened, subjectId: string) => {
        if ('personId' in eyes) await noteOpened(tx, actor, { personId: eyes.personId, clientId: access.clientId, what, subjectId })
      }
      const found = await work({ tx, actor, access, note })
      if (found !== undefined) return found
    }
    return undefined
  })
}

/** For which clients they are there; a member who looks as a client does, for that one. */
export const accessesOf = async (tx: PracticeTx, eyes: Guest): Promise<Access[]> =>
  'personId' in eyes ? accessOf(tx, eyes.personId) : [{ clientId: eyes.asClient, role: 'holder', seesMoney: true }]
