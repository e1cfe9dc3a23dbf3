import { z } from 'zod'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'
import { MOST_PENCE } from '#lib/money.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    payments: Payment
    allocations: Allocation
  }
}

const ref = z.string().min(1).max(60)
const pence = z.int().min(1).max(MOST_PENCE)
const reference = z.string().trim().max(200).nullable()

/** Spec §9 Payment methods. */
export const PaymentMethod = z.enum(['cash', 'bank-transfer', 'card'])
export type PaymentMethod = z.output<typeof PaymentMethod>

/** Money that came from a payer, or went back to one. Whole pence. */
export const Payment = z
  .object({
    id: z.string(),
    payerClientId: z.string(),
    /** Below nothing: given back, out of the payment that `refundsPaymentId` names. */
    amountPence: z.int(),
    method: PaymentMethod,
    receivedOn: dayShape,
    reference,
    refundsPaymentId: z.string().nullable(),
    /** The visit it was taken at. */
    appointmentId: z.string().nullable(),
    /** The invoice it was recorded for. */
    invoiceId: z.string().nullable(),
    /** Who took it; null: the payer by a link. */
    memberId: z.string().nullable(),
    /** `hand`: a person recorded it; `bank`: a line of a statement; `card`: paid online, which only the provider can refund. */
    cameBy: z.enum(['hand', 'bank', 'card']),
  })
  .meta({ id: 'Payment' })
export type Payment = z.output<typeof Payment>

/**
 * Money taken, or with `refundsPaymentId` refunded: then `amountPence` is negative. The payer is that of the invoice or of the refunded
 * payment, where one is named; the day is today by default.
 */
export const NewPayment = z
  .object({
    id: ref.optional(),
    payerClientId: ref.optional(),
    amountPence: z.int().min(-MOST_PENCE).max(MOST_PENCE),
    method: PaymentMethod,
    receivedOn: dayShape.optional(),
    reference: reference.optional(),
    refundsPaymentId: ref.nullish(),
    appointmentId: ref.nullish(),
    invoiceId: ref.nullish(),
  })
  .meta({ id: 'NewPayment' })
export type NewPayment = z.input<typeof NewPayment>

/** A wrong sum is removed and recorded again: its allocations follow. */
export const PaymentChange = z.object({ method: PaymentMethod, receivedOn: dayShape, reference }).partial().meta({ id: 'PaymentChange' })
export type PaymentChange = z.input<typeof PaymentChange>

/** The part of a payment, or of a credit note, that is allocated to an invoice. Only the server makes them. */
export const Allocation = z
  .object({
    id: z.string(),
    /** One of the two. */
    paymentId: z.string().nullable(),
    creditId: z.string().nullable(),
    invoiceId: z.string(),
    amountPence: z.int(),
  })
  .meta({ id: 'Allocation' })
export type Allocation = z.output<typeof Allocation>

/** What a line of a statement may be. Sure ones may be accepted all at once. */
export const BankProposal = z
  .object({
    /**
     * `recorded`: a payment that a person has recorded already; `reference`: the line names an invoice; `amount`: one unpaid invoice of
     * that sum, of a payer the line names; `sum`: all or the oldest of a payer's invoices come to it; `name`: only the payer is named;
     * `refund`: it goes back out of the payment; `payout`: a reader of cards paid out its takings, which are lines already.
     */
    by: z.enum(['recorded', 'reference', 'amount', 'sum', 'name', 'refund', 'payout']),
    isSure: z.boolean(),
    /** Null: of `payout`, which credits nobody. */
    payerClientId: z.string().nullable(),
    /** Of `payout`: whose it is. */
    payerName: z.string(),
    /** The invoices that would be paid, the oldest first. */
    invoices: z.array(z.object({ id: z.string(), number: z.string(), leftPence: z.int() })),
    /** Of `recorded` and `refund`. */
    paymentId: z.string().nullable(),
  })
  .meta({ id: 'BankProposal' })
export type BankProposal = z.output<typeof BankProposal>

/** Where a line is from: a file of the bank, what accounting saw paid, or a reader of cards. */
export const LineSource = z.enum(['file', 'accounting', 'card'])
export type LineSource = z.output<typeof LineSource>

/** Money in, as a statement of the bank has it, or as it was seen elsewhere. Money out is not kept. */
export const BankLine = z
  .object({
    id: z.string(),
    importId: z.string(),
    /** Of what was seen elsewhere: where. */
    fileName: z.string(),
    /** None: `file`. */
    source: LineSource.optional(),
    /** Money that a reader of cards gave back; its pence are more than nothing. */
    isRefund: z.boolean().optional(),
    /** Of an ignored one: whose payout it is. */
    payoutOf: z.string().optional(),
    onDay: dayShape,
    description: z.string(),
    amountPence: z.int(),
    state: z.enum(['new', 'matched', 'ignored']),
    paymentId: z.string().nullable(),
    /** Of a matched one. */
    payerName: z.string().nullable(),
    /**
     * For a new line in the list, the likeliest first: they depend on the choices made for other lines, so they are computed once those are
     * recorded.
     */
    proposals: z.array(BankProposal),
  })
  .meta({ id: 'BankLine' })
