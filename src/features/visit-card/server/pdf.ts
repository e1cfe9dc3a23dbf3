import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type Card, type CardHorse, cardDay, cardTitle, feetLines } from '#features/visit-card/card.ts'

const MARGIN = 48
const FOOT_HEIGHT = 44
const INK = '#141b22'
const INK_2 = '#414b55'
const LINE = '#c9c2b4'
const FORGE = '#18212a'
/** Where what is said of a horse begins, right of what it is called. */
const INDENT = 92
const PHOTO = { width: 158, height: 118, gap: 12 }

/* Public Sans as its makers publish it: what the screens load are parts of it that a PDF cannot embed. */
const fonts = ['Regular', 'SemiBold'].map((weight) => join(import.meta.dirname, `fonts/PublicSans-${weight}.ttf`))
let loaded: Promise<Buffer[]> | undefined

type Photos = ReadonlyMap<string, Buffer>
type Doc = PDFKit.PDFDocument
type Part = PDFKit.PDFStructureElement

/**
 * An owner's card as a PDF of A4 pages, one where it fits: text that can be read aloud and searched, the photos as they are on the page.
 * `photos` by id, as JPEG; one that is missing is left out.
 */
export async function cardPdf(card: Card, photos: Photos, options: { compress?: boolean } = {}): Promise<Buffer> {
  loaded ??= Promise.all(fonts.map((path) => readFile(path)))
  const [regular, bold] = await loaded
  // Loaded with the first card: it is half of what a server that never makes one would hold.
  const { default: PDFDocument } = await import('pdfkit')
  const about = { Title: cardTitle(card), Author: card.practiceName, Creator: 'Pritchel', Producer: 'Pritchel' }
  const margins = { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT_HEIGHT }
  const doc = new PDFDocument({
    size: 'A4',
    margins,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en-GB',
    tagged: true,
    displayTitle: true,
    info: about,
    ...(regular && { font: regular as unknown as string }),
    ...options,
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  doc.registerFont('regular', regular).registerFont('bold', bold)
  const root = doc.struct('Document')
  doc.addStructure(root)
  head(doc, root, card)
  for (const horse of card.horses) {
    horseOf(doc, root, horse, photos)
    // Other requests take their turn: a card of a whole yard is some tenths of a second of work.
    await setImmediate()
  }
  root.end()
  foot(doc, card)
  doc.end()
  await ended
  return Buffer.concat(parts)
}

function head(doc: Doc, root: Part, card: Card) {
  const { width } = doc.page
  doc.markContent('Artifact')
  doc.rect(0, 0, width, 8).fill(FORGE)
  doc.endMarkedContent()
  const farrier = [card.farrierName, card.frcNumber && `FRC ${card.frcNumber}`].filter(Boolean).join(', ')
  say(doc, root, 'P', card.practiceName, { font: 'bold', size: 14 })
  if (farrier) say(doc, root, 'P', farrier, { color: INK_2 })
  doc.moveDown(1)
  say(doc, root, 'H1', 'Visit card', { font: 'bold', size: 22 })
  say(doc, root, 'P', [cardDay(card.day), card.yardName, `for ${card.ownerName}`].filter(Boolean).join(', '))
}

/** One horse: what became of it, line by line, and its photos. It begins where at least its first lines have room below it. */
function horseOf(doc: Doc, root: Part, horse: CardHorse, photos: Photos) {
  const section = doc.struct('Sect')
  root.add(section)
  doc.moveDown(1)
  keepRoom(doc, 96)
  rule(doc)
  say(doc, section, 'H2', horse.name, { font: 'bold', size: 16 })
  doc.moveDown(0.3)
  for (const [label, lines] of linesOf(horse)) said(doc, section, label, lines)
  strip(doc, section, horse, photos)
  section.end()
}

function linesOf({ work, notDone, seen, advice, nextDueOn, booked }: CardHorse): [string, string[]][] {
  const done = work.flatMap(({ serviceType, description, feet }) => [
    serviceType,
    ...feetLines(feet),
    ...(description ? [description] : []),
  ])
  const all: [string, string[]][] = [
    notDone ? ['Not done', [notDone.reason ?? 'No reason given']] : ['Done', done.length > 0 ? done : ['Done']],
    ['Seen', seen],
    ['Advice', advice],
    ['Next due', nextDueOn ? [cardDay(nextDueOn)] : []],
    ['Booked', booked ? [booked] : []],
  ]
  return all.filter(([, lines]) => lines.length > 0)
}

function said(doc: Doc, section: Part, label: string, lines: readonly string[]) {
  keepRoom(doc, 34)
  const [x, top] = [doc.page.margins.left, doc.y]
  say(doc, section, 'P', label, { color: INK_2, x, y: top, width: INDENT - 8 })
  doc.y = top
  const font = label === 'Next due' ? 'bold' : 'regular'
  for (const line of lines) say(doc, section, 'P', line, { font, x: x + INDENT })
  doc.x = x
  doc.moveDown(0.4)
}

/** The photos, three in a row, each whole. */
function strip(doc: Doc, section: Part, horse: CardHorse, photos: Photos) {
  const shown = horse.photos.flatMap(({ id, words }) => {
    const jpeg = photos.get(id)
    return jpeg ? [{ jpeg, words }] : []
  })
  const { width, height, gap } = PHOTO
  if (shown.length > 0) doc.moveDown(0.4)
  for (const [at, { jpeg, words }] of shown.entries()) {
    if (at % 3 === 0) keepRoom(doc, height + gap)
    const [x, y] = [doc.page.margins.left + (at % 3) * (width + gap), doc.y]
    section.add(doc.struct('Figure', { alt: `Photo of ${words}` }, () => void doc.image(jpeg, x, y, { fit: [width, height] })))
    doc.y = at % 3 === 2 || at === shown.length - 1 ? y + height + gap : y
  }
}

type Look = { font?: 'regular' | 'bold'; size?: number; color?: string; x?: number; y?: number; width?: number }

function say(doc: Doc, part: Part, structType: string, text: string, look: Look = {}) {
  const { font = 'regular', size = 11, color = INK, x = doc.page.margins.left, y = doc.y, width = doc.page.width - MARGIN - x } = look
  doc.font(font).fontSize(size).fillColor(color)
  doc.text(text, x, y, { width, lineGap: 3, structParent: part, structType })
}

function rule(doc: Doc) {
  const { left, right } = doc.page.margins
  doc.markContent('Artifact')
  doc
    .moveTo(left, doc.y)
    .lineTo(doc.page.width - right, doc.y)
    .lineWidth(0.75)
    .stroke(LINE)
  doc.endMarkedContent()
  doc.y += 12
}

/** On a new page when less than this is left of the one at hand. */
function keepRoom(doc: Doc, height: number) {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage()
}

/** Under every page: whose it is, and of how many. Outside the margin, where text would else begin a page of its own. */
function foot(doc: Doc, card: Card) {
  const { start, count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    doc.switchToPage(start + at)
    const { margins, height, width } = doc.page
    margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    const words = [card.practiceName, cardDay(card.day), count > 1 && `Page ${at + 1} of ${count}`].filter(Boolean).join(', ')
    doc.font('regular').fontSize(9).fillColor(INK_2)
    doc.text(words, margins.left, height - MARGIN, { width: width - 2 * MARGIN, lineBreak: false, ellipsis: true, height: 12 })
    doc.endMarkedContent()
  }
}
