import sharp, { type Sharp } from 'sharp'
import { FARRIER_SIDE, LOGO, MOST_FARRIER_BYTES, type PictureKind } from '#features/core/letterhead/rules.ts'
import { allowOnly } from '#platform/server/files/image-formats.ts'

type PictureJob = { kind: PictureKind; image: Uint8Array }
export type Made = { mime: 'image/jpeg' | 'image/png'; width: number; height: number; content: Uint8Array }

/** A picture of a phone, and none that unpacks to gigabytes. */
const MOST_PIXELS = 50_000_000
const QUALITIES = [82, 70, 55, 40]

/**
 * Makes a practice's picture from what was sent: upright, small, and without anything a camera wrote. Undefined: it is no JPEG, PNG or WebP that
 * can be read. Called in a separate process, because the file is not trusted.
 */
export async function makePicture({ kind, image }: PictureJob): Promise<Made | undefined> {
  try {
    allowOnly(['JpegBuffer', 'PngBuffer', 'WebpBuffer'])
    sharp.cache(false)
    sharp.concurrency(1)
    const opened = sharp(image, { limitInputPixels: MOST_PIXELS }).autoOrient()
    return kind === 'logo' ? await logoOf(opened) : await farrierOf(opened)
  } catch {
    return undefined
  }
}

/** As lines and letters are printed best; on the white of the paper, where it was see-through. */
async function logoOf(opened: Sharp): Promise<Made> {
  const shown = opened.resize(LOGO.width, LOGO.height, { fit: 'inside', withoutEnlargement: true }).flatten({ background: '#fff' })
  const { data, info } = await shown.png({ palette: true, compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
  return { mime: 'image/png', width: info.width, height: info.height, content: data }
}

/** A square around what catches the eye, which in a photo of a person is the face. */
async function farrierOf(opened: Sharp): Promise<Made> {
  const square = { fit: 'cover', position: sharp.strategy.attention } as const
  const { data, info } = await opened
    .resize(FARRIER_SIDE, FARRIER_SIDE, square)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  let content = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    content = await sharp(data, { raw: { width, height, channels } }).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (content.length <= MOST_FARRIER_BYTES) break
  }
  return { mime: 'image/jpeg', width, height, content }
}
