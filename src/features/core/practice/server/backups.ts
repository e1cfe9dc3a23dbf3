import type { Backups } from '#features/core/practice/backups.ts'
import { hasOtherPractices } from '#features/core/practice/server/queries.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import { isUnderWay } from '#platform/server/backup/backup.ts'
import { type KeptBackup, listBackups } from '#platform/server/backup/folder.ts'
import { nextBackupAt, readFailure } from '#platform/server/backup/nightly.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { enqueue, isQueued } from '#platform/server/jobs/jobs.ts'

/** Where backups are kept; undefined where none are made. */
type Place = { db: Database; backupsFolder: string | undefined }

const NOTHING: Backups = { isMine: false, lastAt: null, last: null, nextAt: null, isUnderWay: false, failure: null }

/** The state of the server's backups, for an owner. @throws forbidden */
export async function backupsOf({ db, backupsFolder }: Place, tx: PracticeTx, actor: Actor): Promise<Backups> {
  requireMay(actor, 'runPractice')
  if (!backupsFolder) return NOTHING
  const all = listBackups(backupsFolder)
  const last = all.find((one) => one.isGood)
  const lastAt = last?.manifest.startedAt ?? null
  if (!(await isMine(db, actor))) return { ...NOTHING, lastAt }
  return {
    isMine: true,
    lastAt,
    last: last ? sizeOf(last) : null,
    nextAt: nextBackupAt(backupsFolder, currentTime()).toISOString(),
    isUnderWay: (await isQueued(tx, 'back-up')) || (await isUnderWay(tx)),
    failure: readFailure(backupsFolder) ?? incomplete(all[0]),
  }
}

/** Lets the worker back the server up. @throws forbidden, backups_elsewhere */
export async function backUpLater({ db, backupsFolder }: Place, tx: PracticeTx, actor: Actor): Promise<void> {
  requireMay(actor, 'runPractice')
  if (!backupsFolder || !(await isMine(db, actor))) throw new AppError('backups_elsewhere')
  await enqueue(tx, 'back-up', { askedAt: currentTime() })
}

/** A backup holds every practice of the server, so it belongs to no single owner where there are several, and to no visitor of the demo. */
const isMine = (db: Database, { practiceId }: Actor) => db.withDirectory(async (tx) => !(await hasOtherPractices(tx, practiceId)))

const sizeOf = ({ folder, manifest }: KeptBackup) => ({
  folder,
  bytes: manifest.bytes,
  rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
  files: manifest.files.length,
})

function incomplete(newest: KeptBackup | undefined): Backups['failure'] {
  if (!newest || newest.isGood) return null
  const count = newest.manifest.lostFiles.length
  const what = count === 1 ? 'One file is' : `${count} files are`
  return { at: newest.manifest.startedAt, sentence: `${what} missing or damaged on the server's disk. Everything else was backed up.` }
}
