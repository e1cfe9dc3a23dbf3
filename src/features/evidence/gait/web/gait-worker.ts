import { readGaitTable } from '#features/evidence/gait/table.ts'
import { textOf } from '#features/evidence/gait/text.ts'

self.addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  self.postMessage(readGaitTable(textOf(new Uint8Array(await data.arrayBuffer()))))
})
// A promise that fails is no error of the worker by itself.
self.addEventListener('unhandledrejection', ({ reason }) => {
  throw reason
})
