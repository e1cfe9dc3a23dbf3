import type { PracticeTx } from '#platform/server/db.ts'

/** What tells clients apart, all of them: an address book is compared as a whole. */
export const listIdentities = (tx: PracticeTx) =>
  tx
    .selectFrom('clients')
    .select(['id', 'name', 'business_name as businessName', 'email', 'phone_e164 as phoneE164'])
    .where('deleted_at', 'is', null)
    .execute()

/** Which of these visits are in the diary, removed ones included. */
export async function knownVisits(tx: PracticeTx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('appointments')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return new Set(rows.map((row) => row.id))
}
