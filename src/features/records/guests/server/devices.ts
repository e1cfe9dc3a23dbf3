import type { Address } from '#features/records/guests/rules.ts'
import { SEND_MINUTES } from '#features/records/guests/rules.ts'
import { browserHash, insertAsk, type Keys } from '#features/records/guests/server/ask-rows.ts'
import { listProofs } from '#features/records/guests/server/people.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { deviceName } from '#lib/device-name.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'
import { newToken } from '#platform/server/http/session.ts'

/** A device in which a guest is signed in; `isTold`: it is called when there is news. */
export type Device = { id: string; name: string; lastSeenAt: Date; isCurrent: boolean; isShared: boolean; isTold: boolean }

/** Where a guest is signed in, the one seen last first. */
export async function devicesOf(db: Database, { personId, sessionId }: { personId: string; sessionId: string }): Promise<Device[]> {
  const rows = await db.withDirectory((tx) =>
    living(tx, personId)
      .select(['id', 'user_agent', 'last_seen_at', 'is_shared'])
      .select((eb) =>
        eb
          .exists(eb.selectFrom('directory.pushes as p').select('p.endpoint').whereRef('p.session_id', '=', 'directory.sessions.id'))
          .as('is_told'),
      )
      .orderBy('last_seen_at', 'desc')
      .execute(),
  )
  return rows.map((row) => ({
    id: row.id,
    name: deviceName(row.user_agent),
    lastSeenAt: row.last_seen_at,
    isCurrent: row.id === sessionId,
    isShared: row.is_shared,
    isTold: Boolean(row.is_told),
  }))
}

/** Ends one session of a guest, or all; it is refused within two seconds. Returns whether any was open. */
export async function endDevices(db: Database, personId: string, id?: string): Promise<boolean> {
  const { numUpdatedRows } = await db.withDirectory((tx) => {
    const ended = tx
      .updateTable('directory.sessions')
      .set({ revoked_at: currentTime(), revoked_why: 'signed_out' })
      .where('person_id', '=', personId)
      .where('kind', '=', 'guest')
      .where('revoked_at', 'is', null)
    return (id ? ended.where('id', '=', id) : ended).executeTakeFirst()
  })
  return numUpdatedRows > 0n
}

/** Notifies a person's other addresses of a sign-in with one of them, or with a passkey. */
export async function tellOthers(
  tx: DirectoryTx,
  keys: Keys,
  { personId, but }: { personId: string; but: Address | undefined },
): Promise<void> {
  const now = currentTime()
  for (const { kind, address } of await listProofs(tx, personId)) {
    if (address === but?.address) continue
    await insertAsk(tx, keys, {
      address: { kind, address },
      // No browser requested it.
      browserHash: browserHash(newToken().token),
      what: 'device',
      personId,
      askedAt: now,
      dueAt: now,
      expiresAt: new Date(currentMs() + SEND_MINUTES * 60_000),
    })
  }
}

const living = (tx: DirectoryTx, personId: string) =>
  tx
    .selectFrom('directory.sessions')
    .where('person_id', '=', personId)
    .where('kind', '=', 'guest')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', currentTime())
