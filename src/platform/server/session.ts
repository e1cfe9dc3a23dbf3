import { createHash, randomBytes } from 'node:crypto'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, DirectoryTx } from '#platform/server/db.ts'

const DAYS = 24 * 60 * 60 * 1000
/** A session dies after this long without use; a farrier's phone is used daily. */
export const SESSION_MS = 90 * DAYS
/** How long an answer about a session may be reused: a revoked one is refused at the latest this much later. */
const FRESH_MS = 1500
const MOST_KEPT = 5000

export type SignedIn = Omit<Actor, 'deviceId' | 'opId' | 'origin'> & { sessionId: string; expiresAt: Date }

/** A secret for a cookie or a link: the token to hand out, and the hash that is all we keep. Links in texts take 16 bytes, to stay short. */
export function newToken(bytes = 32) {
  const token = randomBytes(bytes).toString('base64url')
  return { token, hash: hashToken(token) }
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Opens a session of a member in a practice and returns its cookie's token. */
export async function openSession(tx: DirectoryTx, who: { personId: string; practiceId: string; userAgent: string }) {
  const { token, hash } = newToken()
  await tx
    .insertInto('directory.sessions')
    .values({
      token_hash: hash,
      id: uuidv7(),
      person_id: who.personId,
      practice_id: who.practiceId,
      kind: 'member',
      device_id: null,
      user_agent: who.userAgent.slice(0, 300),
      expires_at: new Date(Date.now() + SESSION_MS),
      revoked_at: null,
    })
    .execute()
  return token
}

/** Looks sessions up by token, remembering each answer for a moment so that a page's burst of reads asks once. */
export function sessionReader(db: Database) {
  const kept = new Map<string, { at: number; answer: Promise<SignedIn | undefined> }>()
  return {
    read(token: string): Promise<SignedIn | undefined> {
      const known = kept.get(token)
      if (known && Date.now() - known.at < FRESH_MS) return known.answer
      const answer = findSession(db, token)
      // A failed look-up must not be remembered as an answer.
      answer.catch(() => kept.delete(token))
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(token, { at: Date.now(), answer })
      return answer
    },
    forget: (token: string) => kept.delete(token),
  }
}

async function findSession(db: Database, token: string): Promise<SignedIn | undefined> {
  const hash = hashToken(token)
  const found = await db.withDirectory((tx) =>
    tx
      .selectFrom('directory.sessions as s')
      .innerJoin('directory.practices as p', 'p.id', 's.practice_id')
      .innerJoin('directory.memberships as m', (join) =>
        join.onRef('m.person_id', '=', 's.person_id').onRef('m.practice_id', '=', 's.practice_id'),
      )
      .select(['s.id', 's.person_id', 's.last_seen_at', 's.expires_at', 'p.id as practice_id', 'p.zone', 'p.name', 'm.member_id'])
      .where('s.token_hash', '=', hash)
      .where('s.revoked_at', 'is', null)
      .where('s.expires_at', '>', new Date())
      .where('s.kind', '=', 'member')
      .executeTakeFirst(),
  )
  if (!found) return undefined
  const member = await db.withPractice(found.practice_id, (tx) =>
    tx.selectFrom('members').select(['role']).where('id', '=', found.member_id).where('is_active', '=', true).executeTakeFirst(),
  )
  if (!member) return undefined
  const expiresAt = await keepAlive(db, hash, found)
  return {
    sessionId: found.id,
    expiresAt,
    practiceId: found.practice_id,
    memberId: found.member_id,
    personId: found.person_id,
    role: member.role,
    zone: found.zone,
    practiceName: found.name,
  }
}

/** Writes "last seen" at most once an hour, and with it a new end. */
async function keepAlive(db: Database, hash: Buffer, session: { last_seen_at: Date; expires_at: Date }): Promise<Date> {
  if (Date.now() - session.last_seen_at.getTime() < 60 * 60 * 1000) return session.expires_at
  const expires = new Date(Date.now() + SESSION_MS)
  await db.withDirectory((tx) =>
    tx.updateTable('directory.sessions').set({ last_seen_at: new Date(), expires_at: expires }).where('token_hash', '=', hash).execute(),
  )
  return expires
}
