import type { RadiographFacts } from '#features/evidence/radiographs/radiograph.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'
import type { Size } from '#features/evidence/radiographs/view.ts'
import type { Answered, PaintOrder, WorkerRequest } from '#features/evidence/radiographs/web/wires.ts'

/** Longer than the largest plate takes an old phone; a file made to be endless is given up. */
const LONGEST_MS = 40_000

/** A file opened in a worker of its own, which holds its bytes and points; the page only ever has what the screen shows. */
export type Reader = {
  opened: Promise<RadiographFacts>
  paint: (order: PaintOrder) => Promise<{ size: Size; pixels: Uint8ClampedArray<ArrayBuffer> }>
  close: () => void
}

/** Opens a file. What can't be opened rejects with a `Refusal`, also when the worker hangs, dies or can't be had. */
export function openReader(blob: Blob, mayReadPatient: boolean): Reader {
  const worker = new Worker(new URL('./radiograph-worker.ts', import.meta.url), { type: 'module' })
  const waiting: { resolve: (answered: Answered) => void; reject: (refusal: Refusal) => void; timer: number }[] = []
  let ended: Refusal | undefined
  let hasAnswered = false

  const end = (refusal: Refusal) => {
    ended = refusal
    worker.terminate()
    for (const { reject, timer } of waiting.splice(0)) {
      clearTimeout(timer)
      reject(refusal)
    }
  }
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    hasAnswered = true
    const request = waiting.shift()
    clearTimeout(request?.timer)
    if (data.kind === 'refused') request?.reject(new Refusal(data.reason, data.detail))
    else request?.resolve(data)
  })
  // Its script could not be had, or the file took all the memory there was.
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    end(new Refusal(hasAnswered ? 'no-room' : 'missing-part'))
  })

  const send = (request: WorkerRequest) =>
    new Promise<Answered>((resolve, reject) => {
      if (ended) return reject(ended)
      const timer = window.setTimeout(() => end(new Refusal('too-long')), LONGEST_MS)
      waiting.push({ resolve, reject, timer })
      worker.postMessage(request)
    })
  return {
    opened: send({ kind: 'open', blob, mayReadPatient }).then((answered) => expected(answered, 'opened').facts),
    paint: async (order) => expected(await send({ kind: 'paint', order }), 'painted'),
    close: () => end(new Refusal('too-long')),
  }
}

function expected<Kind extends Answered['kind']>(answered: Answered, kind: Kind): Extract<Answered, { kind: Kind }> {
  if (answered.kind !== kind) throw new Refusal('damaged')
  return answered as Extract<Answered, { kind: Kind }>
}
