import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import sharp, { type Sharp } from 'sharp'
import { MOST_PIXELS, PICTURE_SIDE, THUMBNAIL_WIDTHS } from '#features/files/rules.ts'

/**
 * A process of its own, which opens what somebody sent and may not take the server down with it: `picture-maker.ts FILE FOLDER MIME LIMITS`
 * writes the pictures of FILE into FOLDER and says on its fourth channel what became of it. It has no secrets, ends with its input, and kills itself
 * past the limits, from a thread that a decoder can't hold up.
 */

export type Limits = { bytes: number; ms: number }
/** What it says at its end, beside its output, which decoders write to; one that says nothing was stopped. */
export type Verdict = 'made' | 'too_large' | 'unreadable'
const VERDICT_FD = 3

const QUALITY = 80
/** No taller than this many times its width, or a strip would be a long file again. */
const TALLEST = 4

const WATCH = `
const { workerData: { bytes, ms } } = require('node:worker_threads')
const started = performance.now()
const look = () => {
  if (process.memoryUsage.rss() > bytes || performance.now() - started >= ms) process.kill(process.pid, 'SIGKILL')
}
look()
setInterval(look, 25)
require('node:worker_threads').parentPort.postMessage('watching')`

const [path = '', folder = '', mime = '', limits = '{}'] = process.argv.slice(2)
await once(new Worker(WATCH, { eval: true, workerData: JSON.parse(limits) }), 'message')
process.stdin.once('end', () => process.kill(process.pid, 'SIGKILL')).resume()
const verdict = await make()
writeSync(VERDICT_FD, verdict)
process.exit()

async function make(): Promise<Verdict> {
  try {
    allowOnly(['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'])
    sharp.cache(false)
    sharp.concurrency(1)
    const opened = mime === 'image/heic' ? await openHeic() : await openImage()
    if (!opened) return 'too_large'
    await writePictures(opened)
    return 'made'
  } catch {
    return 'unreadable'
  }
}

/** Nothing that reads text or programs, whatever the file looks like from inside: an SVG above all. */
function allowOnly(formats: readonly string[]) {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}File`) })
}

/** By its header alone: whether it may be opened. */
async function openImage(): Promise<Sharp | undefined> {
  const { width = 0, height = 0 } = await sharp(path, { limitInputPixels: false }).metadata()
  if (width * height > MOST_PIXELS) return undefined
  // Of one that was cut short as much is shown as there is.
  return sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'none' }).autoOrient()
}

/** What an iPhone takes, which sharp has no decoder for. It comes out upright. */
async function openHeic(): Promise<Sharp | undefined> {
  const { default: decode } = await import('heic-decode')
  const [image] = await decode.all({ buffer: await readFile(path) })
  if (!image) throw new Error('no picture in it')
  const { width, height } = image
  if (width * height > MOST_PIXELS) return undefined
  const { data } = await image.decode()
  return sharp(new Uint8Array(data.buffer), { raw: { width, height, channels: 4 } })
}

/** It is opened once; the rest are made of what is shown. A JPEG of ours has pixels and nothing else. */
async function writePictures(opened: Sharp): Promise<void> {
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
