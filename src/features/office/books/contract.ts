import { z } from 'zod'
import { EXPENSE_CATEGORIES } from '#features/office/books/categories.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'
import { MOST_PENCE } from '#lib/money.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    expenses: Expense
    trips: Trip
  }
}

const ref = z.string().min(1).max(60)
const text = (max: number) => z.string().trim().max(max).nullable()
const pence = z.int().min(-MOST_PENCE).max(MOST_PENCE)

const expenseFields = {
  spentOn: dayShape,
  category: z.enum(EXPENSE_CATEGORIES),
  /** What was bought. */
  description: z.string().trim().min(1).max(300),
  supplier: text(200),
  /** Including VAT; negative for a refund. */
  totalPence: pence,
  /** The part that a registered practice reclaims. */
  vatPence: pence,
  method: z.enum(['cash', 'bank-transfer', 'card']),
}

/** A purchase for the practice. Its receipts are attachments with its id. */
export const Expense = z
  .object({
    ...expenseFields,
    id: z.string(),
    /** The member who recorded it. */
    memberId: ref,
  })
  .meta({ id: 'Expense' })
export type Expense = z.output<typeof Expense>

const { vatPence, method, supplier, ...needed } = expenseFields
export const NewExpense = z
  .object({ ...needed, id: ref.optional(), vatPence: vatPence.optional(), method: method.optional(), supplier: supplier.optional() })
  .meta({ id: 'NewExpense' })
export type NewExpense = z.input<typeof NewExpense>

export const ExpenseChange = z.object(expenseFields).partial().meta({ id: 'ExpenseChange' })
export type ExpenseChange = z.input<typeof ExpenseChange>

const tripFields = {
  onDay: dayShape,
  /** The driver. */
  memberId: ref,
  vehicle: z.enum(['car-or-van', 'motorcycle', 'bicycle']),
  /** Tenths of a mile. */
  milesTenths: z.int().min(1).max(20_000),
  purpose: z.string().trim().min(1).max(300),
  fromPlace: text(200),
  toPlace: text(200),
}

/** Miles driven for the practice: a line of the mileage log. */
export const Trip = z.object({ ...tripFields, id: z.string() }).meta({ id: 'Trip' })
export type Trip = z.output<typeof Trip>

export const NewTrip = z
  .object({
    onDay: dayShape,
    milesTenths: tripFields.milesTenths,
    purpose: tripFields.purpose,
    id: ref.optional(),
    /** Absent: the member who sends it. */
    memberId: ref.optional(),
    vehicle: tripFields.vehicle.optional(),
    fromPlace: text(200).optional(),
    toPlace: text(200).optional(),
  })
  .meta({ id: 'NewTrip' })
export type NewTrip = z.input<typeof NewTrip>

export const TripChange = z.object(tripFields).partial().meta({ id: 'TripChange' })
export type TripChange = z.input<typeof TripChange>

/** Pence of each category that has any; an absent category is zero. */
const ByCategory = z.partialRecord(z.enum(EXPENSE_CATEGORIES), z.int())

/** From the first day of the tax year to the end of one of its quarters, because HMRC's figures are cumulative. Whole pence. */
export const Quarter = z
  .object({
    number: z.int().min(1).max(4),
    from: dayShape,
    to: dayShape,
    /** The day it is due at HMRC. */
    dueOn: dayShape,
    /** Takings for work, without VAT. */
    turnoverPence: z.int(),
    /** Late fees, interest, compensation and late cancellations. */
    otherIncomePence: z.int(),
    /** Expenses without reclaimed VAT; mileage is part of `travel`. */
    expenses: ByCategory,
    /** Part of `travel`: the miles at HMRC's rates. */
    mileagePence: z.int(),
    milesTenths: z.int(),
    /** VAT received with the income, and paid with the expenses. */
    vatTakenPence: z.int(),
    vatPaidPence: z.int(),
  })
  .meta({ id: 'TaxQuarter' })
export type Quarter = z.output<typeof Quarter>

/** The figures of a tax year for Making Tax Digital. */
export const TaxYear = z
  .object({
    /** The year it begins in: 2026 is 2026-27. */
    year: z.int(),
    basis: z.enum(['cash', 'accruals']),
    quarters: z.enum(['standard', 'calendar']),
    periods: z.array(Quarter),
    /** Turnover and other income of earlier tax years, by which HMRC decides who must take part. */
    gross: z.array(z.object({ year: z.int(), pence: z.int() })),
  })
  .meta({ id: 'TaxYear' })
