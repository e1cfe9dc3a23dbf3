import { currentMs, currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Database, DirectoryTx, Prepared } from '#platform/server/database/db.ts'
import { FRESH_MS, hashToken, newToken } from '#platform/server/http/session.ts'
import { keepFresh } from '#platform/server/kept.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A session dies after this long without use. */
export const GUEST_SESSION_MS = 90 * DAY_MS
/** On a computer of several people, at the latest after this long: it ends with the browser, which may be left open. */
const SHARED_MS = DAY_MS
const SEEN_EVERY_MS = 60 * 60 * 1000

/** A guest who is signed in: someone outside the practices. What they see follows from the practices' rows, read at every request. */
export type GuestSession = {
  sessionId: string
  personId: string
  /** Their address was proven to this practice alone, by a code in its Outbox (test version): they see no other. */
  onlyPractice: string | null
  provedAt: Date
  isShared: boolean
}

/** `onlyHash`: of the address that was proven to one practice alone. */
type NewSession = Pick<GuestSession, 'personId' | 'onlyPractice' | 'isShared'> & { userAgent: string; onlyHash?: Buffer }

/** Opens a session for someone who has just proven who they are, and returns its cookie's token. */
export async function openGuestSession(tx: DirectoryTx, who: NewSession): Promise<string> {
  const { token, hash } = newToken()
  await tx
    .insertInto('directory.sessions')
    .values({
      token_hash: hash,
      id: uuidv7(),
      person_id: who.personId,
      practice_id: who.onlyPractice,
      kind: 'guest',
      device_id: null,
      user_agent: who.userAgent.slice(0, 300),
      expires_at: new Date(currentMs() + livesMs(who.isShared)),
      revoked_at: null,
      browser_id: null,
      proved_at: currentTime(),
      is_shared: who.isShared,
      only_hash: who.onlyHash ?? null,
    })
    .execute()
  return token
}

const livesMs = (isShared: boolean) => (isShared ? SHARED_MS : GUEST_SESSION_MS)

type Row = { id: string; person_id: string; practice_id: string | null; proved_at: Date; is_shared: boolean; last_seen_at: Date }

const SESSION: Prepared = {
  name: 'guest_session',
  text: `select id, person_id, practice_id, proved_at, is_shared, last_seen_at from directory.sessions
    where token_hash = $1 and revoked_at is null and expires_at > $2 and kind = 'guest'`,
}

/** Looks sessions of guests up by token, and ends them; one that another server has ended is refused at the latest `FRESH_MS` later. */
export function guestSessionReader(db: Database) {
  const read = keepFresh(FRESH_MS, (token) => findSession(db, token))
  const end = async (token: string) => {
    await db.withDirectory((tx) =>
      tx
        .updateTable('directory.sessions')
        .set({ revoked_at: currentTime() })
        .where('token_hash', '=', hashToken(token))
        .where('kind', '=', 'guest')
        .where('revoked_at', 'is', null)
        .execute(),
    )
    read.forget(token)
  }
  return { read, end, forget: read.forget }
}

async function findSession(db: Database, token: string): Promise<GuestSession | undefined> {
  const hash = hashToken(token)
  const [row] = await db.readDirectory<Row>(SESSION, [hash, currentTime()])
  if (!row) return undefined
  if (!row.is_shared && currentMs() - row.last_seen_at.getTime() > SEEN_EVERY_MS) await keepAlive(db, hash)
  return { sessionId: row.id, personId: row.person_id, onlyPractice: row.practice_id, provedAt: row.proved_at, isShared: row.is_shared }
}

const keepAlive = (db: Database, hash: Buffer) =>
  db.withDirectory((tx) =>
    tx
      .updateTable('directory.sessions')
      .set({ last_seen_at: currentTime(), expires_at: new Date(currentMs() + GUEST_SESSION_MS) })
      .where('token_hash', '=', hash)
      .execute(),
  )
