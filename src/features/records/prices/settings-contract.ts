import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'
import { MOST_PENCE } from '#lib/money.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    money_settings: MoneySettings
  }
}

const Pence = z.int().min(0).max(MOST_PENCE)
/** In hundredths of a percent. */
const Rate = z.int().min(0).max(10_000)
const days = z.int().min(0).max(365)
const words = (max: number) => z.string().trim().max(max)

/** How work becomes invoices, and what they contain. */
export const Invoicing = z
  .object({
    /** One invoice is made per visit and payer, per owner and payer, or per payer. */
    per: z.enum(['visit', 'owner', 'payer']),
    /** Days to pay; 0: payment at the time (Spec §4 Terms of business). */
    dueDays: days,
    /** The prefix of the number: INV-0042. CN is reserved for credit notes. */
    prefix: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9][A-Z0-9-]{0,9}$/)
      .refine((prefix) => prefix !== 'CN'),
    address: words(500),
    phone: words(40),
    email: words(200),
    terms: words(2000),
    /** Whether a visit's invoices are issued when it is closed out. */
    invoicesAtCloseout: z.boolean(),
  })
  .meta({ id: 'Invoicing' })

export const Vat = z
  .object({
    isRegistered: z.boolean(),
    number: words(20),
    /** The standard rate, for lines without their own. */
    rateBp: Rate,
    /** Whether the list's prices include VAT. */
    includesVat: z.boolean(),
    /** The taxable turnover of twelve months above which a practice must register. */
    thresholdPence: z.int().min(0).max(1_000_000_000),
  })
  .meta({ id: 'Vat' })

/** The account for bank transfers, as printed on invoices. */
export const Bank = z
  .object({
    accountName: words(100),
    sortCode: z
      .string()
      .trim()
      .regex(/^(\d{2}-?\d{2}-?\d{2})?$/),
    accountNumber: z
      .string()
      .trim()
      .regex(/^(\d{6,8})?$/),
    /** The practice's account with the card provider: `acct_…`. */
    stripeAccount: z
      .string()
      .trim()
      .regex(/^(acct_\w{1,60})?$/),
  })
  .meta({ id: 'Bank' })

export const Fees = z
  .object({
    /** Each amount is added to the earlier ones. */
    ladder: z.array(z.object({ afterDays: z.int().min(1).max(365), pence: Pence })).max(10),
    interestOverBaseBp: Rate,
    /** Whether the app proposes to charge businesses interest. */
    chargesInterest: z.boolean(),
    /** Changes of the Bank of England's rate that the built-in table lacks (`bank-rate.ts`). */
    bankRates: z.array(z.object({ from: z.iso.date().regex(/^20/), rateBp: Rate })).max(100),
    /** Whether business clients are charged the fixed sums of the Late Payment Act. */
    compensates: z.boolean(),
    /** A percentage of the work's price. */
    lateCancelPercent: z.int().min(0).max(50),
    noticeHours: z.int().min(0).max(336),
    /** Whether booking a client with an overdue invoice needs a confirmation. */
    blocksBookings: z.boolean(),
    /** Whether clients who owe money are sent reminders automatically. */
    chases: z.boolean(),
    /** Days after the due date. */
    chaseDays: z.array(z.int().min(1).max(365)).max(10),
  })
  .meta({ id: 'Fees' })

export const Tax = z
  .object({
    basis: z.enum(['cash', 'accruals']),
    /** The quarters chosen with HMRC: from 6 April, or calendar quarters. */
    quarters: z.enum(['standard', 'calendar']),
    /** HMRC's rates per mile. */
    carPence: z.int().min(0).max(1000),
    carAfterPence: z.int().min(0).max(1000),
    milesAtFirst: z.int().min(0).max(1_000_000),
    motorcyclePence: z.int().min(0).max(1000),
    bicyclePence: z.int().min(0).max(1000),
    /** The charge to a client per mile; 0: none is proposed. */
    chargePerMilePence: z.int().min(0).max(10_000),
  })
  .meta({ id: 'Tax' })

/** A practice's money settings: one record; an absent field has its default (`moneyOf`). */
export const MoneySettings = z
  .object({
    id: z.string(),
    invoicing: Invoicing.partial(),
    vat: Vat.partial(),
    bank: Bank.partial(),
    fees: Fees.partial(),
    tax: Tax.partial(),
  })
  .meta({ id: 'MoneySettings' })
export type MoneySettings = z.output<typeof MoneySettings>

/** Some of the settings; the others stay. */
export const MoneySettingsChange = MoneySettings.omit({ id: true }).partial().meta({ id: 'MoneySettingsChange' })
export type MoneySettingsChange = z.input<typeof MoneySettingsChange>

export const moneySettingsEndpoints = {
  settings: endpoint({
    method: 'GET',
    path: '/api/money/settings',
    audience: 'member',
    record: 'money_settings',
    summary: 'What the practice decided about invoices, VAT, its bank, fees and tax; absent: as it comes. Not for apprentices',
    response: MoneySettings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/money/settings',
    audience: 'member',
    record: 'money_settings',
    summary: 'Decide something about money; owners and the office only',
    body: MoneySettingsChange,
    response: MoneySettings,
  }),
}
