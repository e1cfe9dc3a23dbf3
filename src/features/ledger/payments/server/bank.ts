import { createHash } from 'node:crypto'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import { type CardBook, lineProposals } from '#features/ledger/payments/card-matching.ts'
import type { BankImport, BankLine, BankProposal } from '#features/ledger/payments/contract.ts'
import { MOST_BANK_LINES } from '#features/ledger/payments/contract.ts'
import { type Book, METHOD_OF, mayBe } from '#features/ledger/payments/matching.ts'
import { cameByOf, refOfLine } from '#features/ledger/payments/rules.ts'
import { meantFor } from '#features/ledger/payments/server/allocation.ts'
import { readStatement, type StatementLine } from '#features/ledger/payments/server/bank-file.ts'
import {
  addLines,
  type BankLineRow,
  listLines,
  listNew,
  listSources,
  type NewLine,
  readBook,
  requireLine,
  setLine,
} from '#features/ledger/payments/server/bank-queries.ts'
import { readCardBook, takePayout, takeRefund } from '#features/ledger/payments/server/card-book.ts'
import { removePayment, requirePayment, takePayment } from '#features/ledger/payments/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters } from '#platform/server/database/rows.ts'

/**
 * Brings a bank's statement: its money in becomes lines, each once, however often and in whichever overlapping files it comes. Money out, and rows that
 * cannot be read, are counted and not kept.
 * @throws forbidden, bad_statement, too_large
 */
export async function bringStatement(
  tx: PracticeTx,
  actor: Actor,
  { fileName, text }: { fileName: string; text: string },
): Promise<BankImport> {
  requireMay(actor, 'seeMoney')
  const { lines, bad } = readStatement(text)
  if (lines.length > MOST_BANK_LINES) throw new AppError('too_large', { most: MOST_BANK_LINES })
  const moneyIn = lines.filter(({ amountPence }) => amountPence > 0)
  const importId = uuidv7()
  const whose = { practiceId: actor.practiceId, memberId: memberOf(actor), importId, fileName }
  const added = await addLines(tx, whose, asNew(moneyIn))
  return { importId, added, known: moneyIn.length - added, moneyOut: lines.length - moneyIn.length, bad: bad.slice(0, MOST_BAD) }
}

/** No one corrects more than these one by one. */
const MOST_BAD = 200

/** Equal lines of a day are distinguished by their position among them. */
function asNew(lines: readonly StatementLine[]): NewLine[] {
  const seen = new Map<string, number>()
  return lines.map(({ onDay, description, amountPence }) => {
    const key = `${onDay}\n${description.toLowerCase()}\n${amountPence}`
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    return { id: uuidv7(), fingerprint: createHash('sha256').update(`${key}\n${nth}`).digest('hex'), onDay, description, amountPence }
  })
}

type LinesParams = { state: BankLine['state']; limit: number; after?: { onDay: Day; id: string } | undefined }

/** Lines of statements, newest first, a page at a time; new ones with their proposals. @throws forbidden */
export async function linesPage(tx: PracticeTx, actor: Actor, params: LinesParams): Promise<BankLine[]> {
  requireMay(actor, 'seeMoney')
  const rows = await listLines(tx, params)
  if (params.state !== 'new' || rows.length === 0) return rows.map((row) => toLine(row))
  const book = await bookOf(tx, rows)
  return rows.map((row) => toLine(row, book))
}

/** The source of a line: a payment that is recorded already, the payer and the invoices, or a reader of cards that paid out. */
type MatchChoice = {
  paymentId?: string | undefined
  payerClientId?: string | undefined
  invoiceIds?: readonly string[] | undefined
  isPayout?: true | undefined
}

/**
 * Makes a payment from a line, or matches it to one recorded already.
 * @throws forbidden, bank_line_not_found, bank_line_taken, transfer_matched, bad_request, payment_not_found, invoice_not_found,
 * client_not_found
 */
export async function acceptLine(tx: PracticeTx, actor: Actor, id: string, choice: MatchChoice): Promise<BankLine> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  const line = await requireLine(tx, id)
  if (line.state === 'matched') throw new AppError('bank_line_taken')
  await take(tx, actor, line, choice)
  return toLine(await requireLine(tx, id))
}

/** More are taken by pressing again: each is a payment of its own. */
const MOST_AT_ONCE = 500

/** Accepts every new line with a sure proposal; returns how many, and their sum. @throws forbidden */
export async function acceptSure(tx: PracticeTx, actor: Actor): Promise<{ accepted: number; pence: number }> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  const lines = await listNew(tx, MOST_AT_ONCE)
  let book = await bookOf(tx, lines)
  const done = { accepted: 0, pence: 0 }
  for (const line of lines) {
    const [best] = proposalsOf(line, book)
    if (!best?.isSure) continue
    await take(tx, actor, line, choiceOf(best))
    book = without(book, best)
    done.accepted += 1
    done.pence += best.by === 'payout' ? 0 : line.kind === 'refund' ? -line.amount_pence : line.amount_pence
  }
  return done
}

const choiceOf = ({ by, paymentId, payerClientId, invoices }: BankProposal): MatchChoice => {
  if (by === 'payout') return { isPayout: true }
  return paymentId ? { paymentId } : { payerClientId: payerClientId ?? undefined, invoiceIds: invoices.map(({ id }) => id) }
}

