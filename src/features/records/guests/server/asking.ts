import { randomInt } from 'node:crypto'
import {
  type Address,
  CODE_DIGITS,
  CODE_MINUTES,
  CODE_TRIES,
  emailOf,
  hashed,
  isMobile,
  LINK_MINUTES,
} from '#features/records/guests/rules.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { toE164 } from '#lib/phone.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'
import { hashToken, newToken } from '#platform/server/http/session.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'
import { networkOf, type Tries } from '#platform/server/tries.ts'
import type { Vault } from '#platform/server/vault.ts'

const MINUTE_MS = 60_000
/** How long an ask may wait for its message to leave. */
const SEND_WITHIN_MS = 5 * MINUTE_MS

export type Asking = { db: Database; vault: Vault; keyedHash: KeyedHash; tries: Tries }

/** What was typed, as an address that a code can reach; undefined: it is none. */
export function addressOf(typed: string): Address | undefined {
  const email = emailOf(typed)
  if (email) return { kind: 'email', address: email }
  const phone = toE164(typed)
  return phone && isMobile(phone) ? { kind: 'phone', address: phone } : undefined
}

/**
 * Notes that a browser asks for a code. The same is done whether anybody has the address or not: a worker looks it up, and sends.
 * @throws too_many_tries
 */
export async function askForCode(asking: Asking, address: Address, from: { browser: string; ip: string }): Promise<void> {
  const { db, vault, keyedHash, tries } = asking
  const hash = keyedHash(hashed(address))
  await tries.take(
    { what: 'code for', whose: hash.toString('hex'), most: 5 },
    { what: 'codes by browser', whose: from.browser, most: 10 },
    { what: 'codes by network', whose: networkOf(from.ip), most: 600 },
  )
  const id = uuidv7()
  const { sealed, keyId } = vault.seal(address.address, sealedFor(id))
  await db.withDirectory((tx) =>
    tx
      .insertInto('directory.asks')
      .values({
        id,
        browser_hash: hashToken(from.browser),
        address_hash: hash,
        kind: address.kind,
        sealed,
        vault_key_id: keyId,
        asked_at: currentTime(),
        code_hash: null,
        link_hash: null,
        practice_id: null,
        expires_at: new Date(currentMs() + SEND_WITHIN_MS),
        used_at: null,
      })
      .execute(),
  )
}

/** What an ask's address is sealed for. */
export const sealedFor = (askId: string) => ({ practiceId: askId, connector: 'guest_ask', field: 'address' })

type Secrets = { code: string; link: string; columns: { code_hash: Buffer; link_hash: Buffer; expires_at: Date } }

/** A new code and link of an ask. Both are handed out once and kept as hashes alone. */
export function newSecrets(keyedHash: KeyedHash, askId: string): Secrets {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const { token, hash } = newToken()
  return {
    code,
    link: token,
    columns: { code_hash: codeHash(keyedHash, askId, code), link_hash: hash, expires_at: new Date(currentMs() + LINK_MINUTES * MINUTE_MS) },
  }
}

const codeHash = (keyedHash: KeyedHash, askId: string, code: string) => keyedHash(`code ${askId} ${code}`)

/** What an ask has proven: an address, by its hash, everywhere or to one practice alone. */
export type Proven = { askId: string; addressHash: Buffer; kind: Address['kind']; onlyPractice: string | null }

/**
 * Uses a code, in the browser that asked for it: of its latest ask, at most so often, so long and once. Undefined: it opens nothing. The try is
 * kept even so, which is why it is counted in a transaction of its own.
 */
export async function takeCode(
  { db, keyedHash }: Pick<Asking, 'db' | 'keyedHash'>,
  browser: string,
  typed: string,
): Promise<Proven | undefined> {
  const code = typed.replace(/\D/g, '')
  return db.withDirectory(async (tx) => {
    const ask = await tx
      .selectFrom('directory.asks')
      .selectAll()
      .where('browser_hash', '=', hashToken(browser))
      .orderBy('asked_at', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    const sentAt = ask && ask.expires_at.getTime() - LINK_MINUTES * MINUTE_MS
    if (!ask?.code_hash || ask.used_at || ask.tries >= CODE_TRIES || currentMs() >= (sentAt ?? 0) + CODE_MINUTES * MINUTE_MS)
      return undefined
    if (!ask.code_hash.equals(codeHash(keyedHash, ask.id, code))) {
      await tx
        .updateTable('directory.asks')
        .set({ tries: ask.tries + 1 })
        .where('id', '=', ask.id)
        .execute()
      return undefined
    }
    await use(tx, ask.id)
    return { askId: ask.id, addressHash: ask.address_hash, kind: ask.kind, onlyPractice: ask.practice_id }
  })
}

/** Uses the link of a message, once, within half an hour, in any browser. Undefined: it opens nothing. */
export const takeLink = ({ db }: Pick<Asking, 'db'>, token: string): Promise<Proven | undefined> =>
  db.withDirectory(async (tx) => {
    const ask = await tx.selectFrom('directory.asks').selectAll().where('link_hash', '=', hashToken(token)).forUpdate().executeTakeFirst()
    if (!ask || ask.used_at || ask.expires_at <= currentTime()) return undefined
    await use(tx, ask.id)
    return { askId: ask.id, addressHash: ask.address_hash, kind: ask.kind, onlyPractice: ask.practice_id }
  })

const use = (tx: DirectoryTx, id: string) => tx.updateTable('directory.asks').set({ used_at: currentTime() }).where('id', '=', id).execute()
