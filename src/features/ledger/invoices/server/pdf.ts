import {
  factLines,
  figureOf,
  type InvoicePaper,
  isOfOneDay,
  isOpen,
  leftWords,
  lineDetails,
  lineTitle,
  paidWords,
  paperTitle,
  payerLines,
  payRows,
  practiceLines,
  rateWords,
  statusWords,
  sumRows,
} from '#features/ledger/invoices/paper.ts'
import { poundsInFull } from '#lib/money.ts'
import { billOn } from '#platform/server/paper/bill.ts'
import { addLetterhead } from '#platform/server/paper/letterhead.ts'
import { addText, type Doc, INK_2, keepRoom, type Part, paperPdf, sectionOf } from '#platform/server/paper/paper.ts'
import { addQr, QR_SIDE } from '#platform/server/paper/qr.ts'

const HALF = 270

/** What is on an invoice besides its own words: the address of its page, which is printed as a code to scan, and the practice's logo. */
type Printed = { url?: string | undefined; logo?: Buffer | undefined; compress?: boolean }

/** An invoice or credit note as a PDF of A4 pages that can be read aloud and searched: as issued, with the payments since. */
export function invoicePdf(paper: InvoicePaper, { url, logo, ...options }: Printed = {}): Promise<Buffer> {
  const { practice } = paper.asWas
  const foot = [practice.name, paperTitle(paper)]
  return paperPdf({ title: paperTitle(paper), practiceName: practice.name, foot, ...options }, async (doc, root) => {
    addLetterhead(doc, root, { name: practice.name, lines: practiceLines(practice), logo })
    head(doc, root, paper)
    await linesOf(doc, root, paper)
    sumsOf(doc, root, paper)
    if (paper.note) addSection(doc, root, paper.kind === 'credit' ? 'Why' : 'Note', paper.note)
    howToPay(doc, root, paper, url)
    if (paper.asWas.terms) addSection(doc, root, 'Terms', paper.asWas.terms)
  })
}

/** The sum and its day in large figures, then the payer and the dates side by side; read aloud one after the other. */
function head(doc: Doc, root: Part, paper: InvoicePaper) {
  const left = doc.page.margins.left
  doc.moveDown(1.2)
  addText(doc, root, 'H1', paperTitle(paper), { font: 'bold', size: 18 })
  doc.moveDown(0.3)
  addText(doc, root, 'P', figureOf(paper), { font: 'bold', size: 24 })
  addText(doc, root, 'P', statusWords(paper), { font: 'bold', size: 13 })
  doc.moveDown(0.8)
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
    cells: [lineTitle(line), ...(hasVat ? [rateWords(line.vatRateBp)] : []), poundsInFull(hasVat ? line.netPence : line.grossPence)],
    detail: lineDetails(line, isOneDay).join('\n'),
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
  const [y, font, size] = [doc.y, isTotal ? 'bold' : 'regular', isTotal ? 14 : 11] as const
  addText(doc, root, 'P', label, { font, size, width: width - margins.left - margins.right - 110 })
  const bottom = doc.y
  doc.font(font).fontSize(size)
  doc.text(sum, width - margins.right - 100, y, { width: 100, align: 'right', structParent: root, structType: 'P' })
  doc.x = margins.left
  doc.y = Math.max(bottom, doc.y)
}

/** The account to pay into, and beside it the code that opens the invoice's page, as long as there is something to pay. */
function howToPay(doc: Doc, root: Part, paper: InvoicePaper, url: string | undefined) {
  const rows = payRows(paper)
  const code = isOpen(paper) ? url : undefined
  if (rows.length === 0 && !code) return
  const section = sectionOf(doc, root, code ? QR_SIDE + 24 : undefined)
  const [top, left] = [doc.y, doc.page.margins.left]
  addText(doc, section, 'H2', rows.length > 0 ? 'Pay by bank transfer' : 'How to pay', { font: 'bold', size: 13, width: HALF })
  doc.moveDown(0.3)
  for (const { label, words } of rows) addText(doc, section, 'P', `${label}: ${words}`, { width: HALF })
  const bottom = doc.y
  if (code) {
    const place = rows.length > 0 ? { x: left + HALF + 24, y: top } : { x: left, y: doc.y }
    addQr(doc, section, code, { ...place, words: 'Scan to see this invoice and how to pay.' })
    doc.y = Math.max(bottom, doc.y)
  }
  section.end()
}

function addSection(doc: Doc, root: Part, title: string, words: string) {
  const section = sectionOf(doc, root, 44)
  addText(doc, section, 'H2', title, { font: 'bold', size: 13 })
  doc.moveDown(0.3)
  for (const line of words.split('\n')) if (line.trim()) addText(doc, section, 'P', line, { size: 10.5 })
  section.end()
}
