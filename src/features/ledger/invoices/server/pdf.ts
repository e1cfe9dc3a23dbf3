import {
  factLines,
  type InvoicePaper,
  isOfOneDay,
  leftWords,
  lineDetail,
  paidWords,
  paperTitle,
  payerLines,
  payRows,
  practiceLines,
  rateWords,
  sumRows,
} from '#features/ledger/invoices/paper.ts'
import { poundsInFull } from '#lib/money.ts'
import { billOn } from '#platform/server/paper/bill.ts'
import { addText, type Doc, INK_2, keepRoom, type Part, paperPdf, sectionOf } from '#platform/server/paper/paper.ts'

const HALF = 270

/** An invoice or credit note as a PDF of A4 pages that can be read aloud and searched: as issued, with the payments since. */
export function invoicePdf(paper: InvoicePaper, options: { compress?: boolean } = {}): Promise<Buffer> {
  const { practice } = paper.asWas
  const foot = [practice.name, paperTitle(paper)]
  return paperPdf({ title: paperTitle(paper), practiceName: practice.name, foot, ...options }, async (doc, root) => {
    head(doc, root, paper)
    await linesOf(doc, root, paper)
    sumsOf(doc, root, paper)
    if (paper.note) addSection(doc, root, paper.kind === 'credit' ? 'Why' : 'Note', paper.note)
    howToPay(doc, root, paper)
    if (paper.asWas.terms) addSection(doc, root, 'Terms', paper.asWas.terms)
  })
}

/** The sender and the payer, side by side; read aloud one after the other. */
function head(doc: Doc, root: Part, paper: InvoicePaper) {
  const left = doc.page.margins.left
  addText(doc, root, 'P', paper.asWas.practice.name, { font: 'bold', size: 14 })
  for (const line of practiceLines(paper.asWas.practice)) addText(doc, root, 'P', line, { color: INK_2, size: 10 })
  doc.moveDown(1.2)
  addText(doc, root, 'H1', paperTitle(paper), { font: 'bold', size: 22 })
  doc.moveDown(0.4)
  const top = doc.y
  addText(doc, root, 'P', 'For', { color: INK_2, size: 10, width: HALF })
  for (const line of payerLines(paper.asWas)) addText(doc, root, 'P', line, { width: HALF })
  const bottom = doc.y
  doc.y = top
  for (const [label, words] of factLines(paper)) addText(doc, root, 'P', `${label} ${words}`, { x: left + HALF + 24 })
  doc.x = left
  doc.y = Math.max(bottom, doc.y)
  doc.moveDown(1)
}

function linesOf(doc: Doc, root: Part, paper: InvoicePaper): Promise<void> {
  const { practice, lines } = paper.asWas
  const isOneDay = isOfOneDay(paper.asWas)
  const hasVat = practice.vatNumber !== null
  const columns = [
    { label: 'What' },
    ...(hasVat ? [{ label: 'VAT', width: 50, isFigure: true }] : []),
    { label: hasVat ? 'Before VAT' : 'Amount', width: 90, isFigure: true },
  ]
  const rows = lines.map((line) => ({
    cells: [line.description, ...(hasVat ? [rateWords(line.vatRateBp)] : []), poundsInFull(hasVat ? line.netPence : line.grossPence)],
    detail: lineDetail(line, isOneDay),
  }))
  return billOn(doc, root, columns, rows)
}

function sumsOf(doc: Doc, root: Part, paper: InvoicePaper) {
  const sums = sumRows(paper)
  // The sum and what is left of it are read together.
  keepRoom(doc, 18 * (sums.length + paper.settled.length) + 44)
  doc.moveDown(0.6)
  for (const [at, [label, sum]] of sums.entries()) sumLine(doc, root, label, sum, at === sums.length - 1)
  for (const settled of paper.settled) sumLine(doc, root, paidWords(settled), poundsInFull(-settled.pence), false)
  doc.moveDown(0.3)
  keepRoom(doc, 24)
  addText(doc, root, 'P', leftWords(paper), { font: 'bold', size: 13 })
}

function sumLine(doc: Doc, root: Part, label: string, sum: string, isTotal: boolean) {
  keepRoom(doc, 20)
  const { margins, width } = doc.page
  const [y, font] = [doc.y, isTotal ? 'bold' : 'regular'] as const
  addText(doc, root, 'P', label, { font, width: width - margins.left - margins.right - 110 })
  const bottom = doc.y
  doc.font(font)
  doc.text(sum, width - margins.right - 100, y, { width: 100, align: 'right', structParent: root, structType: 'P' })
  doc.x = margins.left
  doc.y = Math.max(bottom, doc.y)
}

function howToPay(doc: Doc, root: Part, paper: InvoicePaper) {
  const rows = payRows(paper)
  if (rows.length === 0) return
  const section = sectionOf(doc, root)
  addText(doc, section, 'H2', 'Pay by bank transfer', { font: 'bold', size: 13 })
  doc.moveDown(0.3)
  for (const { label, words } of rows) addText(doc, section, 'P', `${label}: ${words}`)
  section.end()
}

function addSection(doc: Doc, root: Part, title: string, words: string) {
  const section = sectionOf(doc, root)
  addText(doc, section, 'H2', title, { font: 'bold', size: 13 })
  doc.moveDown(0.3)
  for (const line of words.split('\n')) if (line.trim()) addText(doc, section, 'P', line, { size: 10.5 })
  section.end()
}
