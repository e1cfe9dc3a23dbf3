import { AppError } from '#lib/errors.ts'

/** Who acts, in which practice, from which device: what every service function is told. */
export type Actor = {
  practiceId: string
  /** Null when the practice itself acts: the clock, a link's bearer, a provider's call. */
  memberId: string | null
  /** Of the member; `NO_PERSON` when the practice itself acts. */
  personId: string
  role: 'owner' | 'farrier' | 'apprentice' | 'office'
  /** Whose plan's limits hold; in the test version those of the largest. */
  tier: 'essential' | 'professional' | 'enterprise'
  /** IANA zone of the practice's diary. */
  zone: string
  /** Who a text to a client says it is from. */
  practiceName: string
  /** Where links in texts point, `https://diary.example`. */
  origin: string
  /** The device of a sync push; null for a plain request or a job. */
  deviceId: string | null
  /** Marks a text kept beside somebody else's: `— Tom, on the iPad, Tue 24 Nov:`. A device's push says it. */
  mark?: string
  /** The change was acknowledged before this server lost time: whoever it tells may have been told, and is not told again by itself. */
  isAgain?: boolean
  /** Nothing leaves this machine. */
  isTestVersion?: boolean
  /** An act is taken back: who has read of it is told otherwise, and nobody else. */
  isUndoing?: boolean
  /** Names the change for exactly-once effects: the opId of a push, else made for the request. */
  opId: string
}

/** An actor who is somebody. */
export type MemberActor = Actor & { memberId: string }

/** Stands for a person where there is none. */
export const NO_PERSON = '00000000-0000-0000-0000-000000000000'

/** The member who acts, for what only a member can have done. @throws forbidden when the practice itself acts */
export function memberOf(actor: Actor): string {
  if (actor.memberId === null) throw new AppError('forbidden')
  return actor.memberId
}
