import type { InvoiceAsWas, InvoiceLine } from '#features/ledger/invoices/contract.ts'
import { type Day, dayAndYear, shortDay } from '#lib/dates.ts'
import { pounds, poundsInFull } from '#lib/money.ts'

/** The page of a link, the same as a PDF, and where its form goes to pay by card. */
export const invoicePath = (token: string): string => `/invoice/${token}`
export const invoicePdfPath = (token: string): string => `${invoicePath(token)}/invoice.pdf`
export const invoicePayPath = (token: string): string => `${invoicePath(token)}/pay`
/** Where the payer's form goes that reports a payment. */
export const invoicePaidPath = (token: string): string => `${invoicePath(token)}/paid`

/** Everything a payer reads of an invoice or credit note: as it was issued, and what became of it since. */
export type InvoicePaper = {
  kind: 'invoice' | 'credit'
  /** `INV-0042`. */
  number: string
  asWas: InvoiceAsWas
  issuedOn: Day
  dueOn: Day
  note: string | null
  netPence: number
  vatPence: number
  totalPence: number
  settled: PaidLine[]
  /** What is left to pay; for a credit note, the part on account. */
  leftPence: number
  /** Its day has gone by, and it is not all paid. */
  isOverdue: boolean
}

/** A payment or credit note of an invoice, or the invoice a credit note was taken off: `Paid by card`, `Credit note CN-0003`. */
export type PaidLine = { day: Day; words: string; pence: number; isCredit: boolean }

/**
 * What its payer's page shows. `hasCome`: they are back from paying by card. `hasSaid`: they have just reported that they paid. `fault`:
 * why one of the two failed.
 */
export type InvoiceRead = { paper: InvoicePaper; takesCards: boolean; hasCome: boolean; hasSaid: boolean; fault?: string | undefined }

/** The same by a link; `picture` is the farrier's, where the practice has one. */
export type InvoiceShown = InvoiceRead & { picture: string | null; token: string; untilDay: Day }

/** `Invoice INV-0042`. */
export const paperTitle = ({ kind, number }: Pick<InvoicePaper, 'kind' | 'number'>): string =>
  `${kind === 'credit' ? 'Credit note' : 'Invoice'} ${number}`

type Practice = InvoiceAsWas['practice']

/** The sender of a paper, line by line: what it must name. */
export const practiceLines = ({ address, phone, email, frcNumber, vatNumber }: Omit<Practice, 'name'>): string[] =>
  nonEmpty([...linesIn(address), phone, email, frcNumber && `FRC ${frcNumber}`, vatNumber && `VAT ${vatNumber}`])

/** The payer, line by line. */
export const payerLines = ({ payer }: InvoiceAsWas): string[] =>
  nonEmpty([payer.businessName, payer.name === payer.businessName ? null : payer.name, ...linesIn(payer.address), payer.postcode])

/** The dates and the subject: `Issued 24 Nov 2026`. */
export const factLines = ({ kind, asWas, issuedOn, dueOn, leftPence }: InvoicePaper): [string, string][] => [
  ['Issued', dayAndYear(issuedOn)],
  ...(kind === 'invoice' && leftPence > 0 ? ([['Due', dayAndYear(dueOn)]] as [string, string][]) : []),
  ...(asWas.visit ? ([['Visit', nonEmpty([shortDay(asWas.visit.onDay), asWas.visit.location]).join(', ')]] as [string, string][]) : []),
  ...(asWas.creditsNumber ? ([['To invoice', asWas.creditsNumber]] as [string, string][]) : []),
]

/** What a line is for, its horse first: `Biscuit: Full set new`, and of another's horse `Biscuit (Emma Rees): Full set new`. */
export const lineTitle = ({ horseName, ownerName, description }: InvoiceLine): string =>
  horseName ? `${ownerName ? `${horseName} (${ownerName})` : horseName}: ${description}` : description

/** The details below a line: when, how many at what price, and the feet. `isOfOneDay`: the day is shown above. */
export function lineDetails(line: InvoiceLine, isOfOneDay: boolean): string[] {
  const many = line.quantity === 1 ? null : `${line.quantity} at ${poundsInFull(line.unitPence)}${line.includesVat ? ' with VAT' : ''}`
  return nonEmpty([nonEmpty([isOfOneDay ? null : shortDay(line.chargedOn), many]).join(', '), ...(line.feet ?? [])])
}

/** Whether all lines are of the visit's day, or of one day. */
export const isOfOneDay = ({ visit, lines }: InvoiceAsWas): boolean =>
  visit !== null && lines.every(({ chargedOn }) => chargedOn === visit.onDay)

