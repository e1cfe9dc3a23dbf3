import { createHash, randomInt } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { findLivingSession, listMemberships } from '#features/core/practice/server/queries.ts'
import { startSession } from '#features/core/practice/server/sign-in.ts'
import { LETTERS_LONG, SHELL_LETTERS, type ShellCode, type ShellRequest } from '#features/core/practice/shells.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { AppError, type ErrorCode } from '#lib/errors.ts'
import type { MemberActor } from '#platform/server/actor.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'
import type { DirectoryTables } from '#platform/server/database/directory-tables.ts'
import { hashToken, newToken } from '#platform/server/http/session.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'

const CODE_MS = 60_000
const LETTERS_MS = 5 * 60_000
/** Wrong letters that may be typed before code and letters open nothing any more. */
const MOST_TRIES = 5

type Keys = { db: Database; keyedHash: KeyedHash }

/** Makes the code and the letters by which a shell gets a session of this member; earlier ones of theirs for the same challenge are over. */
export async function makeShellCode(
  { db, keyedHash }: Keys,
  { personId, practiceId }: MemberActor,
  asked: ShellRequest & { sessionId: string },
): Promise<ShellCode> {
  const { token: code, hash } = newToken()
  const letters = Array.from({ length: LETTERS_LONG }, () => SHELL_LETTERS[randomInt(SHELL_LETTERS.length)]).join('')
  const [codeUntil, lettersUntil] = [new Date(currentMs() + CODE_MS), new Date(currentMs() + LETTERS_MS)]
  const challenge = Buffer.from(asked.challenge, 'base64url')
  await db.withDirectory(async (tx) => {
    await tx.deleteFrom('directory.shell_codes').where('person_id', '=', personId).where('challenge', '=', challenge).execute()
    await tx
      .insertInto('directory.shell_codes')
      .values({
        code_hash: hash,
        letters_hash: keyedHash(letters),
        challenge,
        person_id: personId,
        practice_id: practiceId,
        session_id: asked.sessionId,
        client_kind: asked.client,
        client_model: asked.model,
        code_until: codeUntil,
        letters_until: lettersUntil,
      })
      .execute()
  })
  return { code, codeUntil: codeUntil.toISOString(), letters, lettersUntil: lettersUntil.toISOString() }
}

/**
 * Signs a shell in with a code, or with the letters, and returns the token of its session. The proof of the browser's session goes over to it.
 * @throws shell_code_spent, shell_letters_wrong, shell_tries_used, dismissed
 */
export async function enterShell({ db, keyedHash }: Keys, by: { code: string; verifier: string }, userAgent: string): Promise<string> {
  const challenge = createHash('sha256').update(by.verifier).digest()
  const result = await db.withDirectory(async (tx): Promise<Result> => {
    const spent = isCode(by.code)
      ? await spendCode(tx, challenge, hashToken(by.code))
      : await spendLetters(tx, challenge, keyedHash(lettersIn(by.code)))
    return 'refused' in spent ? spent : letIn(tx, spent, userAgent)
  })
  // Not within the transaction: what was spent or counted there stays so.
  if ('refused' in result) throw new AppError(result.refused)
  return result.token
}

type Refused = { refused: ErrorCode }
type Result = Refused | { token: string }
type Spent = Pick<
  Selectable<DirectoryTables['directory.shell_codes']>,
  'person_id' | 'practice_id' | 'session_id' | 'client_kind' | 'client_model'
>

/** As `newToken` writes one. */
const isCode = (text: string) => /^[\w-]{43}$/.test(text)
/** However they were typed. */
const lettersIn = (text: string) => text.toUpperCase().replace(/[^A-Z]/g, '')

/** Of two at once only one gets it. */
async function spendCode(tx: DirectoryTx, challenge: Buffer, hash: Buffer): Promise<Refused | Spent> {
  const now = currentTime()
  const spent = await tx
    .updateTable('directory.shell_codes')
    .set({ used_at: now })
    .where('code_hash', '=', hash)
    .where('challenge', '=', challenge)
    .where('code_until', '>', now)
    .where('tries', '<', MOST_TRIES)
    .where('used_at', 'is', null)
    .returning(['person_id', 'practice_id', 'session_id', 'client_kind', 'client_model'])
    .executeTakeFirst()
  return spent ?? { refused: 'shell_code_spent' }
}

/** The challenge names what the letters are compared with, so nobody but its shell can use up its tries. */
async function spendLetters(tx: DirectoryTx, challenge: Buffer, hash: Buffer): Promise<Refused | Spent> {
  const now = currentTime()
  const isRight = sql<boolean>`letters_hash = ${hash}`
  const tried = await tx
    .updateTable('directory.shell_codes')
    .set({
      tries: sql<number>`case when ${isRight} then tries else tries + 1 end`,
      used_at: sql<Date | null>`case when ${isRight} then ${now}::timestamptz end`,
    })
    .where('challenge', '=', challenge)
    .where('letters_until', '>', now)
    .where('tries', '<', MOST_TRIES)
    .where('used_at', 'is', null)
    .returning(['person_id', 'practice_id', 'session_id', 'client_kind', 'client_model', 'used_at'])
    .execute()
  const spent = tried.find((each) => each.used_at !== null)
  if (spent) return spent
  if (tried.length > 0) return { refused: 'shell_letters_wrong' }
  return { refused: (await hasUsedUp(tx, challenge, now)) ? 'shell_tries_used' : 'shell_code_spent' }
}

const hasUsedUp = async (tx: DirectoryTx, challenge: Buffer, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('directory.shell_codes')
    .select('tries')
    .where('challenge', '=', challenge)
    .where('letters_until', '>', now)
    .where('tries', '>=', MOST_TRIES)
    .executeTakeFirst()) !== undefined

/** What the person was in their browser when they pressed, they must still be. */
async function letIn(tx: DirectoryTx, spent: Spent, userAgent: string): Promise<Result> {
  const who = { personId: spent.person_id, practiceId: spent.practice_id }
  if (!(await listMemberships(tx, who.personId)).some(({ id }) => id === who.practiceId)) return { refused: 'dismissed' }
  const session = await findLivingSession(tx, spent.session_id, currentTime())
  if (!session) return { refused: 'shell_code_spent' }
  const shell = { kind: spent.client_kind, model: spent.client_model }
  return { token: await startSession(tx, { ...who, provedAt: session.proved_at }, { userAgent, oldToken: undefined, shell }) }
}
