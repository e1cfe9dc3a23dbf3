import { z } from 'zod'
import { SendingChannel } from '#features/ledger/invoices/sending-contract.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'
import { MOST_PENCE } from '#lib/money.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    invoices: Invoice
    charges: Charge
  }
}

const ref = z.string().min(1).max(60)
const Pence = z.int().min(-MOST_PENCE).max(MOST_PENCE)
const Quantity = z.int().min(1).max(10_000)
const Rate = z.int().min(0).max(10_000)
const words = z.string().trim().min(1).max(300)
const noteText = z.string().trim().max(2000).nullable()

export const ChargeKind = z.enum([
  'work',
  'call-out',
  'mileage',
  'extra',
  'discount',
  'late-fee',
  'interest',
  'compensation',
  'late-cancellation',
])
export type ChargeKind = z.output<typeof ChargeKind>

/** The price of a horse's work, a call-out, miles or a fee: a line to be invoiced, or on an invoice. Whole pence. */
export const Charge = z
  .object({
    /** Of work `chargeIdOf` its entry, so that a device and the server make one. */
    id: z.string(),
    payerClientId: z.string(),
    /** Whose horse it is about, or the payer. */
    clientId: z.string(),
    appointmentId: z.string().nullable(),
    visitHorseId: z.string().nullable(),
    horseId: z.string().nullable(),
    workEntryId: z.string().nullable(),
    /** Null: still to be invoiced. */
    invoiceId: z.string().nullable(),
    kind: ChargeKind,
    description: z.string(),
    quantity: z.int(),
    /** Negative for a discount. */
    unitPence: z.int(),
    /** In hundredths of a percent; 0 while the practice is not registered for VAT. */
    vatRateBp: z.int(),
    /** Whether the unit's pence are with the VAT or before it. */
    includesVat: z.boolean(),
    chargedOn: dayShape,
    place: z.int(),
    /** A person set the price or the payer: later changes to the work no longer change it. */
    isByHand: z.boolean(),
  })
  .meta({ id: 'Charge' })
export type Charge = z.output<typeof Charge>

/**
 * A line added by a person. With `workEntryId` it is the price of that work, set by hand: its id is `chargeIdOf` the entry, and everything
 * but the price comes from the work. Else the payer is that of the visit's horse, the horse, the client, in this order.
 */
export const NewCharge = z
  .object({
    id: ref.optional(),
    workEntryId: ref.nullish(),
    visitHorseId: ref.nullish(),
    appointmentId: ref.nullish(),
    horseId: ref.nullish(),
    clientId: ref.nullish(),
    payerClientId: ref.nullish(),
    kind: z.enum(['work', 'call-out', 'mileage', 'extra', 'discount']).optional(),
    description: words.optional(),
    quantity: Quantity.optional(),
    /** Negative for a discount, and only for one. */
    unitPence: Pence,
    vatRateBp: Rate.optional(),
    chargedOn: dayShape.optional(),
    place: z.int().min(0).max(9999).optional(),
  })
  .meta({ id: 'NewCharge' })
export type NewCharge = z.input<typeof NewCharge>

export const ChargeChange = z
  .object({
    description: words,
    quantity: Quantity,
    unitPence: Pence,
    vatRateBp: Rate,
    payerClientId: ref,
    chargedOn: dayShape,
    place: z.int().min(0).max(9999),
  })
  .partial()
  .meta({ id: 'ChargeChange' })
export type ChargeChange = z.input<typeof ChargeChange>

/** A line as it stood when its invoice was issued. */
export const InvoiceLine = z
  .object({
    /** Null: of a credit by amount. */
    chargeId: z.string().nullable(),
    kind: ChargeKind,
    chargedOn: dayShape,
    description: z.string(),
    horseName: z.string().nullable(),
    /** Whose horse, where that isn't the payer. */
    ownerName: z.string().nullable(),
    /** What each foot has on, a line for equal ones; absent where the kind of work is enough, and of invoices before it was kept. */
    feet: z.array(z.string()).optional(),
    quantity: z.int(),
    unitPence: z.int(),
    vatRateBp: z.int(),
    includesVat: z.boolean(),
    netPence: z.int(),
    vatPence: z.int(),
    grossPence: z.int(),
  })
  .meta({ id: 'InvoiceLine' })
export type InvoiceLine = z.output<typeof InvoiceLine>

/** Both sides, the lines and the bank as they were at issue; nothing of it changes after. Empty texts are omitted wherever it is shown. */
export const InvoiceAsWas = z
  .object({
    practice: z.object({
      name: z.string(),
      address: z.string(),
      phone: z.string(),
      email: z.string(),
      /** Of the Farriers Registration Council. */
      frcNumber: z.string().nullable(),
      /** Null: not registered for VAT. */
      vatNumber: z.string().nullable(),
    }),
    payer: z.object({
      name: z.string(),
      businessName: z.string().nullable(),
      isBusiness: z.boolean(),
      address: z.string().nullable(),
      postcode: z.string().nullable(),
    }),
    bank: z.object({ accountName: z.string(), sortCode: z.string(), accountNumber: z.string() }),
    terms: z.string(),
    /** Of an invoice of one visit: where it was. */
    visit: z.object({ onDay: dayShape, location: z.string().nullable(), title: z.string() }).nullable(),
    /** Of a credit note: the invoice it is to, as people read it: INV-0042. */
    creditsNumber: z.string().nullable(),
    lines: z.array(InvoiceLine),
  })
  .meta({ id: 'InvoiceAsWas' })
export type InvoiceAsWas = z.output<typeof InvoiceAsWas>

