import { AppError } from '#lib/errors.ts'

/**
 * The text of an uploaded file, whatever its encoding: UTF-16 by its mark, UTF-8 when it is valid, else the code page older Windows
 * programs export in.
 * @throws unreadable_file when it is empty or holds no text
 */
export function textOf(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0) throw new AppError('unreadable_file', {}, 'This file is empty.')
  const text = decode(bytes).replace(/^\uFEFF/, '')
  if (text.includes('\0')) throw new AppError('unreadable_file', {}, 'This is not a text file, so there are no entries to read in it.')
  return text
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return decodeAs(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes)
}

/** Undefined when the bytes are not of that encoding, or it is unknown. */
export function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
