/** `.xlsx` and its like are ZIP files; `.xls` is older still. */
const WORKBOOKS = [
  [0x50, 0x4b, 3, 4],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** Detects UTF-16: by its byte order mark, or because every other byte of the Latin letters it starts with is 0. */
export function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 400)
  const noughts = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length
  const [even, odd] = [noughts(0), noughts(1)]
  if (odd > start.length * 0.4 && even === 0) return 'utf-16le'
  return even > start.length * 0.4 && odd === 0 ? 'utf-16be' : undefined
}

/** Why bytes can't be a list, an address book or a diary, in a sentence; null when they may be. Checked before they are sent, and after. */
export function whyNoText(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'This file is empty.'
  if (WORKBOOKS.some((mark) => mark.every((byte, at) => bytes[at] === byte)))
    return 'This is a spreadsheet in its own format. Open it, choose File, Save As, CSV, and import that.'
  const isBinary = !wideEncodingOf(bytes) && bytes.includes(0)
  return isBinary ? "This isn't a text file, so there's nothing to read in it." : null
}
