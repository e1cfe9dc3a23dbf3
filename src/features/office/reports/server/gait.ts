import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { UPLOADER_LABELS, type Uploader } from '#features/evidence/files/rules.ts'
import type { GaitRefusal, GaitTable } from '#features/evidence/gait/table.ts'
import type { Cell } from '#features/office/reports/contract.ts'
import { inDays, isThe, type Recipe, type Tools } from '#features/office/reports/server/params.ts'
import type { Day } from '#lib/dates.ts'
import type { FileStore } from '#platform/server/files/store.ts'

/** Longer recordings can be viewed on the horse's own screen. */
const MOST_BYTES = 20_000_000
/** A file that takes longer would delay everyone else's report. */
const LONGEST_MS = 15_000

type GaitFile = {
  onDay: Day
  horse: string
  owner: string
  fileName: string
  mime: string
  description: string | null
  uploadedBy: Uploader
  receivedFrom: string | null
  bytes: number
  key: string | null
}

/** Gait files of the days by horse and day, with their measurements: a line for each column of figures, and one for a file that is no table. */
export const gaitAnalysis: Recipe<GaitFile> = {
  columns: [
    { key: 'onDay', head: 'Date', kind: 'day' },
    { key: 'horse', head: 'Horse', kind: 'text' },
    { key: 'owner', head: 'Owner', kind: 'text' },
    { key: 'file', head: 'File', kind: 'text' },
    { key: 'from', head: 'From', kind: 'text' },
    { key: 'measured', head: 'Measured', kind: 'text' },
    { key: 'least', head: 'Lowest', kind: 'figure' },
    { key: 'mean', head: 'Mean', kind: 'figure' },
    { key: 'greatest', head: 'Highest', kind: 'figure' },
    { key: 'rows', head: 'Readings', kind: 'count' },
  ],
  rows: (params) => sql<GaitFile>`
    select g."onDay", h.name as horse, o.name as owner, g.file_name as "fileName", g.mime, g.description, g.uploaded_by as "uploadedBy",
      g.received_from as "receivedFrom", g.bytes, f.store_key as key
    from (select a.*, coalesce(a.taken_on, (a.created_at at time zone ${params.zone})::date) as "onDay"
        from attachments a where a.file_type = 'gait-analysis' and a.deleted_at is null) g
      join horses h on h.practice_id = g.practice_id and h.id = g.horse_id
      join clients o on o.practice_id = h.practice_id and o.id = h.client_id
      left join files f on f.practice_id = g.practice_id and f.id = g.file_id
    where ${inDays('g.onDay', params)} and ${isThe('h.id', params.horseId)} and ${isThe('o.id', params.clientId)}
    order by h.name, h.id, g."onDay", g.id`,
  lines: linesOf,
}

async function linesOf(file: GaitFile, tools: Tools): Promise<Cell[][]> {
  const head: Cell[] = [
    file.onDay,
    file.horse,
    file.owner,
    file.description ?? file.fileName,
    file.receivedFrom ?? UPLOADER_LABELS[file.uploadedBy],
  ]
  const only = (words: string): Cell[][] => [[...head, words, null, null, null, null]]
  if (file.mime.startsWith('video/')) return only('A video, to watch')
  if (file.mime === 'application/pdf') return only('A document, to read')
  if (!file.key || file.bytes > MOST_BYTES)
    return only(file.key ? 'Too long to be read here: open it with its horse.' : "The file isn't here yet.")
  const table = await tools.readApart(file.key)
  if ('refusal' in table) return only(table.refusal)
  return table.columns.map(({ label, least, mean, greatest }) => [...head, label, least, mean, greatest, table.rows])
}

/** Reads tables in a thread of its own, one at a time, so that other requests are served in the meantime. The caller must close it. */
export function openReader(files: FileStore): Tools & { close: () => Promise<void> } {
  let worker: Worker | undefined
  const close = async () => {
    await worker?.terminate()
    worker = undefined
  }
  const readApart = async (key: string): Promise<GaitTable | GaitRefusal> => {
    const bytes = await bytesOf(files, key)
    worker ??= new Worker(new URL('./gait-reader.ts', import.meta.url))
    const answer = answerOf(worker)
    worker.postMessage(bytes)
    return answer.catch(async () => {
      await close()
      return { refusal: "The file couldn't be read." }
    })
  }
  return { files, readApart, close }
}

function answerOf(worker: Worker): Promise<GaitTable | GaitRefusal> {
  const { promise, resolve, reject } = Promise.withResolvers<GaitTable | GaitRefusal>()
  const timer = setTimeout(() => reject(new Error('too long')), LONGEST_MS)
  worker.once('message', resolve).once('error', reject)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', reject)
  })
}

async function bytesOf(files: FileStore, key: string): Promise<Uint8Array> {
  const parts: Buffer[] = []
  for await (const part of files.read(key)) parts.push(part as Buffer)
  return new Uint8Array(Buffer.concat(parts))
}