/** VAT by its rate, the highest first, as a VAT invoice must show it; none from a practice that is not registered. */
function vatRows({ practice, lines }: InvoiceAsWas): { rateBp: number; netPence: number; vatPence: number }[] {
  if (practice.vatNumber === null) return []
  const rates = [...new Set(lines.map(({ vatRateBp }) => vatRateBp))].sort((a, b) => b - a)
  return rates.map((rateBp) => {
    const own = lines.filter(({ vatRateBp }) => vatRateBp === rateBp)
    return { rateBp, netPence: sum(own, 'netPence'), vatPence: sum(own, 'vatPence') }
  })
}

/** `20%`, `17.5%`. */
export const rateWords = (rateBp: number): string => `${rateBp / 100}%`

/** The sums below the lines, the last the total. */
export const sumRows = ({ asWas, netPence, totalPence }: InvoicePaper): [string, string][] => {
  const rates = vatRows(asWas)
  return [
    ...(rates.length > 0 ? ([['Before VAT', poundsInFull(netPence)]] as [string, string][]) : []),
    ...rates.map((rate): [string, string] => [
      `VAT ${rateWords(rate.rateBp)} of ${poundsInFull(rate.netPence)}`,
      poundsInFull(rate.vatPence),
    ]),
    ['Total', poundsInFull(totalPence)],
  ]
}

/** `Paid by card, 24 Nov 2026`. */
export const paidWords = ({ words, day }: PaidLine): string => `${words}, ${dayAndYear(day)}`

/** Its status, in one word or two and as a sum. */
export function leftWords({ kind, leftPence, isOverdue, dueOn, settled }: InvoicePaper): string {
  const isPaid = settled.some(({ isCredit }) => !isCredit)
  if (kind === 'credit') return leftPence > 0 ? `${poundsInFull(leftPence)} on account` : 'All credited'
  if (leftPence === 0) return isPaid ? 'Paid, thank you' : 'Nothing left to pay'
  return `${poundsInFull(leftPence)} to pay, due ${isOverdue ? 'since ' : ''}${dayAndYear(dueOn)}`
}

/** Whether something is left to pay. */
export const isOpen = ({ kind, leftPence }: Pick<InvoicePaper, 'kind' | 'leftPence'>): boolean => kind === 'invoice' && leftPence > 0

/** The sum in large figures: what is left to pay, and once that is nothing, or of a credit note, all of it. */
export const figureOf = (paper: InvoicePaper): string => poundsInFull(isOpen(paper) ? paper.leftPence : paper.totalPence)

/** The same beside the sum in large figures: `due Tue 24 Nov 2026`, `Paid, thank you`. */
export const statusWords = (paper: InvoicePaper): string =>
  isOpen(paper) ? `To pay, due ${paper.isOverdue ? 'since ' : ''}${dayAndYear(paper.dueOn)}` : leftWords(paper)

/** Where to pay by bank transfer, and with which reference; none where the practice named no account. */
export const bankRows = (bank: InvoiceAsWas['bank'], reference: string): { label: string; words: string; isCopied?: boolean }[] =>
  bank.accountNumber && bank.sortCode
    ? [
        ...(bank.accountName ? [{ label: 'Account name', words: bank.accountName }] : []),
        { label: 'Sort code', words: bank.sortCode.replace(/^(\d\d)-?(\d\d)-?(\d\d)$/, '$1-$2-$3'), isCopied: true },
        { label: 'Account number', words: bank.accountNumber, isCopied: true },
        { label: 'Reference', words: reference, isCopied: true },
      ]
    : []

/** The rows of how to pay, as long as there is something to pay. */
export const payRows = (paper: InvoicePaper) => (isOpen(paper) ? bankRows(paper.asWas.bank, paper.number) : [])

/** Its name in a text: `invoice INV-0042`. */
export const documentWords = (paper: Pick<InvoicePaper, 'kind' | 'number'>): string =>
  `${paper.kind === 'credit' ? 'credit note' : 'invoice'} ${paper.number}`

/** When to pay it, in the words of a text: `due Tue 24 Nov`. */
export function dueWords({ kind, asWas, leftPence, totalPence, dueOn, isOverdue }: InvoicePaper): string {
  if (kind === 'credit') return asWas.creditsNumber ? `to invoice ${asWas.creditsNumber}` : 'for your account'
  if (leftPence === 0) return 'with nothing left to pay'
  const when = `due ${isOverdue ? 'since ' : ''}${shortDay(dueOn)}`
  return leftPence === totalPence ? when : `${pounds(totalPence - leftPence)} of it paid, the rest ${when}`
}

const nonEmpty = (words: readonly (string | null | undefined | false)[]): string[] => words.flatMap((word) => (word || '').trim() || [])
const linesIn = (text: string | null): string[] => (text ?? '').split(/\n|, (?=\S)/)
const sum = (lines: readonly InvoiceLine[], of: 'netPence' | 'vatPence'): number => lines.reduce((all, line) => all + line[of], 0)
