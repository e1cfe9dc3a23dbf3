import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { AppError } from '#lib/errors.ts'
import { API_KEY_PREFIX, type Scope } from '#lib/scopes.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, Prepared } from '#platform/server/database/db.ts'
import { PLAN_COLUMNS, type PlanRow, planStatusIn } from '#platform/server/database/plan-row.ts'
import { FRESH_MS, hashToken, newToken, type SignedIn } from '#platform/server/http/session.ts'
import { keepFresh } from '#platform/server/kept.ts'
import { meetPractice } from '#platform/server/practice-time.ts'

/** Requests a minute that one API key may make, whatever they are. */
export const KEY_PER_MINUTE = 120

/** The member for whom a program acts by an API key, and what that key is for. */
export type KeyHolder = Omit<SignedIn, 'sessionId' | 'browserId' | 'expiresAt' | 'transport'> & { byKey: string; scopes: readonly string[] }

/** A new API key: the text to hand out once, and the hash that is all we keep. */
export function newApiKey() {
  const key = `${API_KEY_PREFIX}${newToken().token}`
  return { key, hash: hashToken(key) }
}

/** 256 bits, as `newApiKey` writes them. */
const KEY = /^prt_[\w-]{43}$/
const BEARER = /^bearer +(prt_.*)$/i

/** The API key that a request carries; undefined: none. Other kinds of authorization, such as a proxy's, are not ours to read. */
export const keyIn = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => BEARER.exec(headers.authorization ?? '')?.[1]

/** Looks API keys up, and caches each result for a moment, as with sessions: a key that was revoked is refused at the latest that much later. */
export const keyReader = (db: Database) => {
  const read = keepFresh(FRESH_MS, (key) => findHolder(db, key))
  return { read: async (key: string) => (KEY.test(key) ? read(key) : undefined), forget: read.forget }
}

/**
 * Lets a request in by its API key, to an endpoint that names one of the key's scopes. No cookie of the request counts.
 * @throws api_key_unknown, no_key_opens_this, scope_missing, too_many_requests
 */
export async function letInByKey(request: FastifyRequest, reply: FastifyReply, key: string, { scope }: Endpoint): Promise<void> {
  const holder = await request.server.apiKeys.read(key)
  if (!holder) {
    reply.header('www-authenticate', 'Bearer')
    throw new AppError('api_key_unknown')
  }
  request.keyHolder = holder
  await countKey(request, reply)
  if (!scope) throw new AppError('no_key_opens_this')
  if (!holder.scopes.includes(scope)) throw new AppError('scope_missing', { scope })
}

/** Counts the requests of a key, from wherever they come; the address has its own limit. */
async function countKey(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const counted = await request.server.keyLimit(request)
  if (counted.isAllowed) return
  reply.headers({ 'x-ratelimit-limit': counted.max, 'x-ratelimit-remaining': counted.remaining, 'x-ratelimit-reset': counted.ttlInSeconds })
  if (!counted.isExceeded) return
  reply.header('retry-after', counted.ttlInSeconds)
  throw new AppError(
    'too_many_requests',
    {},
    `That key has made ${KEY_PER_MINUTE} requests in a minute, which is the most. Wait, then go on.`,
  )
}

type KeyRow = PlanRow & { id: string; practice_id: string; person_id: string; member_id: string; name: string }

const FIND: Prepared = {
  name: 'api_key',
  text: `select k.id, k.practice_id, k.person_id, m.member_id, p.name, ${PLAN_COLUMNS}
    from directory.api_keys k
    join directory.practices p on p.id = k.practice_id
    join directory.memberships m on m.person_id = k.person_id and m.practice_id = k.practice_id
    where k.key_hash = $1`,
}

type Rights = { role: Actor['role']; scopes: Scope[]; expires_on: Day | null; last_used_on: Day | null }

const RIGHTS: Prepared = {
  name: 'api_key_rights',
  text: `select m.role, k.scopes, k.expires_on, k.last_used_on from api_keys k
    join members m on m.practice_id = $1 and m.id = k.member_id and m.is_active
    where k.practice_id = $1 and k.id = $2 and k.member_id = $3 and k.revoked_at is null`,
}

async function findHolder(db: Database, key: string): Promise<KeyHolder | undefined> {
  const [found] = await db.readDirectory<KeyRow>(FIND, [hashToken(key)])
  if (!found) return undefined
  const { id, practice_id: practiceId, member_id: memberId } = found
  meetPractice(practiceId, found)
  const [rights] = await db.readPractice<Rights>(practiceId, RIGHTS, [practiceId, id, memberId])
  if (!rights) return undefined
  const today = dayOf(currentTime(), found.zone)
  if (rights.expires_on && rights.expires_on < today) return undefined
  if (rights.last_used_on !== today) await noteUse(db, { practiceId, id }, today)
  const { tier, state } = planStatusIn(found)
  return {
    byKey: id,
    scopes: rights.scopes,
    practiceId,
    memberId,
    personId: found.person_id,
    role: rights.role,
    tier,
    isLapsed: state === 'lapsed',
    zone: found.zone,
    practiceName: found.name,
  }
}

/** Once a day: a program may ask thousands of times. */
const noteUse = (db: Database, { practiceId, id }: { practiceId: string; id: string }, today: Day) =>
  db.withPractice(practiceId, (tx) => tx.updateTable('api_keys').set({ last_used_on: today }).where('id', '=', id).execute())
