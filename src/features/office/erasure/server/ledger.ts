import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Somebody who was erased: ids alone, under which nothing is known any more. */
export type ErasedIds = { practiceId: string; clientIds: string[] }

/**
 * Who was erased, beside the database: a backup of before brings them back, and with them the table that would say so. Ids of records that
 * are gone are all that is in it.
 */
export const erasedLedger = (dataFolder: string) => {
  const place = join(dataFolder, 'erased.jsonl')
  return {
    /** Writes one down; on the disk when this resolves. */
    async note(erased: ErasedIds): Promise<void> {
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      const handle = await open(place, 'a', 0o600)
      try {
        await handle.writeFile(`${JSON.stringify(erased)}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
    /** Everybody, in the order they were erased. A line that was cut short is no line. */
    async list(): Promise<ErasedIds[]> {
      const text = await readFile(place, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return ''
      })
      return text.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as ErasedIds] : []))
    },
  }
}
