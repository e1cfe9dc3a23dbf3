import { analyse } from 'chardet'
import { AppError } from '#lib/errors.ts'

/**
 * The text of an uploaded file, whatever its encoding: UTF-16 by its mark or its noughts, UTF-8 when it is valid, else the code page
 * its letters look like, which for a British spreadsheet is Windows-1252.
 * @throws unreadable_file when it is empty or holds no text
 */
export function textOf(bytes: Uint8Array): string {
  if (isWorkbook(bytes)) throw new AppError('unreadable_file', {}, WORKBOOK)
  if (bytes.length === 0) throw new AppError('unreadable_file', {}, 'This file is empty.')
  const text = decode(bytes).replace(/^\uFEFF/, '')
  if (text.includes('\0')) throw new AppError('unreadable_file', {}, 'This is not a text file, so there are no entries to read in it.')
  return text
}

const WORKBOOK = 'This is a spreadsheet in its own format. Open it, choose File, Save As, CSV, and bring that in.'

/** `.xlsx` and its like are ZIP files; `.xls` is older still. */
const isWorkbook = ([a, b, c, d]: Uint8Array) =>
  (a === 0x50 && b === 0x4b && c === 3 && d === 4) || (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0)

function decode(bytes: Uint8Array): string {
  const wide = wideEncodingOf(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  return decodeAs(bytes, 'utf-8') ?? new TextDecoder(codePageOf(bytes)).decode(bytes)
}

/** UTF-16 says so itself, or every other byte of the Latin letters it starts with is nought. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 400)
  const noughts = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length
  const [even, odd] = [noughts(0), noughts(1)]
  if (odd > start.length * 0.4 && even === 0) return 'utf-16le'
  return even > start.length * 0.4 && odd === 0 ? 'utf-16be' : undefined
}

/** Code pages of Europe that a practice's address book may be in; the first is what chardet calls the others of Western Europe. */
const CODE_PAGES: Record<string, string> = {
  'windows-1252': 'windows-1252',
  'windows-1250': 'windows-1250',
  'ISO-8859-2': 'windows-1250',
  'windows-1254': 'windows-1254',
  'ISO-8859-9': 'windows-1254',
}
/** Below this a guess is a toss of a coin: a few accents in names tell little. */
const SURE = 60

function codePageOf(bytes: Uint8Array): string {
  const best = analyse(bytes.subarray(0, 200_000))[0]
  return (best && best.confidence >= SURE && CODE_PAGES[best.name]) || 'windows-1252'
}

/** Undefined when the bytes are not of that encoding, or it is unknown. */
export function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
