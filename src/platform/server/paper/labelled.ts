import { addText, type Doc, INK_2, keepRoom, type Part } from '#platform/server/paper/paper.ts'

/** The left edge of a value, right of its label. */
const INDENT = 92

/** Lines beside a label. */
export function addLabelled(doc: Doc, section: Part, label: string, lines: readonly string[], font: 'regular' | 'bold' = 'regular') {
  keepRoom(doc, 34)
  const [x, top] = [doc.page.margins.left, doc.y]
  addText(doc, section, 'P', label, { color: INK_2, x, y: top, width: INDENT - 8 })
  doc.y = top
  for (const line of lines) addText(doc, section, 'P', line, { font, x: x + INDENT })
  doc.x = x
  doc.moveDown(0.4)
}
