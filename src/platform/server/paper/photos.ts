import { type Doc, keepRoom, type Part } from '#platform/server/paper/paper.ts'

const PHOTO = { width: 158, height: 118, gap: 12 }

/** Photos, three in a row, each whole; one that is missing is left out. `words`: the subject, for people who can't see it. */
export function addPhotos(
  doc: Doc,
  section: Part,
  photos: readonly { id: string; words: string }[],
  jpegs: ReadonlyMap<string, Buffer>,
): void {
  const shown = photos.flatMap(({ id, words }) => {
    const jpeg = jpegs.get(id)
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
