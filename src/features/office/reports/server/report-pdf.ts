import type { CellKind } from '#features/office/reports/contract.ts'
import { cellWords, countInWords, daysInWords, isFigure, REPORTS } from '#features/office/reports/rules.ts'
import type { Book } from '#features/office/reports/server/report-csv.ts'
import { dayAndYear, monthAndYear } from '#lib/dates.ts'
import { addText, type Doc, INK_2, keepRoom, LINE, type Part, paperPieces, sectionOf } from '#platform/server/paper/paper.ts'
import { tableOn } from '#platform/server/paper/table.ts'

const WEIGHTS: Readonly<Record<CellKind, number>> = { text: 14, day: 10, money: 9, count: 7, figure: 9 }
/** Widths of columns that hold more, or less, than others of their kind. */
const OWN_WEIGHTS: Readonly<Record<string, number>> = {
  feet: 18,
  findings: 18,
  advice: 18,
  title: 16,
  time: 9,
  by: 11,
  invoice: 12,
  phone: 13,
}

const FACT_WIDTH = 260
const CHART = { gap: 72, height: 120, bar: '#8a97a3', most: '#bc3f0a' }
const PHOTO = { width: 176, height: 132, gap: 12, inRow: 4 }

/** Pages to print and to file: the sums, the pictures, then every row under headings that repeat on each page. */
export async function* reportPdf(book: Book): AsyncGenerator<Buffer> {
  const { label } = REPORTS[book.type]
  const days = daysInWords(book.days)
  const about = {
    title: `${label}, ${days}`,
    practiceName: book.practice,
    foot: [book.practice, label, days],
    layout: 'landscape' as const,
  }
  yield* await paperPieces(about, async (doc, root) => {
    head(doc, root, book)
    facts(doc, root, book)
    pictures(doc, root, book)
    await rows(doc, root, book)
  })
}

function head(doc: Doc, root: Part, { type, practice, days, of, total, notes, today }: Book) {
  const { label, counted } = REPORTS[type]
  addText(doc, root, 'P', practice, { font: 'bold', size: 13 })
  doc.moveDown(0.6)
  addText(doc, root, 'H1', label, { font: 'bold', size: 22 })
  addText(doc, root, 'P', [daysInWords(days), ...of].join('. '), { size: 12 })
  addText(doc, root, 'P', `${countInWords(total, counted)}, as of ${dayAndYear(today)}`, { color: INK_2 })
  for (const note of notes) addText(doc, root, 'P', note, { color: INK_2 })
}

/** Label and sum on a line, with a rule above each total. */
function facts(doc: Doc, root: Part, { facts, months }: Book) {
  if (facts.length === 0) return
  const section = sectionOf(doc, root)
  const x = doc.page.margins.left
  const bottom = chart(doc, section, months)
  for (const { label, kind, value, isTotal } of facts) {
    keepRoom(doc, 18)
    const [y, font] = [doc.y, isTotal ? ('bold' as const) : ('regular' as const)]
    if (isTotal) rule(doc, y - 2)
    const words = cellWords(kind, value)
    const line = doc.struct('P')
    section.add(line)
    addText(doc, line, 'Span', `${label} `, { font, x, y, width: FACT_WIDTH - 90 })
    const below = doc.y
    doc.font(font).fontSize(11)
    addText(doc, line, 'Span', words, { font, x: x + FACT_WIDTH - doc.widthOfString(words), y, width: doc.widthOfString(words) + 2 })
    line.end()
    doc.x = x
    doc.y = below + (isTotal ? 6 : 0)
  }
  doc.y = Math.max(doc.y, bottom)
  section.end()
}

/** Revenue by month, in the room next to the sums; returns where it ends. */
function chart(doc: Doc, section: Part, months: Book['months']): number {
  const most = Math.max(0, ...months.map(({ pence }) => pence))
  if (most === 0) return doc.y
  const said = months.map(({ month, pence }) => `${monthAndYear(`${month}-01`)} ${cellWords('money', pence)}`)
  const [left, top] = [doc.page.margins.left + FACT_WIDTH + CHART.gap, doc.y]
  const each = (doc.page.width - doc.page.margins.right - left) / months.length
  const draw = () => {
    doc.font('regular').fontSize(8)
    for (const [at, { month, pence }] of months.entries()) {
      const [x, high] = [left + at * each, (Math.max(0, pence) / most) * CHART.height]
      doc.rect(x + each * 0.15, top + CHART.height - high, each * 0.7, high).fill(pence === most ? CHART.most : CHART.bar)
      doc.fillColor(INK_2).text(monthAndYear(`${month}-01`).slice(0, months.length > 14 ? 1 : 3), x, top + CHART.height + 4, {
        width: each,
        align: 'center',
        lineBreak: false,
      })
    }
  }
  section.add(doc.struct('Figure', { alt: `Revenue by month, before VAT: ${said.join(', ')}.` }, draw))
  doc.x = doc.page.margins.left
  doc.y = top
  return top + CHART.height + 16
}

function rule(doc: Doc, y: number) {
  const x = doc.page.margins.left
  doc.markContent('Artifact')
  doc
    .moveTo(x, y)
    .lineTo(x + FACT_WIDTH, y)
    .lineWidth(0.75)
    .stroke(LINE)
  doc.endMarkedContent()
}

function pictures(doc: Doc, root: Part, { pictures }: Book) {
  if (pictures.length === 0) return
  const section = sectionOf(doc, root)
  const { width, height, gap, inRow } = PHOTO
  for (const [at, { jpeg, words }] of pictures.entries()) {
    if (at % inRow === 0) keepRoom(doc, height + 30)
    const [x, y] = [doc.page.margins.left + (at % inRow) * (width + gap), doc.y]
    section.add(doc.struct('Figure', { alt: `Photo of ${words}` }, () => void doc.image(jpeg, x, y, { fit: [width, height] })))
    addText(doc, section, 'Caption', words, { size: 9, color: INK_2, x, y: y + height + 3, width })
    const isLast = at % inRow === inRow - 1 || at === pictures.length - 1
    doc.y = isLast ? y + height + 30 : y
    doc.x = doc.page.margins.left
  }
  section.end()
}

async function rows(doc: Doc, root: Part, { columns, total, pages }: Book) {
  const section = sectionOf(doc, root)
  if (total === 0) addText(doc, section, 'P', "There's nothing between these dates.", { color: INK_2 })
  else {
    const set = columns.map(({ key, head, kind }) => ({ head, weight: OWN_WEIGHTS[key] ?? WEIGHTS[kind], isFigure: isFigure(kind) }))
    await tableOn(doc, section, set, inWords(columns, pages()))
  }
  section.end()
}

async function* inWords(columns: Book['columns'], pages: ReturnType<Book['pages']>) {
  for await (const lines of pages) yield lines.map((cells) => cells.map((cell, at) => cellWords(columns[at]?.kind ?? 'text', cell)))
}
