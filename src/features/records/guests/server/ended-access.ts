import { sql } from 'kysely'
import { currentTime } from '#lib/clock.ts'
import type { AfterRestore } from '#platform/server/backup/restore.ts'
import type { Ending, PracticeTx } from '#platform/server/database/db.ts'
import { openLedger } from '#platform/server/ledger.ts'

/** Access that ended, and when. */
type Ended = { practiceId: string; clientId: string; personId: string; at: string }

const ledgerIn = (dataFolder: string) => openLedger<Ended>(dataFolder, 'ended-access.jsonl')

const ended = new WeakMap<object, Ended[]>()

/** Notes, for the end of the transaction, that access ends in it. */
export function noteEnded(tx: PracticeTx, access: Omit<Ended, 'at'>): void {
  ended.set(tx, [...(ended.get(tx) ?? []), { ...access, at: currentTime().toISOString() }])
}

/**
 * Writes each end of access beside the database before its transaction is kept: noted and not ended, it is ended by a restore, as was wished; ended
 * and not noted, a backup would open it again.
 */
export const endingsNoted = (dataFolder: string): Ending => {
  const ledger = ledgerIn(dataFolder)
  return async (tx) => {
    for (const access of ended.get(tx) ?? []) await ledger.note(access)
  }
}

/** Ends again, as a backup is restored, what was ended since it was made; what was given anew after that end stays. */
export function endAgain(dataFolder: string): AfterRestore {
  let lines: Promise<Ended[]> | undefined
  return async (tx, { practiceId }) => {
    lines ??= ledgerIn(dataFolder).list()
    for (const { clientId, personId, at } of (await lines).filter((line) => line.practiceId === practiceId))
      await sql`update client_access set until = ${at}
        where client_id = ${clientId} and person_id = ${personId} and since < ${at} and (until is null or until > ${at})`.execute(tx)
  }
}
