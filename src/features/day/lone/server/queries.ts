import type { Insertable, Selectable } from 'kysely'
import type { LatLng } from '#lib/position.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

export type ContactRow = Selectable<Tables['lone_contacts']>
export type TimerRow = Selectable<Tables['lone_timers']>

/** The member's name, held until the transaction ends: what one member does about their timer happens one after the other. */
export const holdMemberName = async (tx: PracticeTx, memberId: string): Promise<string> =>
  (await tx.selectFrom('members').select('name').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow()).name

export const findContact = (tx: PracticeTx, memberId: string): Promise<ContactRow | undefined> =>
  tx.selectFrom('lone_contacts').selectAll().where('member_id', '=', memberId).executeTakeFirst()

export const findContactById = (tx: PracticeTx, id: string): Promise<ContactRow | undefined> =>
  tx.selectFrom('lone_contacts').selectAll().where('id', '=', id).executeTakeFirst()

export const findTimer = (tx: PracticeTx, memberId: string): Promise<TimerRow | undefined> =>
  tx.selectFrom('lone_timers').selectAll().where('member_id', '=', memberId).executeTakeFirst()

/** Puts a row in the place of the one the member had. */
export async function replaceContact(tx: PracticeTx, row: Insertable<Tables['lone_contacts']>): Promise<void> {
  await tx.deleteFrom('lone_contacts').where('member_id', '=', row.member_id).execute()
  await tx.insertInto('lone_contacts').values(row).execute()
}

export async function replaceTimer(tx: PracticeTx, row: Insertable<Tables['lone_timers']>): Promise<void> {
  await tx.deleteFrom('lone_timers').where('member_id', '=', row.member_id).execute()
  await tx.insertInto('lone_timers').values(row).execute()
}

/** How a member is called: their devices, and their own telephone. */
export async function findRings(tx: PracticeTx, memberId: string): Promise<{ devices: number; phone: string | null }> {
  const devices = await tx.selectFrom('push_subscriptions').select('id').where('member_id', '=', memberId).execute()
  const phone = await tx.selectFrom('alert_phones').select('phone_e164').where('member_id', '=', memberId).executeTakeFirst()
  return { devices: devices.length, phone: phone?.phone_e164 ?? null }
}

type Place = { name?: string; address: string | null; postcode: string | null; position: LatLng | null }

/** The records that hold a place. Which of them counts, `rules.ts placeOf` of visits decides. */
export async function findPlaces(
  tx: PracticeTx,
  { yardId, clientId }: { yardId: string | null; clientId: string | null },
): Promise<{ yard: (Place & { name: string }) | undefined; client: Place | undefined }> {
  const columns = ['name', 'address', 'postcode', 'lat', 'lng', 'position_source'] as const
  const yard = yardId
    ? await tx.selectFrom('yards').select(columns).where('id', '=', yardId).where('deleted_at', 'is', null).executeTakeFirst()
    : undefined
  const client = clientId
    ? await tx.selectFrom('clients').select(columns).where('id', '=', clientId).where('deleted_at', 'is', null).executeTakeFirst()
    : undefined
  return { yard: yard && { ...yard, ...at(yard) }, client: client && { ...client, ...at(client) } }
}

type Placed = { lat: number | null; lng: number | null; position_source: string | null }

/* No one is sent to look for a person at the centre of a postcode: the address is more precise. */
const at = ({ lat, lng, position_source }: Placed): { position: LatLng | null } => ({
  position: lat !== null && lng !== null && position_source !== 'postcode' ? { lat, lng } : null,
})
