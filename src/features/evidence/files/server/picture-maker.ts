import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { MOST_PIXELS, PICTURE_SIDE, THUMBNAIL_WIDTHS } from '#features/evidence/files/rules.ts'
import { allowOnly } from '#platform/server/files/image-formats.ts'

type PictureJob = { path: string; folder: string; mime: string }
type Verdict = 'made' | 'too_large' | 'unreadable'

const QUALITY = 80
/** No taller than this many times its width, or a strip would be a long file again. */
const TALLEST = 4

/**
 * Writes the pictures of the file at `path` into `folder`. Called in a separate process: a decoder that opens an untrusted file must not
 * crash the server.
 */
export async function makePictures({ path, folder, mime }: PictureJob): Promise<Verdict> {
  try {
    allowOnly(['JpegFile', 'PngFile', 'WebpFile', 'NsgifFile', 'TiffFile', 'HeifFile'])
    sharp.cache(false)
    sharp.concurrency(1)
    const opened = mime === 'image/heic' ? await openHeic(path) : await openImage(path)
    if (!opened) return 'too_large'
    await writePictures(opened, folder)
    return 'made'
  } catch {
    return 'unreadable'
  }
}

/** By its header alone: whether it may be opened. */
async function openImage(path: string): Promise<Sharp | undefined> {
  const { width = 0, height = 0 } = await sharp(path, { limitInputPixels: false }).metadata()
  if (width * height > MOST_PIXELS) return undefined
  // Of one that was cut short as much is shown as there is.
  return sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'none' }).autoOrient()
}

/** Decodes the iPhone's format, for which sharp has no decoder. The result is upright. */
async function openHeic(path: string): Promise<Sharp | undefined> {
  const { default: decode } = await import('heic-decode')
  const [image] = await decode.all({ buffer: await readFile(path) })
  if (!image) throw new Error('no picture in it')
  const { width, height } = image
  if (width * height > MOST_PIXELS) return undefined
  const { data } = await image.decode()
  return sharp(new Uint8Array(data.buffer), { raw: { width, height, channels: 4 } })
}

/** It is opened once; the rest are made of what is shown. A JPEG of ours has pixels and nothing else. */
async function writePictures(opened: Sharp, folder: string): Promise<void> {
  const shown = opened.resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await shown.flatten({ background: '#fff' }).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const again = () => sharp(data, { raw: { width, height, channels } })
  for (const wide of THUMBNAIL_WIDTHS) {
    const small = again().resize(wide, wide * TALLEST, { fit: 'inside', withoutEnlargement: true })
    await writeFile(join(folder, `${wide}.jpg`), await small.jpeg({ quality: QUALITY }).toBuffer())
  }
  await writeFile(join(folder, 'picture.jpg'), await again().jpeg({ quality: QUALITY }).toBuffer())
}
