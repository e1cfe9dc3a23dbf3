import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Lines beside the database, in a file of the data folder: what a restored backup must not bring back, for the backup is older than they are. They
 * hold ids alone.
 */
export const openLedger = <T extends object>(dataFolder: string, name: string) => {
  const place = join(dataFolder, name)
  return {
    /** Appends one; on the disk when this resolves. */
    async note(line: T): Promise<void> {
      await mkdir(dataFolder, { recursive: true, mode: 0o700 })
      const handle = await open(place, 'a', 0o600)
      try {
        await handle.writeFile(`${JSON.stringify(line)}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
    /** All of them, in the order they were noted. A truncated line is ignored. */
    async list(): Promise<T[]> {
      const text = await readFile(place, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return ''
      })
      return text.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as T] : []))
    },
  }
}
