/** The kind of a file by its content. A `text` may be a table; only its name shows that. */
export type Kind = 'image' | 'video' | 'audio' | 'pdf' | 'dicom' | 'word' | 'text'
export type Sniffed = { kind: Kind; mime: string }

/**
 * The kind of a file from its first bytes (64 KB are enough), regardless of its name; undefined: no accepted kind (Spec §5 file types).
 * HTML is not accepted: it would be a foreign page on our site.
 */
export function sniff(head: Uint8Array): Sniffed | undefined {
  const found = SIGNATURES.find(({ at, bytes }) => bytes.every((byte, place) => byte === null || head[at + place] === byte))
  if (found) return found.is(head)
  return isMp3Frame(head) ? { kind: 'audio', mime: 'audio/mpeg' } : textOf(head)
}

type Signature = { at: number; bytes: (number | null)[]; is: (head: Uint8Array) => Sniffed | undefined }

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const words = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
const plain = (kind: Kind, mime: string) => () => ({ kind, mime })

/** The first match wins; null matches any byte. */
const SIGNATURES: readonly Signature[] = [
  // Before all others: its first 128 bytes may be those of a TIFF (PS3.10, 7.1), which some machines write.
  { at: 128, bytes: ascii('DICM'), is: plain('dicom', 'application/dicom') },
  { at: 0, bytes: [0xff, 0xd8, 0xff], is: plain('image', 'image/jpeg') },
  { at: 0, bytes: [0x89, ...ascii('PNG\r\n\x1a\n')], is: plain('image', 'image/png') },
  { at: 0, bytes: [...ascii('GIF8'), null, ...ascii('a')], is: plain('image', 'image/gif') },
  { at: 0, bytes: [...ascii('RIFF'), null, null, null, null, ...ascii('WEBP')], is: plain('image', 'image/webp') },
  { at: 0, bytes: [...ascii('BM'), null, null, null, null, 0, 0, 0, 0], is: plain('image', 'image/bmp') },
  { at: 0, bytes: [...ascii('II'), 42, 0], is: plain('image', 'image/tiff') },
  { at: 0, bytes: [...ascii('MM'), 0, 42], is: plain('image', 'image/tiff') },
  { at: 4, bytes: ascii('ftyp'), is: (head) => ofBrand(words(head, 8, 12), head) },
  { at: 4, bytes: ascii('moov'), is: plain('video', 'video/quicktime') },
  { at: 4, bytes: ascii('mdat'), is: plain('video', 'video/quicktime') },
  { at: 4, bytes: ascii('wide'), is: plain('video', 'video/quicktime') },
  { at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3], is: (head) => matroska(words(head, 0, 64), head) },
  { at: 0, bytes: [...ascii('RIFF'), null, null, null, null, ...ascii('AVI ')], is: plain('video', 'video/x-msvideo') },
  { at: 0, bytes: [...ascii('RIFF'), null, null, null, null, ...ascii('WAVE')], is: plain('audio', 'audio/wav') },
  { at: 0, bytes: ascii('OggS'), is: ogg },
  { at: 0, bytes: ascii('ID3'), is: plain('audio', 'audio/mpeg') },
  { at: 0, bytes: [0, 0, 1, 0xba], is: plain('video', 'video/mpeg') },
  { at: 0, bytes: [0, 0, 1, 0xb3], is: plain('video', 'video/mpeg') },
  { at: 0, bytes: ascii('%PDF-'), is: plain('pdf', 'application/pdf') },
  { at: 0, bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], is: plain('word', 'application/msword') },
  { at: 0, bytes: [...ascii('PK'), 3, 4], is: wordInZip },
]

const HEIF = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** The brand of an MP4, QuickTime or HEIF container shows which it is, and its tracks show whether it has pictures or only sound. */
function ofBrand(brand: string, head: Uint8Array): Sniffed | undefined {
  if (HEIF.has(brand)) return { kind: 'image', mime: 'image/heic' }
  if (brand === 'avif' || brand === 'avis') return { kind: 'image', mime: 'image/avif' }
  if (brand === 'qt  ') return { kind: 'video', mime: 'video/quicktime' }
  if (brand.startsWith('3g')) return { kind: 'video', mime: 'video/3gpp' }
  if (/^M4[ABP]/.test(brand) || isSoundAlone(head)) return { kind: 'audio', mime: 'audio/mp4' }
  return { kind: 'video', mime: 'video/mp4' }
}

/** Whether every track is sound. A file whose first bytes don't list all its tracks counts as a film. */
function isSoundAlone(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  for (let at = 0; at + 8 <= head.length; ) {
    const size = view.getUint32(at)
    if (words(head, at + 4, at + 8) === 'moov') return at + size <= head.length && tracksIn(head.subarray(at, at + size)) === 'soun'
    if (size < 8) return false
    at += size
  }
  return false
}

/** The kinds of the tracks of a `moov` box, each once: a handler box names one 12 bytes in. */
function tracksIn(moov: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(moov)
  return [...new Set([...text.matchAll(/hdlr[\s\S]{8}(soun|vide)/g)].map((match) => match[1]))].join()
}

function matroska(start: string, head: Uint8Array): Sniffed | undefined {
  if (!start.includes('webm')) return start.includes('matroska') ? { kind: 'video', mime: 'video/x-matroska' } : undefined
  // Its tracks come first, and name their codecs.
  const text = new TextDecoder('latin1').decode(head)
  const isSound = /A_(OPUS|VORBIS)/.test(text) && !/V_(VP8|VP9|AV1)/.test(text)
  return isSound ? { kind: 'audio', mime: 'audio/webm' } : { kind: 'video', mime: 'video/webm' }
}

/** Each stream of an Ogg file begins with a page that names its codec; Ogg films are not accepted. */
function ogg(head: Uint8Array): Sniffed | undefined {
  const text = new TextDecoder('latin1').decode(head)
  const isSound = /OpusHead|vorbis|Speex|FLAC/.test(text) && !/theora|BBCD/.test(text)
  return isSound ? { kind: 'audio', mime: 'audio/ogg' } : undefined
}

/** Eleven set bits, layer III, a bit rate and a sampling rate that exist. */
const isMp3Frame = ([first = 0, second = 0, third = 0]: Uint8Array): boolean =>
  first === 0xff && (second & 0xe6) === 0xe2 && third >> 4 !== 15 && (third & 0x0c) !== 0x0c

/** A Word file is a ZIP with a folder `word`; a spreadsheet or an app is a ZIP too, but has other folders. */
function wordInZip(head: Uint8Array): Sniffed | undefined {
  const text = new TextDecoder('latin1').decode(head)
  const mime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  for (let at = 0; at >= 0; at = text.indexOf(ZIP_ENTRY, at + 1)) {
    if (text.startsWith('word/', at + ZIP_NAME_AT)) return { kind: 'word', mime }
  }
  return undefined
}

/** The signature of a ZIP entry, and the offset of its name (APPNOTE 4.3.7). */
const ZIP_ENTRY = 'PK\x03\x04'
const ZIP_NAME_AT = 30

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
  if (family === 'image' || family === 'video' || family === 'audio' || family === 'text') return family
  if (mime === 'application/pdf') return 'pdf'
  return mime === 'application/dicom' ? 'dicom' : 'word'
}
