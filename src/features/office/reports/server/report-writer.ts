import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { Cell } from '#features/office/reports/contract.ts'
import type { WriteInput } from '#features/office/reports/server/write-apart.ts'

/* The thread's side of `writeApart`: requests a page when it is ready for one, and posts each piece of the file. */
const port = parentPort
if (!port) throw new Error('this is a thread of a report')
const { format, book } = workerData as WriteInput

async function* pages(): AsyncGenerator<Cell[][]> {
  for (;;) {
    const answer = once(port as NonNullable<typeof port>, 'message')
    port?.postMessage('more')
    const [page] = (await answer) as [Cell[][] | null]
    if (!page) return
    yield page
  }
}

const { write } =
  format === 'pdf'
    ? { write: (await import('#features/office/reports/server/report-pdf.ts')).reportPdf }
    : { write: (await import('#features/office/reports/server/report-sheets.ts')).reportSheets }
for await (const piece of write({ ...book, pages })) port.postMessage(piece)
port.postMessage('done')
