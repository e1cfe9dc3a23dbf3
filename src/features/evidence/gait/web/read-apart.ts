import type { GaitRefusal, GaitTable } from '#features/evidence/gait/table.ts'

/** Longer than 100 MB of figures take an old phone. */
const LONGEST_MS = 60_000

/** Reads a table in its own worker, so that the page can be used, and left, in the meantime. `stop` ends it; it then never resolves. */
export function readApart(blob: Blob): { table: Promise<GaitTable | GaitRefusal>; stop: () => void } {
  const worker = new Worker(new URL('./gait-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve } = Promise.withResolvers<GaitTable | GaitRefusal>()
  const end = (table: GaitTable | GaitRefusal) => {
    stop()
    resolve(table)
  }
  const timer = window.setTimeout(() => end(TOO_LONG), LONGEST_MS)
  const stop = () => {
    clearTimeout(timer)
    worker.terminate()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<GaitTable | GaitRefusal>) => end(data))
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    end(NOT_READ)
  })
  worker.postMessage(blob)
  return { table: promise, stop }
}

const NOT_READ: GaitRefusal = { refusal: "The file couldn't be read on this device. Close it and open it again." }
const TOO_LONG: GaitRefusal = { refusal: 'The file takes too long to read on this device. Open it on a faster one.' }
