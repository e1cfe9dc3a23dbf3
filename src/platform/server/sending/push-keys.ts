import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Config } from '#platform/server/config.ts'
import { newPushKeys, type PushKeys } from '#platform/server/sending/push.ts'

const Keys = z.object({ publicKey: z.string(), privateKey: z.string() })

/**
 * The keys this installation calls devices with: those of the configuration, else those in the data folder, made the first time. With other keys
 * every device must subscribe again.
 */
export function pushKeysOf({ pushKeys, dataFolder }: Pick<Config, 'pushKeys' | 'dataFolder'>): PushKeys {
  if (pushKeys) return pushKeys
  const path = join(dataFolder, 'keys', 'push.json')
  const known = readKeys(path)
  if (known) return known
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(path, JSON.stringify(newPushKeys()), { mode: 0o600, flag: 'wx' })
  } catch {
    // Another process has just made them.
  }
  const made = readKeys(path)
  if (!made) throw new Error('the keys for calling devices can neither be read nor written')
  return made
}

function readKeys(path: string): PushKeys | undefined {
  try {
    return Keys.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}
