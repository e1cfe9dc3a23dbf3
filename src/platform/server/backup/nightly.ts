import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { type Backup, type BackupOptions, makeBackup, UnderWay } from '#platform/server/backup/backup.ts'
import { listBackups, prune } from '#platform/server/backup/folder.ts'
import { StartError } from '#platform/server/start-error.ts'

/** In the server's own country, when farriers sleep and the clocks don't change. */
const ZONE = 'Europe/London'
const AT = '03:10'
/** Checked every hour, at ten past: a machine that is off at night catches up, and a failed backup is retried. */
export const EVERY_HOUR = '10 * * * *'
const HOUR_MS = 60 * 60_000

const Failure = z.object({ at: z.iso.datetime(), sentence: z.string() })
/** The last attempt that failed with no good one after it. */
export type Failure = z.output<typeof Failure>

/** Failures that could not even be written to their folder. */
const unreported = new Map<string, Failure>()

/** Makes a backup in the backups folder, then removes old ones. A failure is recorded there, so that people see it. @throws StartError */
export async function keepBackup(options: BackupOptions): Promise<Backup> {
  try {
    const backup = await makeBackup(options)
    await forgetFailure(options.backupsFolder)
    await prune(options.backupsFolder)
    return backup
  } catch (error) {
    if (!(error instanceof UnderWay)) await keepFailure(options.backupsFolder, error)
    throw error
  }
}

/** Whether the night's backup has yet to be made. */
export function isDue(backupsFolder: string, now: Date): boolean {
  const [last] = listBackups(backupsFolder)
  return !last || new Date(last.manifest.startedAt) < lastNight(now)
}

/** When the next automatic backup is made. */
export function nextBackupAt(backupsFolder: string, now: Date): Date {
  if (!isDue(backupsFolder, now)) return instantOf(addDays(dayOf(lastNight(now), ZONE), 1), AT, ZONE)
  const tenPast = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + 10 * 60_000
  return new Date(tenPast > now.getTime() ? tenPast : tenPast + HOUR_MS)
}

/** Why the last attempt failed; undefined when a good one followed. */
export function readFailure(backupsFolder: string): Failure | undefined {
  const file = failureFile(backupsFolder)
  const read = existsSync(file) ? Failure.safeParse(parse(file)) : undefined
  return unreported.get(backupsFolder) ?? read?.data
}

function lastNight(now: Date): Date {
  const today = dayOf(now, ZONE)
  const tonight = instantOf(today, AT, ZONE)
  return tonight <= now ? tonight : instantOf(addDays(today, -1), AT, ZONE)
}

async function keepFailure(backupsFolder: string, error: unknown) {
  const sentence = error instanceof StartError ? error.message : 'Something went wrong on the server. Its log says more.'
  const failure = { at: currentTime().toISOString(), sentence }
  try {
    await mkdir(backupsFolder, { recursive: true, mode: 0o700 })
    await writeFile(failureFile(backupsFolder), `${JSON.stringify(failure)}\n`, { mode: 0o600 })
    unreported.delete(backupsFolder)
  } catch {
    unreported.set(backupsFolder, failure) // the disk that fails the backup fails this too
  }
}

async function forgetFailure(backupsFolder: string) {
  unreported.delete(backupsFolder)
  await rm(failureFile(backupsFolder), { force: true })
}

const failureFile = (backupsFolder: string) => join(backupsFolder, 'last-failure.json')

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
