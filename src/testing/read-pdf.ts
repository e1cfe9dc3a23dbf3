import { inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

/**
 * The words of a PDF that pdfkit made, in the order they were written, a line for each piece of text: its glyphs are numbers, and each font
 * maps them to letters. Good for reading back what we made ourselves, not for any other PDF.
 */
export function readPdf(file: Buffer): string {
  const objects = objectsIn(file)
  const letters = new Map<string, string[]>()
  for (const { dictionary } of objects.values())
    for (const [, name = '', id = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.dictionary ?? '')?.[1]
      if (map) letters.set(name, lettersIn(objects.get(map)?.stream ?? ''))
    }
  const texts = [...objects.values()].filter(({ stream }) => /^BT$/m.test(stream))
  return texts.flatMap(({ stream }) => wordsIn(stream, letters)).join('\n')
}

type PdfObject = { dictionary: string; stream: string }

function objectsIn(file: Buffer): Map<string, PdfObject> {
  const text = file.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const found of text.matchAll(/^(\d+) 0 obj\n(<<.*?>>)\n(stream\n|endobj)/gms)) {
    const [whole, id = '', dictionary = '', what] = found
    const start = found.index + whole.length
    const bytes = what === 'endobj' ? undefined : file.subarray(start, text.indexOf('\nendstream', start))
    const isText = bytes && !dictionary.includes('/Image')
    objects.set(id, { dictionary, stream: isText ? (/Flate/.test(dictionary) ? inflateSync(bytes) : bytes).toString('latin1') : '' })
  }
  return objects
}

/** The letters of a font's glyphs, by their numbers. */
const lettersIn = (map: string): string[] =>
  [...map.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]+)>/g)].map(([, hex = '']) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')),
  )

function wordsIn(stream: string, letters: ReadonlyMap<string, string[]>): string[] {
  let font: string[] = []
  return [...stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].flatMap(([, name, glyphs]) => {
    if (name) font = letters.get(name) ?? []
    const codes = [...(glyphs ?? '').matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    return glyphs === undefined ? [] : [codes.map((code) => font[Number.parseInt(code, 16)] ?? '').join('')]
  })
}

/** A PDF with these words. */
export async function pdfWith(words: string): Promise<Buffer> {
  const doc = new PDFDocument()
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  doc.text(words).end()
  await ended
  return Buffer.concat(parts)
}
