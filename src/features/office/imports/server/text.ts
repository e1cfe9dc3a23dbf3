import { analyse } from 'chardet'
import { whyNoText, wideEncodingOf } from '#features/office/imports/bytes.ts'
import { AppError } from '#lib/errors.ts'

/**
 * The text of an uploaded file in any encoding: UTF-16 by its mark or its zero bytes, UTF-8 when it is valid, else the code page
 * that fits its letters, which for a British spreadsheet is Windows-1252.
 * @throws unreadable_file when it is empty or holds no text
 */
export function textOf(bytes: Uint8Array): string {
  const fault = whyNoText(bytes)
  if (fault) throw new AppError('unreadable_file', {}, fault)
  return decode(bytes)
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
}

function decode(bytes: Uint8Array): string {
  const wide = wideEncodingOf(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  return decodeAs(bytes, 'utf-8') ?? new TextDecoder(codePageOf(bytes)).decode(bytes)
}

/** European code pages that a practice's address book may use; the first is what chardet calls the others of Western Europe. */
const CODE_PAGES: Record<string, string> = {
  'windows-1252': 'windows-1252',
  'windows-1250': 'windows-1250',
  'ISO-8859-2': 'windows-1250',
  'windows-1254': 'windows-1254',
  'ISO-8859-9': 'windows-1254',
}
/** Below this a guess is a toss of a coin: a few accents in names show little. */
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
