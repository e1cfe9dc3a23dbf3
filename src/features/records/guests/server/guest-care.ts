import type { CareRole } from '#features/records/guests/rules.ts'
import type { Day } from '#lib/dates.ts'
import { type Carer, type GuestTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/** A horse that a carer looks after, and what they must know before they go near it. */
export type GuestCare = {
  grantId: string
  horseId: string
  role: CareRole
  /** From which day on its record is open; null: from the beginning. */
  fromOn: Day | null
  untilAt: Date
  name: string
  yard: string | null
  flags: string[]
  temperament: string | null
  /** The day of its next visit that is booked. */
  nextOn: Day | null
  /** Null where they may not ring the owner. */
  owner: string | null
  ownerPhone: string | null
  /** When they last opened it, to the hour; null: never yet. */
  lookedAt: Date | null
  /** How much has come since, that is not theirs. */
  news: number
  /** They are a client of the practice, or help one, as well. */
  isClient: boolean
}

const COLUMNS = `grant_id as "grantId", horse_id as "horseId", role, from_on as "fromOn", until_at as "untilAt", name, yard, flags, temperament,
  next_on as "nextOn", owner, owner_phone as "ownerPhone", looked_at as "lookedAt", news, is_client as "isClient"`

const ALL: Prepared = { name: 'guest_care', text: `select ${COLUMNS} from guest_care() order by name, horse_id` }

/** The horses that a carer looks after in a practice, by name: in one statement. */
export const listGuestCare = (tx: GuestTx): Promise<GuestCare[]> => readIn(tx)<GuestCare>(ALL, [])

const ONE: Prepared = {
  name: 'guest_care_of',
  text: `select ${COLUMNS} from guest_care() where horse_id = $1 order by "untilAt" desc limit 1`,
}

/** One of them; undefined: they don't look after it, or no longer. */
export const findGuestCare = async (tx: GuestTx, horseId: string): Promise<GuestCare | undefined> =>
  (await readIn(tx)<GuestCare>(ONE, [horseId]))[0]

const ENDED: Prepared = { name: 'guest_care_ended', text: 'select name, ended_at as "endedAt" from guest_care_ended($1)' }

/**
 * That they looked after a horse and do so no longer: its name, null where it has another owner by now, and when that ended, where a day is
 * known. Undefined: they never did.
 */
export const findEndedCare = async (tx: GuestTx, horseId: string): Promise<{ name: string | null; endedAt: Date | null } | undefined> =>
  (await readIn(tx)<{ name: string | null; endedAt: Date | null }>(ENDED, [horseId]))[0]

/** The eyes of a person who looks after horses of a practice. */
export const carerEyes = ({ personId }: { personId: string }, { id }: { id: string }): Carer => ({ practiceId: id, carerId: personId })

const GRANTS: Prepared = { name: 'guest_grants', text: 'select guest_grants() as id' }

/** All their grants in a practice, those that have ended too: what was sent by them is their own. */
export const listGuestGrants = async (tx: GuestTx): Promise<string[]> => (await readIn(tx)<{ id: string }>(GRANTS, [])).map(({ id }) => id)
