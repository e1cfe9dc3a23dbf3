import { setImmediate } from 'node:timers/promises'
import type { Moment } from '#app/my/horse-view.ts'
import type { ShareView } from '#app/share/share-view.ts'
import { cardDay } from '#features/day/visit-card/card.ts'
import { feetLines } from '#features/visits/work/feet-for-owners.ts'
import { addLabelled } from '#platform/server/paper/labelled.ts'
import { addLetterhead } from '#platform/server/paper/letterhead.ts'
import { addText, type Doc, INK_2, type Part, paperPdf, sectionOf } from '#platform/server/paper/paper.ts'
import { addPhotos } from '#platform/server/paper/photos.ts'

type Photos = ReadonlyMap<string, Buffer>

/** What a link shows as a PDF of A4 pages: the same as its page. `photos` by id, as JPEG; `logo`: the practice's, where it has one. */
export function sharePdf(view: ShareView, photos: Photos, logo: Buffer | undefined): Promise<Buffer> {
  const { horse, practiceName, record } = view
  const foot = [practiceName, `${horse.name}, ${view.recipient}`]
  return paperPdf({ title: `${horse.name}: record`, practiceName, foot }, async (doc, root) => {
    head(doc, root, view, logo)
    if (record.feet.length > 0) {
      const section = titled(doc, root, 'The feet now')
      const left = record.feetDay ? [`As left on ${cardDay(record.feetDay)}`] : []
      for (const line of [...feetLines(record.feet), ...left]) addText(doc, section, 'P', line)
      section.end()
    }
    for (const moment of record.timeline) {
      momentOf(doc, root, moment)
      // Other requests take their turn: the record of twenty years is some tenths of a second of work.
      await setImmediate()
    }
    if (record.photos.length > 0) {
      const section = titled(doc, root, 'Photos')
      addPhotos(doc, section, record.photos, photos)
      section.end()
    }
  })
}

function head(doc: Doc, root: Part, { practiceName: name, frcNumber, horse, recipient, until }: ShareView, logo: Buffer | undefined) {
  addLetterhead(doc, root, { name, lines: frcNumber ? [`FRC ${frcNumber}`] : [], logo })
  doc.moveDown(1)
  addText(doc, root, 'H1', horse.name, { font: 'bold', size: 22 })
  if (horse.about) addText(doc, root, 'P', horse.about)
  addText(doc, root, 'P', `Made ${recipient}. The link it came from works until ${until}.`, { color: INK_2 })
}

function titled(doc: Doc, root: Part, title: string): Part {
  const section = sectionOf(doc, root)
  addText(doc, section, 'H2', title, { font: 'bold', size: 16 })
  doc.moveDown(0.3)
  return section
}

function momentOf(doc: Doc, root: Part, { day, who, work, seen, advice }: Moment) {
  const section = titled(doc, root, [cardDay(day), who].filter(Boolean).join(', '))
  const done = work.flatMap(({ serviceType, description, feet }) => [
    serviceType,
    ...feetLines(feet),
    ...(description ? [description] : []),
  ])
  const parts: [string, readonly string[]][] = [
    ['Done', done],
    ['Seen', seen],
    ['Advice', advice],
  ]
  for (const [label, lines] of parts) if (lines.length > 0) addLabelled(doc, section, label, lines)
  section.end()
}