/** An invoice or payment that one line takes is not available to the others. */
const without = (books: Books, { paymentId, invoices }: BankProposal): Books => ({
  ...books,
  book: {
    ...books.book,
    invoices: books.book.invoices.filter(({ id }) => invoices.every((invoice) => invoice.id !== id)),
    recorded: books.book.recorded.filter(({ id }) => id !== paymentId),
  },
  cards: { ...books.cards, givenBack: books.cards.givenBack.filter(({ id }) => id !== paymentId) },
})

/** Marks a line as not of the practice. @throws forbidden, bank_line_not_found, bank_line_taken */
export async function ignoreLine(tx: PracticeTx, actor: Actor, id: string): Promise<BankLine> {
  requireMay(actor, 'seeMoney')
  const line = await requireLine(tx, id)
  if (line.state === 'matched') throw new AppError('bank_line_taken')
  await setLine(tx, id, 'ignored')
  return toLine(await requireLine(tx, id))
}

/**
 * Reverts the choice for a line: the payment made from it is removed, one recorded before stays. @throws forbidden, bank_line_not_found,
 * payment_has_refunds
 */
export async function reopenLine(tx: PracticeTx, actor: Actor, id: string): Promise<BankLine> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  const line = await requireLine(tx, id)
  const payment = line.payment_id ? await requirePayment(tx, line.payment_id) : undefined
  if (payment?.provider_ref === refOfLine(id)) await removePayment(tx, actor, payment.id)
  await setLine(tx, id, 'new')
  return toLine(await requireLine(tx, id))
}

async function take(
  tx: PracticeTx,
  actor: Actor,
  line: BankLineRow,
  { paymentId, payerClientId, invoiceIds = [], isPayout }: MatchChoice,
): Promise<void> {
  if (isPayout) return takePayout(tx, line)
  if (line.kind === 'refund') return takeRefund(tx, actor, line, paymentId)
  if (paymentId !== undefined) {
    const payment = await requirePayment(tx, idOf(paymentId, 'payment_not_found'))
    const sources = await listSources(tx, payment.id)
    const isOnline = cameByOf(payment.provider_ref) === 'card'
    if (sources.includes(line.source)) throw new AppError('transfer_matched', { fields: ['paymentId'] })
    if (payment.amount_pence !== line.amount_pence || !mayBe(line.source, { method: payment.method, isOnline, sources }))
      throw new AppError('bad_request', { fields: ['paymentId'] }, NOT_IT[METHOD_OF[line.source]])
    return setLine(tx, line.id, 'matched', payment.id)
  }
  const ids = invoiceIds.map((invoiceId) => idOf(invoiceId, 'invoice_not_found'))
  const payerId = await payerOf(tx, payerClientId, ids)
  const id = uuidv7()
  meantFor(tx, actor, id, ids)
  const [only] = ids.length === 1 ? ids : []
  const came = { payerClientId: payerId, amountPence: line.amount_pence, method: METHOD_OF[line.source], receivedOn: line.on_day } as const
  const reference = line.description.slice(0, 200)
  await takePayment(tx, actor, id, { ...came, reference, ...(only && { invoiceId: only }) }, { providerRef: refOfLine(line.id) })
  await setLine(tx, line.id, 'matched', id)
}

const NOT_IT = { 'bank-transfer': "That isn't a bank transfer of this amount.", card: "That isn't a card payment of this amount." }

/** The payer that was chosen, or that of the invoices; they all have the same. */
async function payerOf(tx: PracticeTx, choice: string | undefined, invoiceIds: readonly string[]): Promise<string> {
  const payers = new Set(choice === undefined ? [] : [idOf(choice, 'client_not_found')])
  for (const id of invoiceIds) {
    const invoice = await findRow(tx, 'invoices', id)
    if (invoice?.kind !== 'invoice') throw new AppError('invoice_not_found')
    payers.add(invoice.payer_client_id)
  }
  const [payer] = payers
  if (!payer || payers.size > 1)
    throw new AppError('bad_request', { fields: ['payerClientId'] }, 'Say who paid. The invoices must all be for one payer.')
  return payer
}

/** What lines are held against, with and without a reader of cards. */
type Books = { book: Book; cards: CardBook }

async function bookOf(tx: PracticeTx, rows: readonly BankLineRow[]): Promise<Books> {
  const days = rows.map(({ on_day }) => on_day).sort()
  const [from = '', to = from] = [days[0], days.at(-1)]
  if (!from) return { book: { invoices: [], recorded: [], payers: [] }, cards: { readers: [], payouts: [], givenBack: [], takenAs: [] } }
  const book = await readBook(tx, (invoice) => numberOf(invoice) ?? '', { from, to })
  return { book, cards: await readCardBook(tx, rows, { from, to }) }
}

const proposalsOf = (row: BankLineRow, { book, cards }: Books): BankProposal[] =>
  lineProposals(
    {
      ...{ source: row.source, onDay: row.on_day, description: row.description, amountPence: row.amount_pence },
      ...{ isRefund: row.kind === 'refund', ofLineId: row.of_line_id },
    },
    book,
    cards,
  )

const toLine = (row: BankLineRow, books?: Books): BankLine => ({
  id: row.id,
  importId: row.import_id,
  fileName: row.file_name,
  ...(row.source !== 'file' && { source: row.source }),
  ...(row.kind === 'refund' && { isRefund: true }),
  ...(row.payout_name !== null && { payoutOf: row.payout_name }),
  onDay: row.on_day,
  description: row.description,
  amountPence: row.amount_pence,
  state: row.state,
  paymentId: row.payment_id,
  payerName: row.payer_name,
  proposals: books ? proposalsOf(row, books) : [],
})
