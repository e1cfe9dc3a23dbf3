// `npm run backup [FOLDER]`: backs up everything the server stores, into a new folder; works while it runs. Without FOLDER it goes next to the
// nightly ones.
import { backupPlaces } from '#app/backups.ts'
import { fail, printLine } from '#app/process.ts'
import { reachDatabase } from '#app/reach-database.ts'
import { setClock } from '#lib/clock.ts'
import { type Backup, makeBackup } from '#platform/server/backup/backup.ts'
import { keepBackup } from '#platform/server/backup/nightly.ts'
import { readConfig } from '#platform/server/config.ts'
import { StartError } from '#platform/server/start-error.ts'

const USAGE = 'Usage: npm run backup [FOLDER]'

try {
  const [folder, ...more] = process.argv.slice(2)
  if (more.length > 0 || folder?.startsWith('-')) throw new StartError(USAGE)
  printLine(wordsOf(await backUp(folder)))
} catch (error) {
  fail(error)
}

async function backUp(folder: string | undefined): Promise<Backup> {
  const config = readConfig(process.env)
  if (config.clock) setClock(config.clock)
  const places = backupPlaces(config)
  const database = await reachDatabase(config, printLine)
  try {
    // The user clears out a folder of their own.
    if (folder) return await makeBackup({ owner: database.owner, ...places, backupsFolder: folder })
    return await keepBackup({ owner: database.owner, ...places })
  } finally {
    await database.stop()
  }
}

function wordsOf({ folder, manifest }: Backup): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const lost = manifest.lostFiles.length
  return [
    `Backed up ${rows.toLocaleString('en-GB')} rows and ${manifest.files.length.toLocaleString('en-GB')} files to ${folder}`,
    ...(lost > 0 ? [`${lost} files are missing or damaged where the server keeps them, so they are not in it`] : []),
  ].join('\n')
}
