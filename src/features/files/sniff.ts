/** What a file is by its content. `text` may turn out a table; only its name can say so. */
export type Kind = 'image' | 'video' | 'pdf' | 'dicom' | 'word' | 'text'
export type Sniffed = { kind: Kind; mime: string }

/**
 * What a file is by how it begins (64 KB are enough), whatever it is called; undefined: nothing that is kept here (Spec §5 file types).
 * HTML is none of it: it would be a page of somebody else's.
 */
export function sniff(head: Uint8Array): Sniffed | undefined {
  const found = SIGNATURES.find(({ at, bytes }) => bytes.every((byte, place) => byte === null || head[at + place] === byte))
  if (found) return found.is(head)
  return textOf(head)
}

type Signature = { at: number; bytes: (number | null)[]; is: (head: Uint8Array) => Sniffed | undefined }

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const words = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
const plain = (kind: Kind, mime: string) => () => ({ kind, mime })

/** The first that fits; null stands for any byte. */
const SIGNATURES: readonly Signature[] = [
  { at: 0, bytes: [0xff, 0xd8, 0xff], is: plain('image', 'image/jpeg') },
  { at: 0, bytes: [0x89, ...ascii('PNG\r\n\x1a\n')], is: plain('image', 'image/png') },
  { at: 0, bytes: [...ascii('GIF8'), null, ...ascii('a')], is: plain('image', 'image/gif') },
  { at: 0, bytes: [...ascii('RIFF'), null, null, null, null, ...ascii('WEBP')], is: plain('image', 'image/webp') },
  { at: 0, bytes: [...ascii('BM'), null, null, null, null, 0, 0, 0, 0], is: plain('image', 'image/bmp') },
  { at: 0, bytes: [...ascii('II'), 42, 0], is: plain('image', 'image/tiff') },
  { at: 0, bytes: [...ascii('MM'), 0, 42], is: plain('image', 'image/tiff') },
  { at: 4, bytes: ascii('ftyp'), is: (head) => ofBrand(words(head, 8, 12)) },
  { at: 4, bytes: ascii('moov'), is: plain('video', 'video/quicktime') },
  { at: 4, bytes: ascii('mdat'), is: plain('video', 'video/quicktime') },
  { at: 4, bytes: ascii('wide'), is: plain('video', 'video/quicktime') },
  { at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3], is: (head) => matroska(words(head, 0, 64)) },
  { at: 0, bytes: [...ascii('RIFF'), null, null, null, null, ...ascii('AVI ')], is: plain('video', 'video/x-msvideo') },
  { at: 0, bytes: [0, 0, 1, 0xba], is: plain('video', 'video/mpeg') },
  { at: 0, bytes: [0, 0, 1, 0xb3], is: plain('video', 'video/mpeg') },
  { at: 0, bytes: ascii('%PDF-'), is: plain('pdf', 'application/pdf') },
  { at: 128, bytes: ascii('DICM'), is: plain('dicom', 'application/dicom') },
  { at: 0, bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], is: plain('word', 'application/msword') },
  { at: 0, bytes: [...ascii('PK'), 3, 4], is: wordInZip },
]

const HEIF = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** The container of MP4, QuickTime and HEIF says by its brand which it is; sound alone is none of ours. */
function ofBrand(brand: string): Sniffed | undefined {
  if (HEIF.has(brand)) return { kind: 'image', mime: 'image/heic' }
  if (brand === 'avif' || brand === 'avis') return { kind: 'image', mime: 'image/avif' }
  if (brand === 'qt  ') return { kind: 'video', mime: 'video/quicktime' }
  if (brand.startsWith('3g')) return { kind: 'video', mime: 'video/3gpp' }
  if (/^M4[ABP]/.test(brand)) return undefined
  return { kind: 'video', mime: 'video/mp4' }
}

function matroska(head: string): Sniffed | undefined {
  if (head.includes('webm')) return { kind: 'video', mime: 'video/webm' }
  return head.includes('matroska') ? { kind: 'video', mime: 'video/x-matroska' } : undefined
}

/** A Word file is a ZIP that names a folder `word`; a spreadsheet or an app is a ZIP too. */
function wordInZip(head: Uint8Array): Sniffed | undefined {
  const names = new TextDecoder('latin1').decode(head)
  const mime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  return names.includes('word/') ? { kind: 'word', mime } : undefined
}

/** Text holds no control characters but white space. An image may be written in text too, and so may a page. */
function textOf(head: Uint8Array): Sniffed | undefined {
  if (head.length === 0 || head.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)) return undefined
  const start = new TextDecoder('utf-8').decode(head.subarray(0, 2000)).replace(/^\uFEFF/, '')
  const opening = start.replace(/^(\s|<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE svg[^>]*>)+/i, '').toLowerCase()
  if (opening.startsWith('<svg')) return { kind: 'image', mime: 'image/svg+xml' }
  if (/^<(!doctype html|html|head|body|script|iframe)/.test(opening)) return undefined
  return { kind: 'text', mime: 'text/plain' }
}

/** The kind of a media type that `sniff` gave. */
export function kindOfMime(mime: string): Kind {
  const [family = ''] = mime.split('/')
  if (family === 'image' || family === 'video' || family === 'text') return family
  if (mime === 'application/pdf') return 'pdf'
  return mime === 'application/dicom' ? 'dicom' : 'word'
}
