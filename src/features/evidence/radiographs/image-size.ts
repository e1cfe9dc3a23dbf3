import { checkSize } from '#features/evidence/radiographs/picture.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'
import type { Size } from '#features/evidence/radiographs/view.ts'

/**
 * The size an ordinary picture declares, so that one too large is refused before a browser allocates memory for it: JPEG, PNG, GIF, WebP,
 * BMP.
 * @throws Refusal `unknown`, `cut-short`, `too-large`
 */
export function imageSize(bytes: Uint8Array): Size {
  const kind = KINDS.find(({ starts }) => starts.every((part, at) => part === undefined || bytes[at] === part))
  if (!kind) throw new Refusal('unknown')
  if (bytes.length < 30) throw new Refusal('cut-short')
  const size = kind.size(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!(size.width > 0 && size.height > 0)) throw new Refusal('damaged')
  checkSize(size.width, size.height)
  return size
}

const start = (text: string) => [...text].map((letter) => (letter === '?' ? undefined : letter.charCodeAt(0)))

const KINDS: readonly { starts: (number | undefined)[]; size: (view: DataView) => Size }[] = [
  { starts: [0xff, 0xd8, 0xff], size: jpegSize },
  { starts: start('\x89PNG\r\n\x1a\n'), size: (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }) },
  { starts: start('GIF8'), size: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }) },
  { starts: start('RIFF????WEBP'), size: webpSize },
  { starts: start('BM'), size: (view) => ({ width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }) },
]

function jpegSize(view: DataView): Size {
  let at = 2
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const code = view.getUint8(at + 1)
    if (code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc)
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // A fill byte, or a marker without a segment.
    const isAlone = code === 0xff || code === 0x01 || (code >= 0xd0 && code <= 0xd8)
    at += isAlone ? (code === 0xff ? 1 : 2) : 2 + view.getUint16(at + 2)
  }
  throw new Refusal(at + 9 > view.byteLength ? 'cut-short' : 'damaged')
}

function webpSize(view: DataView): Size {
  const kind = String.fromCharCode(view.getUint8(12), view.getUint8(13), view.getUint8(14), view.getUint8(15))
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  const bits = view.getUint32(21, true)
  if (kind === 'VP8L') return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
  return { width: three(24) + 1, height: three(27) + 1 }
}
