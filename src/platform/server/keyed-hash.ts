import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#platform/server/start-error.ts'

/** A hash that needs our key: addresses and short codes could otherwise be found by trying them all. */
export type KeyedHash = (text: string) => Buffer

/** The keyed hash by a key of 32 bytes or more. */
export const keyedHash =
  (key: Buffer): KeyedHash =>
  (text) =>
    createHmac('sha256', key).update(text).digest()

/**
 * The keyed hash of an installation: its key is that of `keys/hash.key` in the data folder, made the first time. Without it what it has hashed is
 * made again (`indexAddresses`).
 * @throws StartError when the file can neither be read nor written
 */
export function openKeyedHash({ dataFolder }: { dataFolder: string }): KeyedHash {
  const file = join(dataFolder, 'keys', 'hash.key')
  if (!existsSync(file)) writeKey(file)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length < KEY_BYTES) throw new StartError(`${file} cannot be read: put its copy back, or delete it to have a new one made.`)
  return keyedHash(key)
}

const KEY_BYTES = 32

function writeKey(file: string) {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another process has just made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
