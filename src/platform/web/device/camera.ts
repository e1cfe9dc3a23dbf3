import { capability } from '#platform/web/device/device.ts'

/** Why there is no picture: it was not allowed, there is no camera, something else has it, or the page may have none. */
export type CameraRefusal = 'denied' | 'none' | 'taken' | 'unable'
export class NoCamera extends Error {
  readonly reason: CameraRefusal
  constructor(reason: CameraRefusal, options: ErrorOptions = {}) {
    super(`no camera: ${reason}`, options)
    this.reason = reason
  }
}

/* What TypeScript's own list has not: cameras of phones have lights. */
type Lit = MediaTrackCapabilities & { torch?: boolean }
type Photographing = { takePhoto: () => Promise<Blob> }
type PhotoMaker = new (track: MediaStreamTrack) => Photographing

/** Whether this page can have a camera at all: only a secure one can. */
export const mayHaveCamera = capability('mayHaveCamera', () => typeof navigator.mediaDevices?.getUserMedia === 'function')

/** As much as any camera gives; one that has less gives its most. */
const WISH: MediaTrackConstraints = { facingMode: { ideal: 'environment' }, width: { ideal: 4096 }, height: { ideal: 3072 } }

/**
 * Switches the camera on, the one at the back where there are two. `onEnd` is called when the device takes it away.
 * @throws NoCamera
 */
export const openCamera = capability('openCamera', async (onEnd) => {
  if (!mayHaveCamera()) throw new NoCamera('unable')
  const stream = await navigator.mediaDevices.getUserMedia({ video: WISH }).catch((error: unknown) => {
    throw new NoCamera(REASONS[(error as DOMException).name] ?? 'taken', { cause: error })
  })
  const [track] = stream.getVideoTracks()
  if (!track) throw new NoCamera('none')
  track.addEventListener('ended', onEnd)
  let isLit = false
  return {
    stream,
    hasTorch: (track.getCapabilities?.() as Lit | undefined)?.torch === true,
    async setTorch(isOn) {
      await track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
      isLit = isOn
    },
    async take(video) {
      // Some phones put the light out for a photo of their own.
      const own = isLit ? undefined : await photograph(track)
      return own && own.size <= MOST_PHOTO_BYTES ? own : drawn(own ? await createImageBitmap(own) : video)
    },
    stop() {
      track.removeEventListener('ended', onEnd)
      for (const one of stream.getTracks()) one.stop()
    },
  }
})

const REASONS: Readonly<Record<string, CameraRefusal>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'taken',
}

/** More is drawn again, smaller: it goes in one request, and every plan takes it (Spec §9). */
const MOST_PHOTO_BYTES = 5 * 1024 * 1024
const MOST_SIDE = 4096
const QUALITY = 0.92
/** A camera that has not answered within this time is not waited for. */
const PHOTO_MS = 4000

/** A photo from the sensor, which is better than a frame of the stream; undefined where the browser has no such thing, or it fails. */
async function photograph(track: MediaStreamTrack): Promise<Blob | undefined> {
  const Maker = (globalThis as { ImageCapture?: PhotoMaker }).ImageCapture
  if (!Maker) return undefined
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PHOTO_MS))
  return Promise.race([new Maker(track).takePhoto(), late]).catch(() => undefined)
}

function drawn(source: HTMLVideoElement | ImageBitmap): Promise<Blob> {
  const [width, height] = source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height]
  const scale = Math.min(1, MOST_SIDE / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
  if (!(source instanceof HTMLVideoElement)) source.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the camera gave no picture'))), 'image/jpeg', QUALITY),
  )
}
