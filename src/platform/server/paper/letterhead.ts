import { addText, type Doc, INK_2, type Part } from '#platform/server/paper/paper.ts'

const LOGO = { width: 170, height: 76, gap: 20 }

/** Who sends a paper: the name, what the law has it name, and the logo as PNG or JPEG where the practice has one. */
export type Sender = { name: string; lines: readonly string[]; logo?: Buffer | undefined }

/** The top of a paper. The logo is not read aloud: the name beside it is. */
export function addLetterhead(doc: Doc, root: Part, { name, lines, logo }: Sender) {
  const [top, { margins, width }] = [doc.y, doc.page]
  const room = width - margins.left - margins.right - (logo ? LOGO.width + LOGO.gap : 0)
  addText(doc, root, 'P', name, { font: 'bold', size: 14, width: room })
  for (const line of lines) addText(doc, root, 'P', line, { color: INK_2, size: 10, width: room })
  if (logo) {
    const bottom = doc.y
    doc.markContent('Artifact')
    doc.image(logo, width - margins.right - LOGO.width, top, { fit: [LOGO.width, LOGO.height], align: 'right' })
    doc.endMarkedContent()
    doc.x = margins.left
    doc.y = Math.max(bottom, top + LOGO.height)
  }
}
