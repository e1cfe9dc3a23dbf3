// `npm run restore BACKUP [-- --replace [--yes]]`: restores a backup into the database that npm start would use. All of it, or nothing.
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { afterRestore, backupPlaces } from '#app/backups.ts'
import { startDatabase } from '#app/database.ts'
import { fail, printLine } from '#app/process.ts'
import { setClock } from '#lib/clock.ts'
import { restoreBackup } from '#platform/server/backup/restore.ts'
import { checkBackup } from '#platform/server/backup/restore-check.ts'
import { readConfig } from '#platform/server/config.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { makeLog } from '#platform/server/log.ts'
import { StartError } from '#platform/server/start-error.ts'

const USAGE = 'Usage: npm run restore BACKUP [-- --replace [--yes]]'
const OPTIONS = ['--replace', '--yes']

try {
  const [folder, ...options] = process.argv.slice(2)
  if (!folder || folder.startsWith('-') || options.some((option) => !OPTIONS.includes(option))) throw new StartError(USAGE)
  printLine(await restore(folder, { replace: options.includes('--replace'), yes: options.includes('--yes') }))
} catch (error) {
  fail(error)
}

async function restore(folder: string, wish: { replace: boolean; yes: boolean }): Promise<string> {
  const config = readConfig(process.env)
  if (config.clock) setClock(config.clock)
  printLine('Checking every row and file of the backup…')
  const manifest = await checkBackup(folder)
  // Refused while a server runs on the data folder: only one may.
  const database = await startDatabase(config, { note: printLine })
  try {
    // As the database's owner: with a server's roles it would be taken for a server.
    const jobs = await openJobs(database.owner, makeLog('warn'))
    try {
      const { files } = backupPlaces(config)
      const mayReplace = (what: string) => confirm(what, wish)
      const isDone = await restoreBackup({
        owner: database.owner,
        files,
        folder,
        manifest,
        mayReplace,
        afterwards: afterRestore(config.dataFolder),
      })
      if (!isDone) return 'Nothing was changed.'
    } finally {
      await jobs.close()
    }
  } finally {
    await database.stop()
  }
  const at = new Date(manifest.startedAt).toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'Europe/London' })
  return `Restored everything as it was on ${at}. Everybody signs in again; their devices then send what the backup does not know.`
}

async function confirm(what: string, { replace, yes }: { replace: boolean; yes: boolean }): Promise<boolean> {
  if (!replace)
    throw new StartError(`The database is not empty: it holds ${what}. Say --replace to put the backup in its place; nothing was changed.`)
  printLine(`This replaces ${what}.`)
  if (yes) return true
  if (!stdin.isTTY) throw new StartError('Say --yes to replace it without being asked. Nothing was changed.')
  const lines = createInterface({ input: stdin, output: stdout })
  try {
    return (await lines.question('Type yes to go on: ')).trim().toLowerCase() === 'yes'
  } finally {
    lines.close()
  }
}
