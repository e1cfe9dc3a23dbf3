import { readGaitTable } from '#features/evidence/gait/table.ts'
import { textOf } from '#features/evidence/gait/text.ts'

self.addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  self.postMessage(readGaitTable(textOf(new Uint8Array(await data.arrayBuffer()))))
})
// A rejected promise doesn't raise the worker's error event on its own.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason
})
