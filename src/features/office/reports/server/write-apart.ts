import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Book } from '#features/office/reports/server/report-csv.ts'

/** The thread's input; it requests the pages later. */
export type WriteInput = { format: 'pdf' | 'excel'; book: Omit<Book, 'pages'> }

/** Ten thousand rows use a third of it; a thread that needs more ends, and the server goes on. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/**
 * Writes a PDF or a workbook in a thread of its own, which takes seconds: other requests are served in the meantime, and its memory is
 * limited. It requests the rows page by page.
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
