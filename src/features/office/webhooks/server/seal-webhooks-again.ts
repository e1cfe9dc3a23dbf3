import { listOldSeals, updateWebhook } from '#features/office/webhooks/server/queries.ts'
import { openOldSecret, openSecret, sealSecret } from '#features/office/webhooks/server/signing.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Vault } from '#platform/server/vault.ts'

/** Seals the secrets of webhooks with the newest key; returns of how many. One that no key of ours opens stays. */
export async function sealWebhooksAgain(tx: PracticeTx, vault: Vault): Promise<number> {
  let count = 0
  for (const row of await listOldSeals(tx, vault.keyId())) {
    const [secret, old] = [openSecret(vault, row), openOldSecret(vault, row)]
    if (secret === undefined) continue
    const oldSeal = old === undefined ? undefined : sealSecret(vault, row, old)
    await updateWebhook(tx, row.id, {
      ...sealSecret(vault, row, secret),
      // One that can't be opened signs nothing.
      old_secret: oldSeal?.secret ?? null,
      old_vault_key_id: oldSeal?.vault_key_id ?? null,
      old_until: oldSeal ? row.old_until : null,
    })
    count++
  }
  return count
}
