import type { DirectoryTx } from '#platform/server/database/db.ts'
import { hashToken, newToken } from '#platform/server/http/session.ts'

/** More devices of one person are never known: the longest unseen go. */
const MOST_KNOWN = 20
const FORGOTTEN_AFTER_MS = 400 * 24 * 60 * 60_000

/** Whether a device has signed in to the account of this address before, by the token of its cookie. */
export async function isKnownDevice(tx: DirectoryTx, email: string, token: string | undefined): Promise<boolean> {
  if (!token) return false
  const found = await tx
    .selectFrom('directory.known_devices as d')
    .innerJoin('directory.people as p', 'p.id', 'd.person_id')
    .select('d.seen_at')
    .where('p.email', '=', email)
    .where('d.token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return found !== undefined
}

/** Notes that a device has signed in. @returns the token of its cookie: its own, or a new one where we never gave it that */
export async function noteDevice(tx: DirectoryTx, personId: string, token: string | undefined, now: Date): Promise<string> {
  const isOurs = token !== undefined && (await hasGiven(tx, token))
  const named = isOurs ? { token, hash: hashToken(token) } : newToken()
  await tx
    .insertInto('directory.known_devices')
    .values({ token_hash: named.hash, person_id: personId, seen_at: now })
    .onConflict((clash) => clash.columns(['token_hash', 'person_id']).doUpdateSet({ seen_at: now }))
    .execute()
  await forgetUnseen(tx, personId, now)
  return named.token
}

/** Removes all known devices of this account: its password may have been set by another person. */
export const forgetDevices = (tx: DirectoryTx, personId: string) =>
  tx.deleteFrom('directory.known_devices').where('person_id', '=', personId).execute()

const hasGiven = async (tx: DirectoryTx, token: string) =>
  (await tx
    .selectFrom('directory.known_devices')
    .select('seen_at')
    .where('token_hash', '=', hashToken(token))
    .limit(1)
    .executeTakeFirst()) !== undefined

async function forgetUnseen(tx: DirectoryTx, personId: string, now: Date) {
  const tooMany = tx
    .selectFrom('directory.known_devices')
    .select('token_hash')
    .where('person_id', '=', personId)
    .orderBy('seen_at', 'desc')
    .offset(MOST_KNOWN)
  await tx
    .deleteFrom('directory.known_devices')
    .where('person_id', '=', personId)
    .where(({ or, eb }) => or([eb('seen_at', '<', new Date(now.getTime() - FORGOTTEN_AFTER_MS)), eb('token_hash', 'in', tooMany)]))
    .execute()
}
