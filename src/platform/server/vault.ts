import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#platform/server/start-error.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What a secret belongs to: sealed for one place, it opens in no other. */
type SealedFor = { practiceId: string; connector: string; field: string }
/** A secret as the database has it, and the id of the key it was sealed with. */
type Sealed = { sealed: Buffer; keyId: string }

/** Seals the secrets that practices give us for other services; its keys are never in the database. */
export type Vault = {
  /** Seals with the newest key. */
  seal: (secret: string, of: SealedFor) => Sealed
  /** The secret; undefined: we do not have its key (any more), or it was sealed for something else. */
  open: (sealed: Sealed, of: SealedFor) => string | undefined
  /** The id of the newest key. */
  keyId: () => string
  /** Makes a newer key in the file; what older keys sealed must be sealed again. The key before it is kept until the next. */
  rotate: () => void
}

/**
 * The vault of an installation: its keys are those of the configuration, else those of `keys/vault.json` in the data folder, made the first time.
 * A file is read again for each use, so that a process meets the keys that another has made.
 * @throws StartError when the file can neither be read nor written
 */
export function openVault({ vaultKeys, dataFolder }: { vaultKeys?: readonly string[]; dataFolder: string }): Vault {
  const file = join(dataFolder, 'keys', 'vault.json')
  const keys = vaultKeys ? () => vaultKeys : () => readKeys(file)
  if (!vaultKeys && !existsSync(file)) writeKeys(file, [newKey()], 'wx')
  keys()
  const newest = () => keys()[0] as string
  return {
    seal(secret, of) {
      const key = newest()
      return { sealed: encrypt(secret, key, of), keyId: idOf(key) }
    },
    open({ sealed, keyId }, of) {
      const key = keys().find((each) => idOf(each) === keyId)
      return key && decrypt(sealed, key, of)
    },
    keyId: () => idOf(newest()),
    rotate() {
      if (vaultKeys)
        throw new StartError('The keys are those of PRITCHEL_VAULT_KEY: put a new one before the old, with a comma between them.')
      writeKeys(file, [newKey(), newest()])
    },
  }
}

/** Whether a text is a key: 32 bytes in base64. */
export const isVaultKey = (text: string): boolean => Buffer.from(text, 'base64').length === KEY_BYTES

const newKey = () => randomBytes(KEY_BYTES).toString('base64')
const idOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 12)
const contextOf = ({ practiceId, connector, field }: SealedFor, keyId: string) =>
  Buffer.from([practiceId, connector, field, keyId].join('\n'))

function encrypt(secret: string, key: string, of: SealedFor): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce).setAAD(contextOf(of, idOf(key)))
  const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content])
}

function decrypt(sealed: Buffer, key: string, of: SealedFor): string | undefined {
  const [nonce, tag, content] = [
    sealed.subarray(0, NONCE_BYTES),
    sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    sealed.subarray(NONCE_BYTES + TAG_BYTES),
  ]
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(contextOf(of, idOf(key))).setAuthTag(tag)
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

const Keys = z.object({ keys: z.array(z.string().refine(isVaultKey)).min(1) })

function readKeys(file: string): string[] {
  try {
    return Keys.parse(JSON.parse(readFileSync(file, 'utf8'))).keys
  } catch {
    throw new StartError(`${file} cannot be read: put its copy back, or delete it; then every connection asks to be signed in again.`)
  }
}

function writeKeys(file: string, keys: readonly string[], flag: 'w' | 'wx' = 'w') {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const text = JSON.stringify({ keys })
  if (flag === 'wx') {
    try {
      writeFileSync(file, text, { mode: 0o600, flag })
    } catch (error) {
      // Another process has just made them.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    return
  }
  // Whole or not at all: a reader in the meantime gets the old keys.
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
