import { sql } from 'kysely'
import { currentTime } from '#lib/clock.ts'
import type { Day } from '#lib/dates.ts'
import type { AfterRestore } from '#platform/server/backup/restore.ts'
import type { Ending, PracticeTx } from '#platform/server/database/db.ts'
import { openLedger } from '#platform/server/ledger.ts'

/**
 * Access that ended, a look at a horse, a link to one or a service of one that did, an invitation that was used or withdrawn, or an
 * agreement that was withdrawn.
 */
type Ended = { practiceId: string } & (
  | { clientId: string; personId: string }
  | { yardId: string; personId: string }
  | { grantId: string }
  | { inviteId: string }
  | { shareId: string }
  | { serviceId: string; endsOn: Day }
  | { consentId: string }
)
type At = { at: string }
/** An address that no longer proves who a person is, known by when it was proven; without that all that they had. */
type EndedProof = { personId: string; provenAt?: string }

const ledgerIn = (dataFolder: string) => openLedger<(Ended | EndedProof) & At>(dataFolder, 'ended-access.jsonl')

const ended = new WeakMap<object, (Ended & At)[]>()

/** Notes, for the end of the transaction, that access ends in it, or that an invitation or a link no longer opens anything. */
export function noteEnded(tx: PracticeTx, what: Ended): void {
  ended.set(tx, [...(ended.get(tx) ?? []), { ...what, at: currentTime().toISOString() }])
}

/**
 * Writes each end of access beside the database before its transaction is kept: noted and not ended, it is ended by a restore, as was wished; ended
 * and not noted, a backup would open it again.
 */
export const endingsNoted = (dataFolder: string): Ending => {
  const ledger = ledgerIn(dataFolder)
  return async (tx) => {
    for (const line of ended.get(tx) ?? []) await ledger.note(line)
  }
}

/** Notes which addresses no longer prove who a person is, in the transaction that ends it: before it commits, for the same reason. */
export async function noteEndedProof(dataFolder: string | undefined, what: EndedProof): Promise<void> {
  if (dataFolder) await ledgerIn(dataFolder).note({ ...what, at: currentTime().toISOString() })
}

/** Ends again, as a backup is restored, what was ended since it was made; what was given after that end stays. */
export function endAgain(dataFolder: string): AfterRestore {
  let lines: ReturnType<ReturnType<typeof ledgerIn>['list']> | undefined
  return async (tx, { practiceId }) => {
    // What people prove belongs to no practice: once is enough.
    const isFirst = !lines
    lines ??= ledgerIn(dataFolder).list()
    for (const line of await lines)
      if (!('practiceId' in line)) isFirst && (await endProofAgain(tx, line))
      else if (line.practiceId === practiceId) await endAccessAgain(tx, line)
  }
}

function endAccessAgain(tx: PracticeTx, line: Ended & At) {
  if ('inviteId' in line)
    return sql`update portal_invites set ended_at = ${line.at} where id = ${line.inviteId} and ended_at is null`.execute(tx)
  if ('grantId' in line)
    return sql`update horse_grants set ended_at = ${line.at} where id = ${line.grantId} and from_at < ${line.at} and ended_at is null`.execute(
      tx,
    )
  if ('consentId' in line)
    return sql`update care_consents set taken_back_at = ${line.at} where id = ${line.consentId} and taken_back_at is null`.execute(tx)
  if ('shareId' in line)
    return sql`update horse_shares set ended_at = ${line.at} where id = ${line.shareId} and ended_at is null`.execute(tx)
  if ('serviceId' in line)
    return sql`update horse_services set ends_on = ${line.endsOn}, ended_why = 'owner'
      where id = ${line.serviceId} and from_on <= ${line.endsOn} and ends_on is null`.execute(tx)
  const isOpen = sql`since < ${line.at} and (until is null or until > ${line.at})`
  return 'yardId' in line
    ? sql`update yard_access set until = ${line.at} where yard_id = ${line.yardId} and person_id = ${line.personId} and ${isOpen}`.execute(
        tx,
      )
    : sql`update client_access set until = ${line.at} where client_id = ${line.clientId} and person_id = ${line.personId} and ${isOpen}`.execute(
        tx,
      )
}

const endProofAgain = (tx: PracticeTx, { personId, provenAt, at }: EndedProof & At) =>
  sql`delete from directory.proofs where person_id = ${personId} and proven_at < ${at}
    and (${provenAt ?? null}::timestamptz is null or proven_at = ${provenAt ?? null})`.execute(tx)