export type TaxYear = z.output<typeof TaxYear>

/** Taxable turnover of each of the last months, oldest first, by the day of the invoice. */
export const VatTurnover = z
  .object({
    isRegistered: z.boolean(),
    thresholdPence: z.int(),
    months: z.array(z.object({ month: z.string(), pence: z.int() })),
  })
  .meta({ id: 'VatTurnover' })
export type VatTurnover = z.output<typeof VatTurnover>

/** What a reader of cards kept on a day, and is not in the books. `name`: the reader's. */
export const CardFee = z.object({ id: z.string(), onDay: dayShape, name: z.string(), pence: z.int() }).meta({ id: 'CardFee' })
export type CardFee = z.output<typeof CardFee>

const byId = z.object({ id: z.string().max(60) })
const page = { limit: z.coerce.number().int().min(1).max(1000).default(200), after: z.string().max(300).optional() }
const taxYear = z.coerce.number().int().min(2000).max(2100)

export const bookEndpoints = {
  expenses: endpoint({
    method: 'GET',
    path: '/api/expenses',
    audience: 'member',
    summary: 'What was spent, newest first; not for apprentices',
    query: z.object({ from: dayShape.optional(), to: dayShape.optional(), category: z.enum(EXPENSE_CATEGORIES).optional(), ...page }),
    response: z.array(Expense),
  }),
  addExpense: endpoint({
    method: 'POST',
    path: '/api/expenses',
    audience: 'member',
    record: 'expenses',
    summary: 'Write down something that was bought',
    body: NewExpense,
    response: Expense,
    status: 201,
  }),
  changeExpense: endpoint({
    method: 'PUT',
    path: '/api/expenses/:id',
    audience: 'member',
    record: 'expenses',
    summary: 'Put an expense right',
    params: byId,
    body: ExpenseChange,
    response: Expense,
  }),
  removeExpense: endpoint({
    method: 'DELETE',
    path: '/api/expenses/:id',
    audience: 'member',
    record: 'expenses',
    summary: 'Remove an expense',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
  cardFees: endpoint({
    method: 'GET',
    path: '/api/card-fees',
    audience: 'member',
    summary: 'What a card reader kept, and is not in the books yet, newest first',
    response: z.array(CardFee),
  }),
  answerCardFees: endpoint({
    method: 'POST',
    path: '/api/card-fees',
    audience: 'member',
    summary: 'Make expenses of card fees, or leave them out; the answer is what is still open',
    body: z.object({ ids: z.array(ref).min(1).max(500), as: z.enum(['expense', 'nothing']) }),
    response: z.array(CardFee),
  }),
  trips: endpoint({
    method: 'GET',
    path: '/api/trips',
    audience: 'member',
    summary: 'The mileage log, newest first; not for apprentices',
    query: z.object({ from: dayShape.optional(), to: dayShape.optional(), memberId: ref.optional(), ...page }),
    response: z.array(Trip),
  }),
  addTrip: endpoint({
    method: 'POST',
    path: '/api/trips',
    audience: 'member',
    record: 'trips',
    summary: 'Put miles in the log',
    body: NewTrip,
    response: Trip,
    status: 201,
  }),
  changeTrip: endpoint({
    method: 'PUT',
    path: '/api/trips/:id',
    audience: 'member',
    record: 'trips',
    summary: 'Put a line of the mileage log right',
    params: byId,
    body: TripChange,
    response: Trip,
  }),
  removeTrip: endpoint({
    method: 'DELETE',
    path: '/api/trips/:id',
    audience: 'member',
    record: 'trips',
    summary: 'Remove a line of the mileage log',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
  taxYear: endpoint({
    method: 'GET',
    path: '/api/books/tax-year',
    audience: 'member',
    summary: 'The cumulative quarters of a tax year for Making Tax Digital; the year is the one it begins in',
    query: z.object({ year: taxYear }),
    response: TaxYear,
  }),
  taxFile: endpoint({
    method: 'GET',
    path: '/api/books/tax-file',
    audience: 'member',
    summary: "A quarter for bridging software, or a tax year's every line for the accountant, as CSV",
    query: z.object({ year: taxYear, for: z.enum(['bridging', 'accountant']), quarter: z.coerce.number().int().min(1).max(4).default(4) }),
    response: z.unknown(),
  }),
  vatTurnover: endpoint({
    method: 'GET',
    path: '/api/books/vat-turnover',
    audience: 'member',
    summary: 'Taxable turnover of the last months, against the threshold of VAT',
    response: VatTurnover,
  }),
}
