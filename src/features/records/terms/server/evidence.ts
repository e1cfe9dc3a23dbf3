import type { AcceptanceMethod, TermsSection } from '#features/records/terms/contract.ts'
import { blocksOf, METHODS } from '#features/records/terms/rules.ts'
import { addText, type Doc, INK_2, keepRoom, type Part, paperPdf, sectionOf } from '#platform/server/paper/paper.ts'

/** Where a fact begins, right of what it is called. */
const INDENT = 132

/** The evidence of an acceptance, in words. */
export type Evidence = {
  practiceName: string
  clientName: string
  method: AcceptanceMethod
  acceptedAt: string
  typedName: string | null
  from: string | null
  recordedBy: string | null
  notes: string | null
  termsVersion: string
  inForce: string
  sections: readonly TermsSection[]
}

/** An acceptance as a PDF of A4 pages: who, when and from where, then the full accepted text. */
export function evidencePdf(evidence: Evidence): Promise<Buffer> {
  const { practiceName, clientName, sections } = evidence
  const title = `Terms accepted by ${clientName}`
  return paperPdf({ title, practiceName, foot: [practiceName, title] }, (doc, root) => {
    addText(doc, root, 'P', practiceName, { font: 'bold', size: 14 })
    doc.moveDown(1)
    addText(doc, root, 'H1', 'Terms accepted', { font: 'bold', size: 22 })
    doc.moveDown(0.5)
    for (const [label, words] of factsOf(evidence)) if (words) fact(doc, root, label, words)
    sectionOf(doc, root).end()
    for (const [at, section] of sections.entries()) termsSection(doc, root, section, at + 1)
  })
}

const factsOf = (evidence: Evidence): [label: string, words: string | null][] => [
  ['Accepted by', evidence.clientName],
  ['Signed as', evidence.typedName],
  ['When', evidence.acceptedAt],
  ['How', METHODS[evidence.method]],
  ['From', evidence.from],
  ['Written down by', evidence.recordedBy],
  ['Notes', evidence.notes],
  ['What', `Version ${evidence.termsVersion}, in force from ${evidence.inForce}, in full below`],
]

function fact(doc: Doc, root: Part, label: string, words: string) {
  const [x, top] = [doc.page.margins.left, doc.y]
  addText(doc, root, 'P', label, { color: INK_2, x, y: top, width: INDENT - 8 })
  doc.y = top
  addText(doc, root, 'P', words, { x: x + INDENT })
  doc.x = x
}

function termsSection(doc: Doc, root: Part, { title, text }: TermsSection, number: number) {
  const section = doc.struct('Sect')
  root.add(section)
  doc.moveDown(0.8)
  keepRoom(doc, 60)
  addText(doc, section, 'H2', `${number} ${title}`, { font: 'bold', size: 13 })
  for (const block of blocksOf(text))
    if ('paragraph' in block) addText(doc, section, 'P', block.paragraph)
    else for (const { what, price } of block.prices) addText(doc, section, 'P', `${what}: ${price}`)
  section.end()
}
