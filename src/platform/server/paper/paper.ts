import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const MARGIN = 48
const FOOT_HEIGHT = 44
export const INK = '#141b22'
export const INK_2 = '#414b55'
export const LINE = '#c9c2b4'
const FORGE = '#18212a'
const PIECE_BYTES = 256 * 1024

/* Public Sans as its makers publish it: what the screens load are parts of it that a PDF cannot embed. */
const fonts = ['Regular', 'SemiBold'].map((weight) => join(import.meta.dirname, `fonts/PublicSans-${weight}.ttf`))
let loaded: Promise<Buffer[]> | undefined

export type Doc = PDFKit.PDFDocument
export type Part = PDFKit.PDFStructureElement
type Look = { font?: 'regular' | 'bold'; size?: number; color?: string; x?: number; y?: number; width?: number }
/** A PDF runs nothing, sends no referrer, and may not be cached by others. */
export const A_PDF = {
  'content-type': 'application/pdf',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}

type About = {
  title: string
  practiceName: string
  /** Printed under every page, before its number. */
  foot: readonly string[]
  compress?: boolean
  layout?: 'landscape'
}

type Draw = (doc: Doc, root: Part) => Promise<void> | void

/** A4 pages that can be read aloud and searched, in the practice's name: `draw` draws their content. */
export const paperPdf = async (about: About, draw: Draw): Promise<Buffer> => Buffer.concat(await paperPieces(about, draw))

/** The same in pieces, for what may be many pages. */
export async function paperPieces({ title, practiceName, foot, ...options }: About, draw: Draw): Promise<Buffer[]> {
  loaded ??= Promise.all(fonts.map((path) => readFile(path)))
  const [regular, bold] = await loaded
  // Loaded with the first document: it is half of what a server that never makes one would hold.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT_HEIGHT },
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en-GB',
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: practiceName, Creator: 'Pritchel', Producer: 'Pritchel' },
    ...(regular && { font: regular as unknown as string }),
    ...options,
  })
  const gathered = gather()
  doc.on('data', gathered.add)
  const ended = new Promise((resolve) => doc.on('end', resolve))
  doc.registerFont('regular', regular).registerFont('bold', bold)
  const root = doc.struct('Document')
  doc.addStructure(root)
  doc.markContent('Artifact')
  doc.rect(0, 0, doc.page.width, 8).fill(FORGE)
  doc.endMarkedContent()
  await draw(doc, root)
  root.end()
  number(doc, foot)
  doc.end()
  await ended
  return gathered.pieces()
}

/** Puts small pieces together as they come: a long table ends in a hundred thousand of them. */
function gather() {
  const full: Buffer[] = []
  let [open, used] = [Buffer.allocUnsafe(PIECE_BYTES), 0]
  return {
    add(piece: Buffer) {
      for (let from = 0; from < piece.length; ) {
        const copied = piece.copy(open, used, from)
        from += copied
        used += copied
        if (used < open.length) continue
        full.push(open)
        ;[open, used] = [Buffer.allocUnsafe(PIECE_BYTES), 0]
      }
    },
    pieces: () => [...full, open.subarray(0, used)],
  }
}

/** Sets words where the last ended, or where `look` places them. */
export function addText(doc: Doc, part: Part, structType: string, text: string, look: Look = {}) {
  const { font = 'regular', size = 11, color = INK, x = doc.page.margins.left, y = doc.y, width = doc.page.width - MARGIN - x } = look
  doc.font(font).fontSize(size).fillColor(color)
  doc.text(text, x, y, { width, lineGap: 3, structParent: part, structType })
}

/** A part of the document under a rule of its own; it begins where at least its first lines, or `room`, are left below it. */
export function sectionOf(doc: Doc, root: Part, room = 72): Part {
  const section = doc.struct('Sect')
  root.add(section)
  doc.moveDown(1)
  keepRoom(doc, 24 + room)
  doc.markContent('Artifact')
  doc
    .moveTo(doc.page.margins.left, doc.y)
    .lineTo(doc.page.width - MARGIN, doc.y)
    .lineWidth(0.75)
    .stroke(LINE)
  doc.endMarkedContent()
  doc.y += 12
  return section
}

/** Starts a new page when less than this is left of the current one. */
export function keepRoom(doc: Doc, height: number) {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage()
}

/** Under every page: whose it is, and of how many. Outside the margin, where text would else begin a page of its own. */
function number(doc: Doc, foot: readonly string[]) {
  const { start, count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    doc.switchToPage(start + at)
    const { margins, height, width } = doc.page
    margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    const words = [...foot, ...(count > 1 ? [`Page ${at + 1} of ${count}`] : [])].join(', ')
    doc.font('regular').fontSize(9).fillColor(INK_2)
    doc.text(words, margins.left, height - MARGIN, { width: width - 2 * MARGIN, lineBreak: false, ellipsis: true, height: 12 })
    doc.endMarkedContent()
  }
}
