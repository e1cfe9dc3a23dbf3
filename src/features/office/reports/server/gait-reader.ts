import { parentPort } from 'node:worker_threads'
import { readGaitTable } from '#features/evidence/gait/table.ts'
import { textOf } from '#features/evidence/gait/text.ts'

/* Returns only the values a report shows: the figures themselves are most of the table. */
parentPort?.on('message', (bytes: Uint8Array) => {
  const table = readGaitTable(textOf(bytes))
  parentPort?.postMessage(
    'refusal' in table ? table : { ...table, x: { ...table.x, values: [] }, columns: table.columns.map((one) => ({ ...one, values: [] })) },
  )
})
