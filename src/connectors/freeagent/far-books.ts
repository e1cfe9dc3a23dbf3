import { z } from 'zod'
import { realMs } from '#lib/clock.ts'

/* For tests only: the books of a double of FreeAgent, and the requests its documentation has. FreeAgent publishes no OpenAPI: the shapes are
the tables of attributes of its pages. */

export class Fault extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const url = (kind: string) =>
  z.string().refine((address) => {
    const [, version, of, id = '', more] = URL.canParse(address) ? new URL(address).pathname.split('/') : []
    return version === 'v2' && of === kind && /^\d+$/.test(id) && more === undefined
  })
const day = z.iso.date()
const decimal = z.string().regex(/^-?\d+(\.\d{1,4})?$/)
const TYPES = [
  'Hours',
  'Days',
  'Weeks',
  'Months',
  'Years',
  'Products',
  'Services',
  'Training',
  'Expenses',
  'Comment',
  'Discount',
  'Credit',
] as const
const RATES = ['0.0', '5.0', '20.0']
const item = z.strictObject({
  item_type: z.enum(TYPES).optional(),
  quantity: decimal.default('0'),
  description: z.string().min(1),
  price: decimal,
  sales_tax_rate: decimal.optional(),
  sales_tax_status: z.enum(['TAXABLE', 'EXEMPT', 'OUT_OF_SCOPE']).optional(),
})
const paper = {
  contact: url('contacts'),
  reference: z.string().min(1).optional(),
  dated_on: day,
  due_on: day.optional(),
  payment_terms_in_days: z.int().min(0),
  currency: z.literal('GBP').default('GBP'),
  comments: z.string().optional(),
}
const name = z.string().nullish()
const contact = z.strictObject({
  ...{ first_name: name, last_name: name, organisation_name: name, email: name, postcode: name },
  ...{ address1: name, address2: name, address3: name, town: name, region: name, country: name },
})

/** What may be posted where, with the root its payload has. */
export const POSTED = {
  contacts: z.strictObject({ contact }),
  invoices: z.strictObject({
    invoice: z.strictObject({
      ...paper,
      ...{ send_new_invoice_emails: z.literal(false), send_reminder_emails: z.literal(false), send_thank_you_emails: z.literal(false) },
      invoice_items: z.array(item),
    }),
  }),
  credit_notes: z.strictObject({ credit_note: z.strictObject({ ...paper, credit_note_items: z.array(item) }) }),
  bank_transaction_explanations: z.strictObject({
    bank_transaction_explanation: z.strictObject({
      bank_account: url('bank_accounts'),
      dated_on: day,
      gross_value: decimal,
      paid_invoice: url('invoices'),
      description: z.string().optional(),
    }),
  }),
  credit_note_reconciliations: z.strictObject({
    credit_note_reconciliation: z.strictObject({
      gross_value: decimal,
      dated_on: day.optional(),
      currency: z.literal('GBP').optional(),
      invoice: url('invoices'),
      credit_note: url('credit_notes'),
    }),
  }),
} as const

/** The parameters of each list. */
export const ASKED: Readonly<Record<string, readonly string[]>> = {
  contacts: ['view', 'sort', 'updated_since'],
  invoices: ['view', 'sort', 'updated_since', 'contact', 'project', 'nested_invoice_items'],
  credit_notes: ['view', 'sort', 'updated_since', 'contact', 'project', 'nested_credit_note_items'],
  bank_accounts: ['view'],
  bank_transaction_explanations: ['bank_account', 'from_date', 'to_date', 'updated_since'],
  credit_note_reconciliations: ['from_date', 'to_date', 'updated_since'],
}

export type Item = z.output<typeof item>
/** Pence of credit notes are below nothing, as theirs are. */
export type FarPaperRow = {
  id: number
  kind: 'invoices' | 'credit_notes'
  contact: string
  reference: string
  dated_on: string
  due_on: string
  status: string
  items: Item[]
  settled: number
  updated: number
}
export type FarContact = z.output<typeof contact> & { id: number; updated: number }
export type FarPayment = {
  id: number
  bank_account: string
  dated_on: string
  pence: number
  paid_invoice: string
  description: string
  updated: number
  isGuess: boolean
}

export const pence = (value: string) => Math.round(Number(value) * 100)
export const decimals = (value: number) => (value / 100).toFixed(Number.isInteger(value / 100) ? 1 : 2)

export const sumsOf = ({ items }: Pick<FarPaperRow, 'items'>) => {
  const net = items.map((one) => Math.round(pence(one.price) * Number(one.quantity)))
  const vat = items.map((one, at) => {
    const rate = one.sales_tax_status === 'EXEMPT' ? 0 : Number(one.sales_tax_rate ?? '20.0')
    return Math.sign(net[at] ?? 0) * Math.round((Math.abs(net[at] ?? 0) * rate) / 100)
  })
  const sum = (all: number[]) => all.reduce((a, b) => a + b, 0)
  return { net: sum(net), vat: sum(vat), total: sum(net) + sum(vat) }
}
export const dueOf = (row: FarPaperRow) => (row.status === 'Written-off' ? 0 : sumsOf(row).total - row.settled)

/** The books of one business, registered for VAT. */
export class FarAgent {
  contacts: FarContact[] = []
  papers: FarPaperRow[] = []
  payments: FarPayment[] = []
  sent = 0
  private last = 0
  next = () => ++this.last

  paper(kind: FarPaperRow['kind'], id: number): FarPaperRow {
    const row = this.papers.find((each) => each.kind === kind && each.id === id)
    if (!row) throw new Fault(404, 'Resource not found')
    return row
  }

  addPaper(
    kind: FarPaperRow['kind'],
    given: { contact: string; reference?: string | undefined; dated_on: string; due_on?: string | undefined },
    items: Item[],
  ) {
    const { contact: of, reference = String(this.last), dated_on, due_on = dated_on } = given
    if (!this.contacts.some(({ id }) => of.endsWith(`/contacts/${id}`))) throw new Fault(422, 'Contact must exist')
    if (this.papers.some((each) => each.kind === kind && each.reference === reference))
      throw new Fault(422, 'Reference has already been taken')
    if (items.some(({ sales_tax_rate: rate }) => rate !== undefined && !RATES.includes(rate)))
      throw new Fault(422, 'Sales tax rate is not valid')
    const row = { id: this.next(), kind, contact: of, reference, dated_on, due_on, status: 'Draft', items, settled: 0, updated: realMs() }
    this.papers.push(row)
    return row
  }

  /** Money for a paper; of a credit note below nothing. */
  settle(row: FarPaperRow, amount: number) {
    row.settled += amount
    row.updated = realMs()
    if (dueOf(row) === 0) row.status = row.kind === 'invoices' ? 'Paid' : 'Refunded'
  }

  addPayment(given: Omit<FarPayment, 'id' | 'updated' | 'isGuess'>, isGuess = false): FarPayment {
    const row = this.paper('invoices', Number(given.paid_invoice.split('/').at(-1)))
    if (row.status === 'Draft') throw new Fault(422, 'Paid invoice must be sent')
    if (!isGuess) this.settle(row, given.pence)
    const paid = { ...given, id: this.next(), updated: realMs(), isGuess }
    this.payments.push(paid)
    return paid
  }
}
