import { logoOf } from '#features/core/letterhead/server/logo-of.ts'
import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { Statement } from '#features/ledger/accounts/contract.ts'
import { type Entry, linesOf, owedWords, statementPath, statementPdfPath } from '#features/ledger/accounts/rules.ts'
import {
  type EntryRow,
  findAccount,
  findFrcNumber,
  findOpening,
  listEntries,
  listUnpaid,
} from '#features/ledger/accounts/server/queries.ts'
import { statementPdf } from '#features/ledger/accounts/server/statement-pdf.ts'
import type { StatementPaper } from '#features/ledger/accounts/statement-paper.ts'
import { bankRows, practiceLines } from '#features/ledger/invoices/paper.ts'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import type { PaperLink, SendingChannel, SentPaper } from '#features/ledger/invoices/sending-contract.ts'
import { methodWords } from '#features/ledger/payments/method-words.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import { currentTime } from '#lib/clock.ts'
import { addMonths, type Day, dayOf, instantOf } from '#lib/dates.ts'
import { AppError, noneIfGone } from '#lib/errors.ts'
import { shortPath } from '#lib/short-links.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { addPaperLink, findPaperLink, PAPER_LINK_MONTHS, revokePaperLinks } from '#platform/server/links.ts'

type Span = { from: Day; to: Day }
type StatementParams = Span & { clientId: string }

/** A payer's account over some days. @throws forbidden, client_not_found, wrong_order */
export async function readStatement(tx: PracticeTx, actor: Actor, params: StatementParams): Promise<Statement> {
  requireMay(actor, 'seeMoney')
  if (params.to < params.from) throw new AppError('wrong_order')
  return statementOf(tx, params, dayOf(currentTime(), actor.zone))
}

/** The same as a PDF. @throws forbidden, client_not_found, wrong_order */
export async function printStatement(
  tx: PracticeTx,
  actor: Actor,
  params: StatementParams,
): Promise<{ paper: StatementPaper; pdf: Buffer }> {
  const statement = await readStatement(tx, actor, params)
  const paper = await paperOf(tx, statement, { id: actor.practiceId, name: actor.practiceName })
  return { paper, pdf: await statementPdf(paper, { logo: await logoOf(tx) }) }
}

/** Texts or e-mails a payer a link to their statement from a day on. @throws forbidden, client_not_found, no_phone, no_email, stopped */
export async function sendStatement(
  tx: PracticeTx,
  actor: Actor,
  clientId: string,
  { from, channel }: { from: Day; channel: SendingChannel },
): Promise<SentPaper> {
  const { url } = await makeStatementLink(tx, actor, clientId, from)
  const client = await requireClient(tx, clientId)
  const fields = { owed: await owedSentence(tx, actor, clientId), link: url }
  const { noticeId, state } = await queueWords(tx, actor, 'statement', recipientOf(client), fields, { channel })
  return { message: `Statement for ${client.name}.`, state, noticeId }
}

/** A link to a payer's statement from a day on, which always shows the current account. @throws forbidden, client_not_found */
export async function makeStatementLink(tx: PracticeTx, actor: Actor, clientId: string, from: Day): Promise<PaperLink> {
  requireMay(actor, 'seeMoney')
  requireMay(actor, 'sendTexts')
  await requireClient(tx, clientId)
  const diesAt = instantOf(addMonths(dayOf(currentTime(), actor.zone), PAPER_LINK_MONTHS), '00:00', actor.zone)
  const token = await addPaperLink(tx, 'statement', { subjectId: clientId, clientId, fromDay: from, diesAt })
  return {
    url: actor.origin + shortPath(statementPath(token)),
    pdfUrl: actor.origin + statementPdfPath(token),
    diesAt: diesAt.toISOString(),
  }
}

/** Revokes every link to a payer's statements. @throws forbidden, client_not_found */
export async function takeBackStatements(tx: PracticeTx, actor: Actor, clientId: string): Promise<void> {
  requireMay(actor, 'sendTexts')
  await requireClient(tx, clientId)
  await revokePaperLinks(tx, 'statement', clientId)
}

