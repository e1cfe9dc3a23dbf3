import { createHash, randomBytes } from 'node:crypto'
import { currentMs, currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Shell } from '#lib/shell.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, DirectoryTx, Prepared } from '#platform/server/database/db.ts'
import { PLAN_COLUMNS, type PlanRow, planStatusIn } from '#platform/server/database/plan-row.ts'
import { BEARER_PREFIX, type CarriedToken, type Transport } from '#platform/server/http/session-token.ts'
import { keepFresh } from '#platform/server/kept.ts'
import { meetPractice } from '#platform/server/practice-time.ts'

const DAYS = 24 * 60 * 60 * 1000
/** A session dies after this long without use; a farrier's phone is used daily. */
const SESSION_MS = 90 * DAYS
/** How long a cached answer about a session is used: a revoked session is refused at the latest this much later. */
export const FRESH_MS = 1500

/** `isLapsed`: the practice's plan has ended, so nothing is written any more. */
export type SignedIn = Omit<Actor, 'deviceId' | 'opId' | 'origin'> & {
  sessionId: string
  transport: Transport
  browserId: string | null
  expiresAt: Date
  isLapsed: boolean
}

/** A secret for a cookie or a link: the token to hand out, and the hash that is all we keep. */
export function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

type NewSession = {
  personId: string
  practiceId: string
  userAgent: string
  browserId?: string
  /** They have just proven who they are, unless false; or when they last did. */
  isProven?: boolean
  provedAt?: Date | null
  /** The session of this shell, whose token is accepted as a bearer alone. Without it, a browser's. */
  shell?: Shell
}

/** Opens a session of a member in a practice and returns its token, for the cookie or for the shell. */
export async function openSession(tx: DirectoryTx, who: NewSession): Promise<string> {
  const token = who.shell ? `${BEARER_PREFIX}${newToken().token}` : newToken().token
  const provedAt = who.isProven === false ? null : currentTime()
  await tx
    .insertInto('directory.sessions')
    .values({
      token_hash: hashToken(token),
      id: uuidv7(),
      person_id: who.personId,
      practice_id: who.practiceId,
      kind: 'member',
      device_id: null,
      user_agent: who.userAgent.slice(0, 300),
      expires_at: new Date(currentMs() + SESSION_MS),
      revoked_at: null,
      browser_id: who.browserId ?? null,
      proved_at: who.provedAt === undefined ? provedAt : who.provedAt,
      ...(who.shell ? { transport: 'bearer' as const, client_kind: who.shell.kind, client_model: who.shell.model } : {}),
    })
    .execute()
  return token
}

/**
 * Looks sessions up by the token that a request carries, and caches each result for a moment, so that a page's burst of reads queries once. A
 * token opens only over the way it was made for. For a token that opens nothing, `ended` reports whether we ended its session, and why.
 */
export function sessionReader(db: Database) {
  const fresh = {
    cookie: keepFresh(FRESH_MS, (token) => findSession(db, { token, transport: 'cookie' })),
    bearer: keepFresh(FRESH_MS, (token) => findSession(db, { token, transport: 'bearer' })),
  }
  return {
    read: (token: string, transport: Transport = 'cookie') => fresh[transport](token),
    forget(token: string) {
      fresh.cookie.forget(token)
      fresh.bearer.forget(token)
    },
    ended: (token: string, transport: Transport = 'cookie') => findEnded(db, { token, transport }),
  }
}

/** A session that was ended on purpose: its member, and the reason. Its device removes its local copy only on this message. */
export type EndedSession = { why: EndedWhy; sessionId: string; personId: string; practiceId: string }
/** `signed_out`: by the person, there or from another device; `dismissed`: by leaving the practice; `revoked`: with all others, as after a new password. */
type EndedWhy = 'signed_out' | 'dismissed' | 'revoked'

type SessionRow = PlanRow & {
  id: string
  transport: Transport
  browser_id: string | null
  person_id: string
  practice_id: string
  member_id: string
  name: string
  last_seen_at: Date
  expires_at: Date
}

const SESSION: Prepared = {
  name: 'session',
  text: `select s.id, s.transport, s.browser_id, s.person_id, s.practice_id, m.member_id, p.name, s.last_seen_at, s.expires_at, ${PLAN_COLUMNS}
    from directory.sessions s
    join directory.practices p on p.id = s.practice_id
    join directory.memberships m on m.person_id = s.person_id and m.practice_id = s.practice_id
    where s.token_hash = $1 and s.revoked_at is null and s.expires_at > $2 and s.kind = 'member' and s.transport = $3`,
}

const ROLE: Prepared = { name: 'role', text: 'select role from members where practice_id = $1 and id = $2 and is_active' }

async function findSession(db: Database, { token, transport }: CarriedToken): Promise<SignedIn | undefined> {
  const hash = hashToken(token)
  const [found] = await db.readDirectory<SessionRow>(SESSION, [hash, currentTime(), transport])
  if (!found) return undefined
  meetPractice(found.practice_id, found)
  const [member] = await db.readPractice<{ role: Actor['role'] }>(found.practice_id, ROLE, [found.practice_id, found.member_id])
  if (!member) return undefined
  const { tier, state } = planStatusIn(found)
  return {
    sessionId: found.id,
    transport: found.transport,
    browserId: found.browser_id,
    expiresAt: await keepAlive(db, hash, found),
    practiceId: found.practice_id,
    memberId: found.member_id,
    personId: found.person_id,
    role: member.role,
    tier,
    isLapsed: state === 'lapsed',
    zone: found.zone,
    practiceName: found.name,
  }
}

const ENDED: Prepared = {
  name: 'ended_session',
  text: `select revoked_why as why, id as "sessionId", person_id as "personId", practice_id as "practiceId"
    from directory.sessions where token_hash = $1 and revoked_why is not null and kind = 'member' and transport = $2`,
}

const findEnded = async (db: Database, { token, transport }: CarriedToken): Promise<EndedSession | undefined> =>
  (await db.readDirectory<EndedSession>(ENDED, [hashToken(token), transport]))[0]

/** Writes "last seen" at most once an hour, and with it a new end. */
async function keepAlive(db: Database, hash: Buffer, session: { last_seen_at: Date; expires_at: Date }): Promise<Date> {
  if (currentMs() - session.last_seen_at.getTime() < 60 * 60 * 1000) return session.expires_at
  const expires = new Date(currentMs() + SESSION_MS)
  await db.withDirectory((tx) =>
    tx.updateTable('directory.sessions').set({ last_seen_at: currentTime(), expires_at: expires }).where('token_hash', '=', hash).execute(),
  )
  return expires
}
