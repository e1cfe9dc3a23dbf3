import { sql } from 'kysely'
import { listOldSeals, updateConnection } from '#features/office/integrations/server/queries.ts'
import { sealedFor } from '#features/office/integrations/server/secrets.ts'
import { sealWebhooksAgain } from '#features/office/webhooks/server/seal-webhooks-again.ts'
import { sealOwnerCalendarsAgain } from '#features/visits/calendars/server/seal-owner-calendars-again.ts'
import { currentTime } from '#lib/clock.ts'
import type { Database } from '#platform/server/database/db.ts'
import { forEachPractice } from '#platform/server/database/each-practice.ts'
import type { Vault } from '#platform/server/vault.ts'

/**
 * Seals every secret again that is not sealed with the newest key, practice by practice; run again, it goes on where it was. What no key of ours
 * opens stays as it is: its card asks the member to sign in again. Returns how many were sealed.
 * @throws Error when it was not done for some practice
 */
export async function rotateVault(db: Database, vault: Vault): Promise<number> {
  let count = 0
  const work = (practiceId: string) =>
    db.withPractice(practiceId, async (tx) => {
      for (const row of await listOldSeals(tx, vault.keyId())) {
        const of = sealedFor(row)
        const secret = vault.open({ sealed: row.secret, keyId: row.vault_key_id }, of)
        if (secret === undefined) continue
        const { sealed, keyId } = vault.seal(secret, of)
        await updateConnection(tx, row.id, { secret: sealed, vault_key_id: keyId })
        count++
      }
      count += await sealOwnerCalendarsAgain(tx, vault, practiceId)
      count += await sealWebhooksAgain(tx, vault)
    })
  const withWork = (among: readonly string[]) => sql`directory.with_old_seals(${among}, ${vault.keyId()})`
  await forEachPractice(db, { job: 'rotate-vault', asOf: currentTime(), withWork, work })
  return count
}
