/** Who acts, in which practice, from which device: what every service function is told. */
export type Actor = {
  practiceId: string
  memberId: string
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
  /** Names the change for exactly-once effects: the opId of a push, else made for the request. */
  opId: string
}
