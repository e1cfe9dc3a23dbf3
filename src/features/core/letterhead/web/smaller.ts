import { LOGO, type PictureKind } from '#features/core/letterhead/rules.ts'
import { base64 } from '#lib/base64.ts'

/** The device cannot read it as a picture. The message is a sentence for people. */
export class NoPicture extends Error {
  override readonly message = 'That is not a picture this device can read. Choose a JPEG, PNG or WebP.'
}

/** Twice what the server makes of it, so that nothing is lost that will be seen. */
const MOST_SIDE = LOGO.width * 2

/**
 * A picture drawn again on the device, no larger than it has to be, as base64: a photo of many megabytes goes in a moment on a weak signal, and
 * where it was taken never leaves the device. A logo keeps what is see-through. @throws NoPicture
 */
export async function smaller(file: Blob, kind: PictureKind): Promise<string> {
  const source = await createImageBitmap(file).catch(() => {
    throw new NoPicture()
  })
  const scale = Math.min(1, MOST_SIDE / Math.max(source.width, source.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(source.width * scale))
  canvas.height = Math.max(1, Math.round(source.height * scale))
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
  source.close()
  const type = kind === 'logo' ? 'image/png' : 'image/jpeg'
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  if (!drawn) throw new NoPicture()
  return base64(new Uint8Array(await drawn.arrayBuffer()))
}
