import { parentPort } from 'node:worker_threads'
import { readGaitTable } from '#features/evidence/gait/table.ts'
import { textOf } from '#features/evidence/gait/text.ts'

/* Of a table only what a report says goes back: the figures themselves are most of it. */
parentPort?.on('message', (bytes: Uint8Array) => {
  const table = readGaitTable(textOf(bytes))
  parentPort?.postMessage(
    'refusal' in table ? table : { ...table, x: { ...table.x, values: [] }, columns: table.columns.map((one) => ({ ...one, values: [] })) },
  )
})
