import { type GuestAct, guestMay } from '#features/records/guests/rules.ts'
import { lookedAs } from '#features/records/guests/server/looking-as.ts'
import { type Access, accessOf } from '#features/records/guests/server/practice-of-guest.ts'
import { AppError } from '#lib/errors.ts'
import { type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/** A horse that is shared with a guest: whose it is, what they may, and under which name they were let in. */
export type Shared = Access & { role: 'sharer'; seesMoney: false; mayAnswer: boolean; horseId: string; horseName: string; asName: string }
/** What a guest is to a horse: there for its owner, or one with whom it is shared. */
export type HorseAccess = Access & { mayAnswer?: boolean; asName?: string }

const SHARED: Prepared = {
  name: 'guest_shared_with',
  text: `select s.horse_id as "horseId", h.name as "horseName", s.client_id as "clientId", s.may_answer as "mayAnswer",
      'sharer' as role, false as "seesMoney", coalesce((
        select g.to_name from horse_grants g
        where g.practice_id = h.practice_id and g.horse_id = s.horse_id and g.client_id = s.client_id and g.person_id = $1 and g.ended_at is null
        order by g.from_at desc limit 1), 'Somebody') as "asName"
    from shared_with($1) s join horses h on h.id = s.horse_id order by h.name, h.id`,
}

/** The horses that are shared with a person in the practice of the transaction, by name. A member who looks as a client does has none. */
export const sharedWith = async (tx: PracticeTx, personId: string): Promise<Shared[]> =>
  lookedAs() ? [] : readIn(tx)<Shared>(SHARED, [personId])

/** What a person is to a horse, the most that they are. Undefined: it is none of theirs. */
export async function accessToHorse(tx: PracticeTx, personId: string, horseId: string): Promise<HorseAccess | undefined> {
  const horse = await tx
    .selectFrom('horses')
    .select('client_id')
    .where('id', '=', horseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!horse) return undefined
  const whole = (await accessOf(tx, personId)).find(({ clientId }) => clientId === horse.client_id)
  return whole ?? (await sharedWith(tx, personId)).find((shared) => shared.horseId === horseId)
}

/**
 * For which horse a guest acts, and what they are to it. What is not theirs, or no longer, is a 404, like what never was.
 * @throws horse_not_found; forbidden where what they are to it may not do this
 */
export async function requireGuestOfHorse(
  tx: PracticeTx,
  { personId }: { personId: string },
  act: GuestAct,
  { horseId }: { horseId: string },
): Promise<HorseAccess> {
  const access = await accessToHorse(tx, personId, horseId)
  if (!access) throw new AppError('horse_not_found')
  if (!guestMay(access, act)) throw new AppError('forbidden', {}, OWNER_ALONE)
  return access
}

/** Why a guest who is not the owner may not do something. */
export const OWNER_ALONE = 'Only the owner themselves can do that. Ask them, or ring your farrier.'
