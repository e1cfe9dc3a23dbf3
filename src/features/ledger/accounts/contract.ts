import { z } from 'zod'
import { PaperLink, SendingChannel, SentPaper } from '#features/ledger/invoices/sending-contract.ts'
import { EXTRA_KINDS } from '#features/ledger/payments/rules.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'
import { MOST_PENCE } from '#lib/money.ts'

const ref = z.string().min(1).max(60)
const pence = z.int()

/** One line of a statement, oldest first. */
export const StatementLine = z
  .object({
    day: dayShape,
    kind: z.enum(['invoice', 'credit', 'payment', 'refund']),
    /** Of the invoice, credit note or payment. */
    id: z.string(),
    /** `Invoice INV-0042`, `Paid by bank transfer, ref 4471`. */
    words: z.string(),
    /** What it adds to the balance; negative: what it takes off. */
    pence,
    /** What is owed after it; below nothing: on account. */
    balancePence: pence,
  })
  .meta({ id: 'StatementLine' })
export type StatementLine = z.output<typeof StatementLine>

/** Debts by age: the days since each invoice was due. `notDuePence`: due today or later. */
export const DebtAges = z
  .object({ notDuePence: pence, to30Pence: pence, to60Pence: pence, to90Pence: pence, over90Pence: pence })
  .meta({ id: 'DebtAges' })
export type DebtAges = z.output<typeof DebtAges>

/** A payer's account over some days: the balance before, the entries, and the balance after. */
export const Statement = z
  .object({
    clientId: z.string(),
    clientName: z.string(),
    from: dayShape,
    to: dayShape,
    openingPence: pence,
    lines: z.array(StatementLine),
    closingPence: pence,
    /** Always today's status, regardless of the requested days: unpaid invoices by age, what is on account, and the two together. */
    ages: DebtAges,
    onAccountPence: pence,
    owedPence: pence,
  })
  .meta({ id: 'Statement' })
export type Statement = z.output<typeof Statement>

/** A payer who owes, and since when. */
export const Debtor = z
  .object({
    clientId: z.string(),
    clientName: z.string(),
    isBusiness: z.boolean(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    /** All unpaid invoices; money on account is not taken off. */
    owedPence: pence,
    overduePence: pence,
    onAccountPence: pence,
    ages: DebtAges,
    invoices: z.int(),
    oldestDueOn: dayShape,
    /** When they were last reminded of it, by hand or automatically. */
    lastChasedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Debtor' })
export type Debtor = z.output<typeof Debtor>

/** The debts of all payers together, as of today. */
export const DebtTotals = z.object({ owedPence: pence, overduePence: pence, ages: DebtAges, debtors: z.int() }).meta({ id: 'DebtTotals' })
export type DebtTotals = z.output<typeof DebtTotals>

export const FeeKind = z.enum(EXTRA_KINDS)
export type FeeKind = z.output<typeof FeeKind>

/** A fee that could be charged; nothing is charged before a user confirms it. */
export const FeeProposal = z
  .object({
    /** That of the charge it would become. */
    id: z.string(),
    kind: FeeKind,
    payerClientId: z.string(),
    payerName: z.string(),
    isBusiness: z.boolean(),
    /** What it is about: an invoice, or a visit that was called off. */
    invoiceId: z.string().nullable(),
    appointmentId: z.string().nullable(),
    /** The most that may be charged. */
    pence,
    /** From which day on it could be charged. */
    onDay: dayShape,
    /** As the line of the invoice would read. */
    description: z.string(),
    /** How the sum is made up. */
    why: z.string(),
    /** What to think of before charging it. */
    warning: z.string().nullable(),
  })
  .meta({ id: 'FeeProposal' })
export type FeeProposal = z.output<typeof FeeProposal>

const span = z.object({ clientId: ref, from: dayShape, to: dayShape })
const byClient = z.object({ id: z.string().max(60) })
const openSpan = z.object({ from: dayShape })

export const accountEndpoints = {
  statement: endpoint({
    method: 'GET',
    path: '/api/accounts/statement',
    audience: 'member',
    scope: 'payments:read',
    summary: "A payer's statement from one day to another, both included",
    query: span,
    response: Statement,
  }),
  statementPdf: endpoint({
    method: 'GET',
    path: '/api/accounts/statement.pdf',
    audience: 'member',
    scope: 'payments:read',
    summary: "A payer's statement as a PDF",
    query: span,
    response: z.unknown(),
  }),
  sendStatement: endpoint({
    method: 'POST',
    path: '/api/accounts/:id/statement/send',
    audience: 'member',
    summary: 'Text or e-mail a payer a link to their statement from one day on; it always shows how things stand',
    params: byClient,
    body: openSpan.extend({ channel: SendingChannel }),
    response: SentPaper,
    perMinute: 60,
  }),
  statementLink: endpoint({
    method: 'POST',
    path: '/api/accounts/:id/statement/link',
    audience: 'member',
    summary: "Make a link to a payer's statement from one day on, to hand over oneself",
    params: byClient,
    body: openSpan,
    response: PaperLink,
  }),
  takeBackStatements: endpoint({
    method: 'DELETE',
    path: '/api/accounts/:id/statement/link',
    audience: 'member',
    summary: "Take back every link to a payer's statements",
    params: byClient,
    response: z.undefined(),
    status: 204,
  }),
  debtors: endpoint({
    method: 'GET',
    path: '/api/accounts/debtors',
    audience: 'member',
    scope: 'payments:read',
    summary: 'Who owes, the most overdue first; further pages by the Link header',
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50), after: z.string().max(200).optional() }),
    response: z.array(Debtor),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/api/accounts/totals',
    audience: 'member',
    scope: 'payments:read',
    summary: 'What everybody owes together, by age',
    response: DebtTotals,
  }),
  chase: endpoint({
    method: 'POST',
    path: '/api/accounts/:id/chase',
    audience: 'member',
    summary: 'Remind a payer of what is overdue; once a day at most',
    params: byClient,
    body: z.object({ channel: SendingChannel.optional() }),
    response: SentPaper,
    perMinute: 60,
  }),
  receipt: endpoint({
    method: 'POST',
    path: '/api/accounts/receipt/:id',
    audience: 'member',
    summary: 'Text or e-mail a payer that their payment has come',
    params: byClient,
    body: z.object({ channel: SendingChannel }),
    response: SentPaper,
    perMinute: 60,
  }),
  proposals: endpoint({
    method: 'GET',
    path: '/api/accounts/proposals',
    audience: 'member',
    summary: 'Fees that could be charged now, oldest first: of everybody, or of one payer',
    query: z.object({ clientId: ref.optional() }),
    response: z.array(FeeProposal),
  }),
  acceptProposal: endpoint({
    method: 'POST',
    path: '/api/accounts/proposals/:id/accept',
    audience: 'member',
    summary: 'Charge a proposed fee, or less of it; it is invoiced like any other charge',
    params: byClient,
    body: z.object({ pence: z.int().min(1).max(MOST_PENCE).optional() }),
    response: z.object({ chargeId: z.string(), pence }),
    status: 201,
  }),
  dismissProposal: endpoint({
    method: 'POST',
    path: '/api/accounts/proposals/:id/dismiss',
    audience: 'member',
    summary: 'Let a proposed fee go; it is not proposed again',
    params: byClient,
    response: z.undefined(),
    status: 204,
  }),
}
