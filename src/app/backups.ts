import { join } from 'node:path'
import { z } from 'zod'
import { endKeysAgain } from '#features/core/api-keys/server/ended-keys.ts'
import { resumeNotices } from '#features/core/notices/server/restored.ts'
import { removePasskeysAgain } from '#features/core/practice/server/passkeys-of.ts'
import { endExports } from '#features/office/exports/server/restored.ts'
import { stopImports } from '#features/office/imports/server/restored.ts'
import { resumeConnections } from '#features/office/integrations/server/restored.ts'
import { stopWebhooks } from '#features/office/webhooks/server/restored.ts'
import { endAgain } from '#features/records/guests/server/ended-access.ts'
import { endCalendarsAgain } from '#features/visits/calendars/server/guest-calendar.ts'
import { currentTime } from '#lib/clock.ts'
import type { BackupOptions } from '#platform/server/backup/backup.ts'
import { listBackups } from '#platform/server/backup/folder.ts'
import { EVERY_HOUR, isDue, keepBackup } from '#platform/server/backup/nightly.ts'
import type { AfterRestore } from '#platform/server/backup/restore.ts'
import type { Config } from '#platform/server/config.ts'
import { openFileStore } from '#platform/server/files/stores.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'
import { StartError } from '#platform/server/start-error.ts'

/** What each feature puts right when its practice was restored; `dataFolder` holds what was noted beside the database. */
export const afterRestore = (dataFolder: string): readonly AfterRestore[] => [
  resumeNotices,
  stopImports,
  endExports,
  resumeConnections,
  stopWebhooks,
  endAgain(dataFolder),
  removePasskeysAgain(dataFolder),
  endKeysAgain(dataFolder),
  endCalendarsAgain(dataFolder),
]

/** Where a server's files and backups are, by its configuration. */
export const backupPlaces = (config: Pick<Config, 'dataFolder' | 'backupsFolder' | 's3'>) => ({
  files: openFileStore(config),
  backupsFolder: config.backupsFolder ?? join(config.dataFolder, 'backups'),
})

const BackupRequest = z.object({ askedAt: z.coerce.date() })

/** Backs the server up every night, and on request; two concurrent requests make one backup. A failure is shown, and retried in an hour. */
export const backUpJob = (options: BackupOptions): JobHandler => ({
  queue: 'back-up',
  cron: EVERY_HOUR,
  async handle(data) {
    if (!isWanted(options.backupsFolder, BackupRequest.safeParse(data).data?.askedAt)) return
    await keepBackup(options).catch((error: unknown) => {
      if (!(error instanceof StartError)) throw error
    })
  },
})

function isWanted(backupsFolder: string, askedAt: Date | undefined) {
  if (!askedAt) return isDue(backupsFolder, currentTime())
  const [last] = listBackups(backupsFolder)
  return !last || new Date(last.manifest.startedAt) < askedAt
}
