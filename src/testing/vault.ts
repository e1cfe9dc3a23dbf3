import { randomBytes } from 'node:crypto'
import { keyedHash } from '#platform/server/keyed-hash.ts'
import { openVault } from '#platform/server/vault.ts'

/** A vault with a key of its own, which is nowhere else. */
export const testVault = () => openVault({ dataFolder: '', vaultKeys: [randomBytes(32).toString('base64')] })

/** A keyed hash with a key of its own, which is nowhere else. */
export const testHash = () => keyedHash(randomBytes(32))
