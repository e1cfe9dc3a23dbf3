import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterRestore } from '#app/backups.ts'
import { type Backup, makeBackup } from '#platform/server/backup/backup.ts'
import { restoreBackup } from '#platform/server/backup/restore.ts'
import { checkBackup } from '#platform/server/backup/restore-check.ts'
import type { PreparedDatabase } from '#platform/server/database/prepare.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { makeHosting } from '#testing/hosted.ts'

/** Databases to back up and to restore into, and a folder for it all. */
export async function makeRestoring() {
  const hosting = await makeHosting()
  const folder = mkdtempSync(join(tmpdir(), 'pritchel-restore-'))
  return {
    ...hosting,
    /** What lies beside the databases. */
    dataFolder: folder,
    backUp: (database: PreparedDatabase) =>
      makeBackup({
        owner: database.owner,
        files: fileStore({ filesFolder: join(folder, 'files') }),
        backupsFolder: join(folder, 'backups'),
      }),
    /** Into a database that is prepared and idle. `spoil` runs between the check and the loading. */
    async restore(
      { folder: from }: Backup,
      database: PreparedDatabase,
      { mayReplace = async (_: string) => true, spoil = (manifest: Backup['manifest']) => manifest } = {},
    ): Promise<boolean> {
      const jobs = await openJobs(database.owner, { error: () => {} })
      try {
        const files = fileStore({ filesFolder: join(folder, 'restored-files') })
        const manifest = spoil(await checkBackup(from))
        return await restoreBackup({ owner: database.owner, files, folder: from, manifest, mayReplace, afterwards: afterRestore(folder) })
      } finally {
        await jobs.close()
      }
    },
    async close() {
      await hosting.close()
      rmSync(folder, { recursive: true })
    },
  }
}
