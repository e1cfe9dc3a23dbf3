import type pg from 'pg'
import { backUpJob, backupPlaces } from '#app/backups.ts'
import { topUpDemoJob } from '#app/demo.ts'
import { registry } from '#app/undo.ts'
import { sweepFiles } from '#features/files/server/jobs.ts'
import { makePictures } from '#features/files/server/make-pictures.ts'
import { importFiles } from '#features/imports/server/jobs.ts'
import { sendNotices } from '#features/notices/server/jobs.ts'
import { transcribeNotes } from '#features/voice/server/jobs.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db.ts'
import { openFileStore } from '#platform/server/file-stores.ts'
import type { JobHandler } from '#platform/server/jobs.ts'
import { openCarriers } from '#platform/server/sending.ts'
import { forgetOld } from '#platform/server/sync-forget.ts'
import { openTranscriber } from '#platform/server/transcriber.ts'

/** What a job may use; `owner` sees the whole database. */
export type JobContext = { db: Database; owner: pg.ClientConfig; config: Config }

/** The handlers of every feature's jobs. */
export function jobHandlers({ db, owner, config }: JobContext): JobHandler[] {
  const files = openFileStore(config)
  return [
    sendNotices(db, openCarriers(config)),
    importFiles(db, () => registry),
    sweepFiles(db, files),
    makePictures(db, files),
    transcribeNotes({ db, files, transcriber: config.transcriber && openTranscriber(config.transcriber) }),
    forgetOld(db),
    backUpJob({ owner, ...backupPlaces(config) }),
    ...(config.mode === 'test' ? [topUpDemoJob(db)] : []),
  ]
}
