import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Book } from '#features/office/reports/server/report-csv.ts'

/** What the thread is told; the pages come when it asks. */
export type WriteInput = { format: 'pdf' | 'excel'; book: Omit<Book, 'pages'> }

/** Ten thousand rows take a third of it; what wants more ends by itself, and the server goes on. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/**
 * Sets a PDF or a workbook in a thread of its own, which is work for seconds: other requests take their turn meanwhile, and its memory has an
 * end. Rows go over as it asks for them.
 */
export async function* writeApart(format: WriteInput['format'], { pages, ...book }: Book): AsyncGenerator<Buffer> {
  const input: WriteInput = { format, book }
  const worker = new Worker(new URL('./report-writer.ts', import.meta.url), { workerData: input, resourceLimits: LIMITS })
  const rows = pages()
  try {
    for await (const [said] of on(worker, 'message', { close: ['exit'] })) {
      if (said === 'done') return
      if (said === 'more') {
        const next = await rows.next()
        worker.postMessage(next.done ? null : next.value)
      } else yield Buffer.from(said as Uint8Array)
    }
    throw new Error('the thread of a report ended before it was done')
  } finally {
    await rows.return(undefined)
    await worker.terminate()
  }
}
