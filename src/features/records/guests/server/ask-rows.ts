import { randomInt } from 'node:crypto'
import { type Address, CODE_DIGITS, hashed, LINK_MINUTES } from '#features/records/guests/rules.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'
import { hashToken, newToken } from '#platform/server/http/session.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'
import type { Vault } from '#platform/server/vault.ts'

const MINUTE_MS = 60_000

/** The keys that requests for codes are sealed and hashed by. */
export type Keys = { vault: Vault; keyedHash: KeyedHash }

type NewAsk = {
  address: Address
  browserHash: Buffer
  what: 'code' | 'add' | 'device'
  personId: string | null
  askedAt: Date
  /** Null: none is due, as where a code is shown instead. */
  dueAt: Date | null
  practiceId?: string
  expiresAt: Date
}

/** Notes a request, with its address sealed; returns its id. Nothing of it shows whether anyone has the address. */
export async function insertAsk(tx: DirectoryTx, { vault, keyedHash }: Keys, ask: NewAsk): Promise<string> {
  const id = uuidv7()
  const { sealed, keyId } = vault.seal(ask.address.address, sealedFor(id))
  await tx
    .insertInto('directory.asks')
    .values({
      id,
      browser_hash: ask.browserHash,
      address_hash: keyedHash(hashed(ask.address)),
      kind: ask.address.kind,
      sealed,
      vault_key_id: keyId,
      asked_at: ask.askedAt,
      code_hash: null,
      link_hash: null,
      practice_id: ask.practiceId ?? null,
      expires_at: ask.expiresAt,
      used_at: null,
      due_at: ask.dueAt,
      what: ask.what,
      person_id: ask.personId,
    })
    .execute()
  return id
}

const sealedFor = (askId: string) => ({ practiceId: askId, connector: 'guest_ask', field: 'address' })

type SealedRow = { id: string; kind: Address['kind']; sealed: Buffer | null; vault_key_id: string | null }

/** The address of a request; undefined once it is gone. */
export function addressIn({ vault }: Pick<Keys, 'vault'>, ask: SealedRow): Address | undefined {
  const address = ask.sealed && vault.open({ sealed: ask.sealed, keyId: ask.vault_key_id ?? '' }, sealedFor(ask.id))
  return address ? { kind: ask.kind, address } : undefined
}

/** The columns of a request whose address is gone. */
export const UNSEALED = { sealed: null, vault_key_id: null } as const

/** Makes a code and a link of a request: they are handed out once, and kept as hashes alone. One that adds an address has no link. */
export async function makeSecrets(tx: DirectoryTx, { keyedHash }: Pick<Keys, 'keyedHash'>, ask: { id: string; what: NewAsk['what'] }) {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const { token, hash } = newToken()
  const minutes = ask.what === 'device' ? DENIAL_MINUTES : LINK_MINUTES
  await tx
    .updateTable('directory.asks')
    .set({
      code_hash: ask.what === 'device' ? null : codeHash(keyedHash, ask.id, code),
      link_hash: ask.what === 'add' ? null : hash,
      expires_at: new Date(currentMs() + minutes * MINUTE_MS),
    })
    .where('id', '=', ask.id)
    .execute()
  return { code, link: token }
}

/** For how long the recipient of a notice about a new device may press that it wasn't them. */
const DENIAL_MINUTES = 23 * 60

/** What a code is kept as. */
export const codeHash = (keyedHash: KeyedHash, askId: string, code: string) => keyedHash(`code ${askId} ${code}`)

/** What a browser's token is kept as. */
export const browserHash = hashToken

/** Ends what a request can prove. */
export const spendAsk = (tx: DirectoryTx, id: string) =>
  tx
    .updateTable('directory.asks')
    .set({ used_at: currentTime(), ...UNSEALED })
    .where('id', '=', id)
    .execute()
