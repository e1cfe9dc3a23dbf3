import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** An erased client: ids alone, under which nothing is known any more. */
export type ErasedIds = { practiceId: string; clientIds: string[] }

/**
 * The erased clients, next to the database: an earlier backup brings them back, and their erasure's row is missing from it. It holds only
 * ids of deleted records.
 */
export const erasedLedger = (dataFolder: string) => {
  const place = join(dataFolder, 'erased.jsonl')
  return {
    /** Appends one; on the disk when this resolves. */
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
    /** All of them, in the order they were erased. A truncated line is ignored. */
    async list(): Promise<ErasedIds[]> {
      const text = await readFile(place, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return ''
      })
      return text.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as ErasedIds] : []))
    },
  }
}
