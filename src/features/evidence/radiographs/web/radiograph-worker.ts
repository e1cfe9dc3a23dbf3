import { isDicom } from '#features/evidence/radiographs/dicom-file.ts'
import { imageSize } from '#features/evidence/radiographs/image-size.ts'
import { makeLevels } from '#features/evidence/radiographs/levels.ts'
import { paint } from '#features/evidence/radiographs/paint.ts'
import { openDicom, type Radiograph, radiographOf } from '#features/evidence/radiographs/radiograph.ts'
import { Refusal, refusalOf } from '#features/evidence/radiographs/refusal.ts'
import { codecs } from '#features/evidence/radiographs/web/codecs.ts'
import type { Answered, PaintOrder, WorkerRequest } from '#features/evidence/radiographs/web/wires.ts'
import { shades } from '#features/evidence/radiographs/window.ts'

/* An ordinary picture takes four times four bytes a point on its way; it has no scale, so nothing is lost by a smaller one. */
const MOST_SHOWN = 24_000_000

let radiograph: Radiograph | undefined
let shown: { frame: number; level: ReturnType<typeof makeLevels> } | undefined
let before: Promise<void> = Promise.resolve()

// One after the other: a frame is decompressed before the next request is handled.
self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  before = before.then(() => answer(data).catch(refuse))
})

function refuse(error: unknown) {
  const { reason, detail } = refusalOf(error)
  send({ kind: 'refused', reason, detail })
}

async function answer(request: WorkerRequest) {
  if (request.kind === 'paint') return paintOrdered(request.order)
  radiograph = await open(request.blob, request.mayReadPatient)
  shown = { frame: 0, level: makeLevels(radiograph.first) }
  send({ kind: 'opened', facts: radiograph.facts })
}

async function open(blob: Blob, mayReadPatient: boolean): Promise<Radiograph> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return isDicom(bytes) ? openDicom(bytes, { codecs, mayReadPatient }) : openImage(blob, bytes)
}

async function openImage(blob: Blob, bytes: Uint8Array): Promise<Radiograph> {
  const { width, height } = imageSize(bytes)
  const part = Math.sqrt(MOST_SHOWN / (width * height))
  const smaller: ImageBitmapOptions = part < 1 ? { resizeWidth: Math.floor(width * part), resizeQuality: 'high' } : {}
  const bitmap = await createImageBitmap(blob, smaller).catch(() => Promise.reject(new Refusal('damaged')))
  const size = { width: bitmap.width, height: bitmap.height }
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Refusal('no-room')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return radiographOf(size, context.getImageData(0, 0, size.width, size.height).data)
}

async function paintOrdered({ screen, view, window, isInverted, frame }: PaintOrder) {
  if (!radiograph) throw new Refusal('damaged')
  if (shown?.frame !== frame) shown = { frame, level: makeLevels(await radiograph.frame(frame)) }
  const { level } = shown
  const { tone } = radiograph.facts
  const { pixels, width, height } = paint(level, screen, view, shades(level(0).samples, window, tone, isInverted))
  send({ kind: 'painted', size: { width, height }, pixels }, [pixels.buffer])
}

const send = (answered: Answered, moved: Transferable[] = []) => self.postMessage(answered, { transfer: moved })
