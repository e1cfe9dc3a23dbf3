import { setImmediate } from 'node:timers/promises'
import { type Card, type CardHorse, cardDay, cardTitle } from '#features/day/visit-card/card.ts'
import { feetLines } from '#features/visits/work/feet-for-owners.ts'
import { addLetterhead } from '#platform/server/paper/letterhead.ts'
import { addText, type Doc, INK_2, keepRoom, type Part, paperPdf, sectionOf } from '#platform/server/paper/paper.ts'

/** The left edge of a horse's details, right of their labels. */
const INDENT = 92
const PHOTO = { width: 158, height: 118, gap: 12 }

type Photos = ReadonlyMap<string, Buffer>

/**
 * An owner's card as a PDF of A4 pages, one where it fits: text that can be read aloud and searched, the photos as they are on the page.
 * `photos` by id, as JPEG; one that is missing is left out. `logo`: the practice's, where it has one.
 */
export function cardPdf(
  card: Card,
  photos: Photos,
  { logo, ...options }: { logo?: Buffer | undefined; compress?: boolean } = {},
): Promise<Buffer> {
  const foot = [card.practiceName, cardDay(card.day)]
  return paperPdf({ title: cardTitle(card), practiceName: card.practiceName, foot, ...options }, async (doc, root) => {
    head(doc, root, card, logo)
    for (const horse of card.horses) {
      horseOf(doc, root, horse, photos)
      // Other requests take their turn: a card of a whole yard is some tenths of a second of work.
      await setImmediate()
    }
  })
}

function head(doc: Doc, root: Part, card: Card, logo: Buffer | undefined) {
  const farrier = [card.farrierName, card.frcNumber && `FRC ${card.frcNumber}`].filter(Boolean).join(', ')
  addLetterhead(doc, root, { name: card.practiceName, lines: farrier ? [farrier] : [], logo })
  doc.moveDown(1)
  addText(doc, root, 'H1', 'Visit card', { font: 'bold', size: 22 })
  addText(doc, root, 'P', [cardDay(card.day), card.yardName, `for ${card.ownerName}`].filter(Boolean).join(', '))
}

/** One horse: what became of it, line by line, and its photos. It begins where at least its first lines have room below it. */
function horseOf(doc: Doc, root: Part, horse: CardHorse, photos: Photos) {
  const section = sectionOf(doc, root)
  addText(doc, section, 'H2', horse.name, { font: 'bold', size: 16 })
  doc.moveDown(0.3)
  for (const [label, lines] of linesOf(horse)) addSection(doc, section, label, lines)
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

function addSection(doc: Doc, section: Part, label: string, lines: readonly string[]) {
  keepRoom(doc, 34)
  const [x, top] = [doc.page.margins.left, doc.y]
  addText(doc, section, 'P', label, { color: INK_2, x, y: top, width: INDENT - 8 })
  doc.y = top
  const font = label === 'Next due' ? 'bold' : 'regular'
  for (const line of lines) addText(doc, section, 'P', line, { font, x: x + INDENT })
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
