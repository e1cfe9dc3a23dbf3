import { setImmediate } from 'node:timers/promises'
import { type Card, type CardHorse, cardDay, cardTitle, planBy } from '#features/day/visit-card/card.ts'
import { feetLines } from '#features/visits/work/feet-for-owners.ts'
import { addLabelled } from '#platform/server/paper/labelled.ts'
import { addLetterhead } from '#platform/server/paper/letterhead.ts'
import { addText, type Doc, type Part, paperPdf, sectionOf } from '#platform/server/paper/paper.ts'
import { addPhotos } from '#platform/server/paper/photos.ts'

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
  for (const [label, lines] of linesOf(horse)) addLabelled(doc, section, label, lines, label === 'Next due' ? 'bold' : 'regular')
  addPhotos(doc, section, horse.photos, photos)
  section.end()
}

function linesOf({ work, notDone, seen, advice, plan, nextDueOn, booked }: CardHorse): [string, string[]][] {
  const done = work.flatMap(({ serviceType, description, feet }) => [
    serviceType,
    ...feetLines(feet),
    ...(description ? [description] : []),
  ])
  const all: [string, string[]][] = [
    notDone ? ['Not done', [notDone.reason ?? 'No reason given']] : ['Done', done.length > 0 ? done : ['Done']],
    ['Seen', seen],
    ['Advice', advice],
    ['Vet’s plan', plan ? planLinesOf(plan) : []],
    ['Next due', nextDueOn ? [cardDay(nextDueOn)] : []],
    ['Booked', booked ? [booked] : []],
  ]
  return all.filter(([, lines]) => lines.length > 0)
}

const planLinesOf = (plan: NonNullable<CardHorse['plan']>): string[] => [
  planBy(plan),
  ...plan.lines,
  ...(plan.body ? [plan.body] : []),
  ...(plan.reviewDay ? [`Looks again on ${cardDay(plan.reviewDay)}`] : []),
]
