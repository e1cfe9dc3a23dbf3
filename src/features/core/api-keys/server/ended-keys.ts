import { sql } from 'kysely'
import { currentTime } from '#lib/clock.ts'
import type { AfterRestore } from '#platform/server/backup/restore.ts'
import { openLedger } from '#platform/server/ledger.ts'

type EndedKey = { practiceId: string; id: string; at: string }

const ledgerIn = (dataFolder: string) => openLedger<EndedKey>(dataFolder, 'ended-keys.jsonl')

/**
 * Writes beside the database which keys open nothing any more, before their transaction is kept: noted and not revoked, a key is revoked by a
 * restore, as was wished; revoked and not noted, a backup would open it again.
 */
export async function noteEndedKeys(dataFolder: string | undefined, practiceId: string, keys: readonly { id: string }[]): Promise<void> {
  if (!dataFolder) return
  const at = currentTime().toISOString()
  for (const { id } of keys) await ledgerIn(dataFolder).note({ practiceId, id, at })
}

/** Revokes again, as a backup is restored, the keys that were revoked since it was made. An id is never given twice. */
export function endKeysAgain(dataFolder: string): AfterRestore {
  let lines: Promise<EndedKey[]> | undefined
  return async (tx, { practiceId }) => {
    lines ??= ledgerIn(dataFolder).list()
    for (const { id, at } of (await lines).filter((line) => line.practiceId === practiceId)) {
      await sql`update api_keys set revoked_at = ${at} where id = ${id} and revoked_at is null`.execute(tx)
      await sql`delete from directory.api_keys where id = ${id}`.execute(tx)
    }
  }
}
