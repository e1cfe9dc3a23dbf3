import { AppError } from '#lib/errors.ts'

/** Who acts, in which practice, from which device: the first input of every service function. */
export type Actor = {
  practiceId: string
  /** Null when the practice itself acts: the clock, a link's bearer, a provider's call. */
  memberId: string | null
  /** The guest for whom the practice itself acts; the journal names them. */
  byPerson?: string
  /** The API key by which a program acts for the member; the journal names it. */
  byKey?: string
  /** Of the member; `NO_PERSON` when the practice itself acts. */
  personId: string
  role: 'owner' | 'farrier' | 'apprentice' | 'office'
  /** The plan whose limits apply; in the test version those of the largest. */
  tier: 'essential' | 'professional' | 'enterprise'
  /** IANA zone of the practice's diary. */
  zone: string
  /** The sender's name in a text to a client. */
  practiceName: string
  /** Where links in texts point, `https://diary.example`. */
  origin: string
  /** The device of a sync push; null for a plain request or a job. */
  deviceId: string | null
  /** Marks a text kept next to another member's: `— Tom, on the iPad, Tue 24 Nov:`. Set by a device's push. */
  mark?: string
  /**
   * The change was acknowledged before this server lost time: its recipients may have been notified then, so they are not notified again
   * automatically.
   */
  isAgain?: boolean
  /** Nothing leaves this machine. */
  isTestVersion?: boolean
  /** An action is undone: only those who have read of it are notified that it no longer holds. */
  isUndoing?: boolean
  /** Names the change for exactly-once effects: the opId of a push, else made for the request. */
  opId: string
}

/** An actor who is a person. */
export type MemberActor = Actor & { memberId: string }

/** The id used where there is no person. */
export const NO_PERSON = '00000000-0000-0000-0000-000000000000'

/** The member who acts, for what only a member can have done. @throws forbidden when the practice itself acts */
export function memberOf(actor: Actor): string {
  if (actor.memberId === null) throw new AppError('forbidden')
  return actor.memberId
}
