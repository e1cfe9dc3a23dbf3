import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { measure } from '#platform/server/backup/disk.ts'
import { filePlace, type Manifest, readManifest, type TableEntry, tableFile } from '#platform/server/backup/format.ts'
import { listMigrations } from '#platform/server/database/migrate.ts'
import { StartError } from '#platform/server/start-error.ts'

/**
 * The manifest of a backup, once every row and every file is verified to be as written.
 * @throws StartError naming the first difference, or when this version of Pritchel is too old for the backup
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder)
  if (!(await listMigrations()).includes(manifest.schema))
    throw new StartError(
      `The backup in ${folder} was made by Pritchel ${manifest.app} with newer tables (${manifest.schema}): restore it with that version or a later one.`,
    )
  for (const table of manifest.tables) await checkTable(folder, table)
  for (const file of manifest.files) {
    const place = join(folder, 'files', filePlace(file.sha256))
    const found = await measure(place)
    if (found?.sha256 !== file.sha256 || found.bytes !== file.bytes) throw damaged(place)
  }
  return manifest
}

/**
 * The lines of one table of a backup, one after the other.
 * @throws StartError when they are not as written; this is known only at the end
 */
export async function* linesOf(folder: string, table: TableEntry): AsyncGenerator<string> {
  const file = join(folder, tableFile(table))
  const hash = createHash('sha256')
  let rows = 0
  const packed = createReadStream(file)
  const unpacked = createGunzip()
  packed.on('error', (error) => unpacked.destroy(error))
  try {
    for await (const line of splitLines(packed.pipe(unpacked))) {
      hash.update(`${line}\n`)
      rows += 1
      yield line
    }
  } catch {
    throw damaged(file)
  } finally {
    packed.destroy()
  }
  if (rows !== table.rows || hash.digest('hex') !== table.sha256) throw damaged(file)
}

// Node's own readline also ends lines at U+2028 and U+2029, which people's texts may hold.
async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of bytes) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
  if (rest + decoder.decode() !== '') throw new Error('the last line has no end')
}

async function checkTable(folder: string, table: TableEntry) {
  for await (const _ of linesOf(folder, table)) {
    // Reading to the end is the check.
  }
}

const damaged = (file: string) =>
  new StartError(`${file} is not what was written: the backup is damaged. Nothing was changed. Use another backup.`)