export type BankLine = z.output<typeof BankLine>

/** What bringing a statement came to. */
export const BankImport = z
  .object({
    importId: z.string(),
    /** Lines of money in that are new; those brought before; and money out, which is left out. */
    added: z.int(),
    known: z.int(),
    moneyOut: z.int(),
    /** Rows that could not be read, by their line in the file, and why. */
    bad: z.array(z.object({ line: z.int(), words: z.string(), problem: z.string() })),
  })
  .meta({ id: 'BankImport' })
export type BankImport = z.output<typeof BankImport>

/** Lines a statement may have: several years of a busy account. */
export const MOST_BANK_LINES = 20_000
/** Characters of a statement's text. */
export const MOST_STATEMENT_TEXT = 5_000_000

const byId = z.object({ id: z.string().max(60) })
const page = { limit: z.coerce.number().int().min(1).max(500).default(100), after: z.string().max(300).optional() }

export const paymentEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/payments',
    audience: 'member',
    scope: 'payments:read',
    summary: 'Payments and money given back, newest first; not for apprentices',
    query: z.object({ clientId: ref.optional(), from: dayShape.optional(), to: dayShape.optional(), ...page }),
    response: z.array(Payment),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/payments/:id',
    audience: 'member',
    scope: 'payments:read',
    record: 'payments',
    summary: 'One payment, and what it settles',
    params: byId,
    response: Payment.extend({ allocations: z.array(Allocation) }),
  }),
  take: endpoint({
    method: 'POST',
    path: '/api/payments',
    audience: 'member',
    scope: 'payments:write',
    record: 'payments',
    summary: 'Record a payment; it settles its invoice, those of its visit, then the oldest, and the rest stays on account',
    body: NewPayment,
    response: Payment,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/payments/:id',
    audience: 'member',
    scope: 'payments:write',
    record: 'payments',
    summary: 'Correct how, when or under which reference a payment came',
    params: byId,
    body: PaymentChange,
    response: Payment,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/payments/:id',
    audience: 'member',
    scope: 'payments:write',
    record: 'payments',
    summary: 'Remove a payment recorded by mistake; what it settled is owed again',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/payments/:id/refund',
    audience: 'member',
    scope: 'payments:write',
    record: 'payments',
    summary: 'Record money given back out of a payment; the answer is the refund',
    params: byId,
    body: z.object({
      id: ref.optional(),
      amountPence: pence,
      method: PaymentMethod.optional(),
      receivedOn: dayShape.optional(),
      reference: reference.optional(),
    }),
    response: Payment,
    status: 201,
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/api/invoices/:id/checkout',
    audience: 'member',
    summary: 'The address of a page where what is left of an invoice is paid by card',
    params: byId,
    response: z.object({ url: z.string() }),
  }),
}

export const bankEndpoints = {
  bring: endpoint({
    method: 'POST',
    path: '/api/bank-lines',
    audience: 'member',
    summary: 'Bring a bank statement as CSV text; lines brought before are passed over',
    body: z.object({ fileName: z.string().trim().min(1).max(200), text: z.string().min(1).max(MOST_STATEMENT_TEXT) }),
    response: BankImport,
    status: 201,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/bank-lines',
    audience: 'member',
    summary: 'Lines of statements, newest first, with what new ones may be',
    query: z.object({ state: z.enum(['new', 'matched', 'ignored']).default('new'), ...page }),
    response: z.array(BankLine),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/bank-lines/:id/accept',
    audience: 'member',
    summary: 'Say who a line is from: it becomes a payment, or is the one recorded already',
    params: byId,
    /**
     * A payment that is recorded already, or the payer, and the invoices it is for; of a refund, the payment it goes back out of, or its record;
     * `isPayout`: a reader of cards paid out its takings.
     */
    body: z.object({
      paymentId: ref.optional(),
      payerClientId: ref.optional(),
      invoiceIds: z.array(ref).max(100).optional(),
      isPayout: z.literal(true).optional(),
    }),
    response: BankLine,
  }),
  acceptSure: endpoint({
    method: 'POST',
    path: '/api/bank-lines/accept-sure',
    audience: 'member',
    summary: 'Accept every proposal that is sure',
    response: z.object({ accepted: z.int(), pence: z.int() }),
  }),
  ignore: endpoint({
    method: 'POST',
    path: '/api/bank-lines/:id/ignore',
    audience: 'member',
    summary: 'Say that a line is nothing of the practice',
    params: byId,
    response: BankLine,
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/api/bank-lines/:id/reopen',
    audience: 'member',
    summary: 'Take back what was said of a line; the payment made of it is removed',
    params: byId,
    response: BankLine,
  }),
}
