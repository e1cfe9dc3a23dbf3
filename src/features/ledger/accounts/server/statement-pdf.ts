import { AGE_WORDS, balanceWords, owedWords, spanWords, statementTitle } from '#features/ledger/accounts/rules.ts'
import type { StatementPaper } from '#features/ledger/accounts/statement-paper.ts'
import { dayAndYear } from '#lib/dates.ts'
import { poundsInFull } from '#lib/money.ts'
import { billOn } from '#platform/server/paper/bill.ts'
import { addLetterhead } from '#platform/server/paper/letterhead.ts'
import { addText, paperPdf, sectionOf } from '#platform/server/paper/paper.ts'

/** A payer's statement as a PDF of A4 pages that can be read aloud and searched. */
export function statementPdf(
  paper: StatementPaper,
  { logo, ...options }: { logo?: Buffer | undefined; compress?: boolean } = {},
): Promise<Buffer> {
  const { practice, statement, bank } = paper
  const about = {
    title: statementTitle(statement),
    practiceName: practice.name,
    foot: [practice.name, statementTitle(statement)],
    ...options,
  }
  return paperPdf(about, async (doc, root) => {
    addLetterhead(doc, root, { ...practice, logo })
    doc.moveDown(1.2)
    addText(doc, root, 'H1', 'Statement', { font: 'bold', size: 22 })
    addText(doc, root, 'P', `${statement.clientName}, ${spanWords(statement)}`)
    doc.moveDown(1)
    await billOn(doc, root, LINES, [
      { cells: [dayAndYear(statement.from), 'Brought forward', '', balanceWords(statement.openingPence)] },
      ...statement.lines.map(({ day, words, pence, balancePence }) => ({
        cells: [dayAndYear(day), words, poundsInFull(pence), balanceWords(balancePence)],
      })),
      { cells: [dayAndYear(statement.to), 'Carried forward', '', balanceWords(statement.closingPence)], isStrong: true },
    ])
    doc.moveDown(1)
    addText(doc, root, 'P', owedWords(statement.owedPence), { font: 'bold', size: 13 })
    if (statement.owedPence > 0) {
      doc.moveDown(0.6)
      await billOn(doc, root, AGES, [{ cells: AGE_WORDS.map(([age]) => poundsInFull(statement.ages[age])) }])
    }
    if (bank.length === 0) return
    const section = sectionOf(doc, root)
    addText(doc, section, 'H2', 'Pay by bank transfer', { font: 'bold', size: 13 })
    doc.moveDown(0.3)
    for (const { label, words } of bank) addText(doc, section, 'P', `${label}: ${words}`)
    section.end()
  })
}

const LINES = [
  { label: 'Day', width: 74 },
  { label: 'What' },
  { label: 'Amount', width: 72, isFigure: true },
  { label: 'Owed', width: 112, isFigure: true },
]
const AGES = AGE_WORDS.map(([, label], at) => (at === 0 ? { label, isFigure: true } : { label, width: 84, isFigure: true }))