/** The balance of a payer's account, in the words of a text. */
export async function owedSentence(tx: PracticeTx, actor: Actor, clientId: string): Promise<string> {
  const { owedPence, onAccountPence } = await findAccount(tx, clientId, dayOf(currentTime(), actor.zone))
  return owedWords(owedPence - onAccountPence)
}

/** What a payer reads of their account. */
export type ReadStatement = { paper: StatementPaper; picture: string | null; practiceId: string }

/** The statement of a link, up to today; undefined when the link is unknown, dead or revoked, or the payer is no longer on record. */
export async function openStatement(db: Database, token: string): Promise<(ReadStatement & { untilDay: Day }) | undefined> {
  const link = await findPaperLink(db, 'statement', token)
  if (!link?.fromDay || link.subjectId !== link.clientId) return undefined
  const { practice, clientId, fromDay: from, diesAt } = link
  const read = await db.withPractice(practice.id, (tx) => payerStatement(tx, practice, { clientId, from })).catch(noneIfGone)
  return read && { ...read, untilDay: dayOf(diesAt, practice.zone) }
}

/** A payer's statement from a day up to today, as they read it. @throws client_not_found */
export async function payerStatement(
  tx: PracticeTx,
  practice: { id: string; name: string; zone: string },
  { clientId, from }: { clientId: string; from: Day },
): Promise<ReadStatement> {
  const to = dayOf(currentTime(), practice.zone)
  const statement = await statementOf(tx, { clientId, from, to }, to)
  return { paper: await paperOf(tx, statement, practice), picture: await pictureOf(tx), practiceId: practice.id }
}

async function statementOf(tx: PracticeTx, { clientId, from, to }: StatementParams, today: Day): Promise<Statement> {
  const client = await requireClient(tx, clientId)
  const openingPence = await findOpening(tx, clientId, from)
  const entries = (await listEntries(tx, clientId, { from, to })).map(entryOf)
  const { owedPence, onAccountPence, notDuePence, to30Pence, to60Pence, to90Pence, over90Pence } = await findAccount(tx, clientId, today)
  return {
    clientId,
    clientName: client.name,
    from,
    to,
    openingPence,
    ...linesOf(openingPence, entries),
    ages: { notDuePence, to30Pence, to60Pence, to90Pence, over90Pence },
    onAccountPence,
    owedPence: owedPence - onAccountPence,
  }
}

function entryOf({ id, day, kind, pence, series, number, method, reference }: EntryRow): Entry {
  if (series !== null && number !== null)
    return { id, day, kind, pence, words: `${kind === 'credit' ? 'Credit note' : 'Invoice'} ${numberOf({ series, number })}` }
  const by = method === 'cash' || method === null ? 'in cash' : `by ${methodWords(method)}`
  const paid = `${kind === 'refund' ? 'Refunded' : 'Paid'} ${by}`
  return { id, day, kind, pence, words: reference ? `${paid}, ref. ${reference}` : paid }
}

async function paperOf(tx: PracticeTx, statement: Statement, practice: { id: string; name: string }): Promise<StatementPaper> {
  const { invoicing, vat, bank } = await moneyIn(tx, practice.id)
  const { address, phone, email } = invoicing
  const lines = practiceLines({
    address,
    phone,
    email,
    frcNumber: await findFrcNumber(tx),
    vatNumber: vat.isRegistered ? vat.number : null,
  })
  const unpaid = await listUnpaid(tx, statement.clientId, statement.to)
  return {
    practice: { name: practice.name, phone: phone || null, lines },
    bank: statement.owedPence > 0 ? bankRows(bank, statement.clientName) : [],
    unpaid: unpaid.map(({ series, number, dueOn, leftPence }) => ({ number: numberOf({ series, number }) ?? '', dueOn, leftPence })),
    statement,
  }
}
