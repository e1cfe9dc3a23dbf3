import { listOldSeals, putOwnerCalendar } from '#features/visits/calendars/server/queries.ts'
import { sealedForOwner } from '#features/visits/calendars/server/service.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Vault } from '#platform/server/vault.ts'

/** Seals the addresses of owners' calendars with the newest key; returns how many. One that no key of ours opens stays. */
export async function sealOwnerCalendarsAgain(tx: PracticeTx, vault: Vault, practiceId: string): Promise<number> {
  let count = 0
  for (const row of await listOldSeals(tx, vault.keyId())) {
    const of = sealedForOwner({ practiceId, clientId: row.client_id })
    const token = vault.open({ sealed: row.secret, keyId: row.vault_key_id }, of)
    if (token === undefined) continue
    const { sealed, keyId } = vault.seal(token, of)
    await putOwnerCalendar(tx, { ...row, secret: sealed, vault_key_id: keyId })
    count++
  }
  return count
}