/** An invoice or a credit note. Once issued, it and its lines never change. A credit note's pence are positive too. */
export const Invoice = z
  .object({
    id: z.string(),
    payerClientId: z.string(),
    kind: z.enum(['invoice', 'credit']),
    creditsInvoiceId: z.string().nullable(),
    series: z.string(),
    /** Null only on a device, until the server has assigned it. `numberOf` formats it for people. */
    number: z.int().nullable(),
    appointmentId: z.string().nullable(),
    issuedOn: dayShape,
    dueOn: dayShape,
    note: z.string().nullable(),
    /** Null only on a device, like the number. */
    asWas: InvoiceAsWas.nullable(),
    netPence: z.int(),
    vatPence: z.int(),
    totalPence: z.int(),
    /**
     * The pence allocated to it, from payments and credit notes; for a credit note, its pence allocated to invoices. Kept by the server.
     */
    paidPence: z.int(),
    /** When it last went to the payer. Kept by the server. */
    sentAt: z.iso.datetime().nullable(),
    memberId: z.string().nullable(),
  })
  .meta({ id: 'Invoice' })
export type Invoice = z.output<typeof Invoice>

/**
 * Issues an invoice of a payer's uninvoiced lines: of one visit, of one owner's horses, of the lines named, or all of them. Lines that were
 * invoiced in the meantime are left out; refused with `nothing_to_invoice` when none is left.
 */
export const NewInvoice = z
  .object({
    id: ref.optional(),
    payerClientId: ref,
    appointmentId: ref.nullish(),
    ownerId: ref.nullish(),
    chargeIds: z.array(ref).min(1).max(500).nullish(),
    /** Not before the day of issue; by default after the practice's days to pay. */
    dueOn: dayShape.nullish(),
    note: noteText.optional(),
    /** Sends it too, held for a moment in case it is undone. For a payer who can't be reached this way it is issued and not sent. */
    send: SendingChannel.nullish(),
  })
  .meta({ id: 'NewInvoice' })
export type NewInvoice = z.input<typeof NewInvoice>

/** What a device may request of an issued invoice: to send it, unless it was sent. */
export const InvoiceChange = z.object({ send: SendingChannel }).meta({ id: 'InvoiceChange' })
export type InvoiceChange = z.input<typeof InvoiceChange>

/** Gives back an amount with its VAT, or whole lines; without either all that is left. */
export const NewCredit = z
  .object({
    id: ref.optional(),
    amountPence: z.int().min(1).max(1_000_000_000).optional(),
    chargeIds: z.array(ref).min(1).max(500).optional(),
    reason: z.string().trim().min(1).max(500),
    /** Makes the credited lines again, to be corrected and invoiced again. Not with an amount. */
    chargeAgain: z.boolean().optional(),
  })
  .meta({ id: 'NewCredit' })
export type NewCredit = z.input<typeof NewCredit>

const byId = z.object({ id: z.string().max(60) })
const page = { limit: z.coerce.number().int().min(1).max(500).default(100), after: z.string().max(300).optional() }
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

export const chargeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/charges',
    audience: 'member',
    scope: 'invoices:read',
    summary: 'Lines, newest first; toInvoice: those still to be invoiced, the oldest first. Not for apprentices',
    query: z.object({ toInvoice: flag.optional(), clientId: ref.optional(), appointmentId: ref.optional(), ...page }),
    response: z.array(Charge),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/charges',
    audience: 'member',
    scope: 'invoices:write',
    record: 'charges',
    summary: 'Add a line to be invoiced, or say the price of a work entry by hand',
    body: NewCharge,
    response: Charge,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/charges/:id',
    audience: 'member',
    scope: 'invoices:write',
    record: 'charges',
    summary: 'Change a line that is still to be invoiced',
    params: byId,
    body: ChargeChange,
    response: Charge,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/charges/:id',
    audience: 'member',
    scope: 'invoices:write',
    record: 'charges',
    summary: 'Remove a line that is still to be invoiced; that of a work entry is not made again',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
}

export const invoiceEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/invoices',
    audience: 'member',
    scope: 'invoices:read',
    summary: 'Invoices and credit notes, newest first, by their day of issue. Not for apprentices',
    query: z.object({
      clientId: ref.optional(),
      appointmentId: ref.optional(),
      from: dayShape.optional(),
      to: dayShape.optional(),
      /** `open`: not all paid; `overdue`: of those the ones past their day; `credit`: credit notes. */
      state: z.enum(['open', 'overdue', 'paid', 'credit']).optional(),
      ...page,
    }),
    response: z.array(Invoice),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/invoices/:id',
    audience: 'member',
    scope: 'invoices:read',
    record: 'invoices',
    summary: 'One invoice or credit note',
    params: byId,
    response: Invoice,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/invoices',
    audience: 'member',
    scope: 'invoices:write',
    record: 'invoices',
    summary: 'Issue an invoice of what a payer has still to be invoiced; it gets the next number',
    body: NewInvoice,
    response: Invoice,
    status: 201,
  }),
  ofVisit: endpoint({
    method: 'POST',
    path: '/api/invoices/of-visit',
    audience: 'member',
    scope: 'invoices:write',
    record: 'invoices',
    summary: 'Issue the invoices of a visit, one for each payer',
    body: z.object({ appointmentId: ref, dueOn: dayShape.nullish(), note: noteText.optional() }),
    response: z.array(Invoice),
    status: 201,
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/api/invoices/:id',
    audience: 'member',
    record: 'invoices',
    summary: 'Take an invoice back: what waits to be sent is not sent, all of it is credited, and its lines can be invoiced again',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
  credit: endpoint({
    method: 'POST',
    path: '/api/invoices/:id/credit',
    audience: 'member',
    scope: 'invoices:write',
    record: 'invoices',
    summary: 'Issue a credit note to an invoice: an amount, some of its lines, or all that is left',
    params: byId,
    body: NewCredit,
    response: Invoice,
    status: 201,
  }),
}
