import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#platform/server/start-error.ts'

/** The format version in a backup's manifest; a newer one is not read. */
export const FORMAT = 1
/** In the folder of a backup: it is written last, so a folder without it is not a backup. */
const MANIFEST = 'manifest.json'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.int().min(0)
const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/)

const TableEntry = z.object({
  schema: z.enum(['directory', 'public']),
  name: Name,
  columns: z.array(Name).min(1),
  rows: Count,
  /** Of the lines before they were packed. */
  sha256: Sha256,
})
/** One table of a backup: its file holds a JSON object a row, every value as PostgreSQL writes it as text. */
export type TableEntry = z.output<typeof TableEntry>

const FileEntry = z.object({ sha256: Sha256, bytes: Count })
/** One stored file of a backup, found by the hash of its contents. */
export type FileEntry = z.output<typeof FileEntry>

const Manifest = z.object({
  format: z.literal(FORMAT),
  app: z.string(),
  /** The last migration its tables had. */
  schema: z.string().regex(/^\d{4}-[a-z0-9-]+\.sql$/),
  postgres: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** A server was running during the backup, so messages that waited to be sent may have gone since. */
  wasLive: z.boolean(),
  tables: z.array(TableEntry),
  files: z.array(FileEntry),
  /** Files the practice's records name that were missing or damaged where they are kept. */
  lostFiles: z.array(Sha256),
  /** Everything in the folder, packed. */
  bytes: Count,
})
/** The contents of one backup, and the hashes that prove them. */
export type Manifest = z.output<typeof Manifest>

/** Where a table's rows lie inside a backup. */
export const tableFile = ({ schema, name }: Pick<TableEntry, 'schema' | 'name'>) => join('tables', `${schema}.${name}.ndjson.gz`)

/** Where a file lies under a folder of files kept by the hash of their contents. */
export const filePlace = (sha256: string) => join(sha256.slice(0, 2), sha256)

/** The manifest's place in a backup. */
export const manifestFile = (folder: string) => join(folder, MANIFEST)

/**
 * The manifest of the backup in `folder`.
 * @throws StartError when there is none, or one this version can't read
 */
export function readManifest(folder: string): Manifest {
  const file = manifestFile(folder)
  if (!existsSync(file)) throw new StartError(`There is no backup in ${folder}: name the folder that holds its ${MANIFEST}.`)
  const read = parse(file)
  const format = (read as { format?: unknown } | undefined)?.format
  if (typeof format === 'number' && format > FORMAT)
    throw new StartError(`The backup in ${folder} was made by a newer version of Pritchel: restore it with that one, or a later one.`)
  const manifest = Manifest.safeParse(read)
  if (manifest.success) return manifest.data
  throw new StartError(`${file} is damaged or was not written by Pritchel: nothing was changed. Use another backup.`)
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
