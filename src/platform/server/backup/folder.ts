import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupFault } from '#platform/server/backup/faults.ts'
import { type Manifest, readManifest } from '#platform/server/backup/format.ts'

/** How many good ones are kept. */
export const KEPT = 7

/** A backup in a folder of backups. `isGood`: no file that the practices' records name is missing in it. */
export type KeptBackup = { folder: string; manifest: Manifest; isGood: boolean }

const UNFINISHED = '.unfinished-'

/** Where a backup is written until it is whole. */
export const unfinishedFolder = (backupsFolder: string, id: string) => join(backupsFolder, `${UNFINISHED}${id}`)

/** Every whole backup of a folder, newest first; unreadable ones are skipped. */
export function listBackups(backupsFolder: string): KeptBackup[] {
  return namesIn(backupsFolder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => {
      const folder = join(backupsFolder, name)
      const manifest = readOrNot(folder)
      return manifest ? [{ folder, manifest, isGood: manifest.lostFiles.length === 0 }] : []
    })
    .sort((a, b) => (a.manifest.startedAt < b.manifest.startedAt ? 1 : -1))
}

/** Leftovers of a killed attempt; only the holder of the lock can know that it is not still running. */
export async function removeUnfinished(backupsFolder: string): Promise<void> {
  for (const name of namesIn(backupsFolder)) {
    if (name.startsWith(UNFINISHED)) await rm(join(backupsFolder, name), { recursive: true, force: true })
  }
}

/**
 * Removes good backups older than the newest `KEPT` good ones, and incomplete ones older than the newest `KEPT` incomplete ones. Neither kind
 * displaces the other, so a good one stays for as long as no newer good one follows.
 */
export async function prune(backupsFolder: string): Promise<void> {
  const all = listBackups(backupsFolder)
  const surplus = [...all.filter((one) => one.isGood).slice(KEPT), ...all.filter((one) => !one.isGood).slice(KEPT)]
  for (const { folder } of surplus) await rm(folder, { recursive: true, force: true })
}

function namesIn(folder: string) {
  if (!existsSync(folder)) return []
  try {
    return readdirSync(folder)
  } catch (error) {
    throw backupFault(folder, error)
  }
}

function readOrNot(folder: string) {
  try {
    return readManifest(folder)
  } catch {
    return undefined
  }
}
