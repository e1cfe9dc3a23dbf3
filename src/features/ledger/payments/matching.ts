import type { BankProposal, LineSource, Payment } from '#features/ledger/payments/contract.ts'
import { type Day, daysBetween } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'

/** A line as far as matching goes; its sum is money in. */
export type MatchLine = { source: LineSource; onDay: Day; description: string; amountPence: number }
/** An invoice not all paid, by the number people read: INV-0042. */
export type OpenInvoice = { id: string; number: string; payerClientId: string; leftPence: number; dueOn: Day }
/** A payment on record. `sources`: of the lines that are known to be it. */
export type Recorded = {
  id: string
  payerClientId: string
  amountPence: number
  receivedOn: Day
  method: Payment['method']
  /** It was paid online, which the provider of that knows of, and no reader of cards. */
  isOnline: boolean
  sources: readonly LineSource[]
}
export type Payer = { id: string; name: string; businessName: string | null }

/** What lines are held against. */
export type Book = { invoices: readonly OpenInvoice[]; recorded: readonly Recorded[]; payers: readonly Payer[] }

/** A transfer is on the statement within this many days of being recorded. */
export const RECORDED_WITHIN_DAYS = 5
/** More unpaid invoices of one payer are tried only oldest first: their combinations would be too many. */
const MOST_TO_COMBINE = 10
const MOST_PROPOSALS = 5

/**
 * What a line may be, the likeliest first. Sure is only what could hardly be anything else: its sum is right to the penny, and it names the invoice or
 * the payer, whom nothing else fits.
 */
export function proposalsFor(line: MatchLine, book: Book): BankProposal[] {
  const named = namedIn(line.description, book.payers)
  const [written, numbered] = [recordedAs(line, book, named), byReference(line, book)]
  // A line that names an unpaid invoice with exactly its sum is for that one, even if the same sum was recorded for another payer.
  const first = numbered.filter(({ isSure, payerClientId }) => isSure && written.every((one) => one.payerClientId !== payerClientId))
  const all = [...first, ...written, ...numbered, ...bySum(line, book, named), ...byName(book, named)]
  // Of one payer the first is the best.
  const proposals = all.filter((one, at) => all.findIndex((other) => keyOf(other) === keyOf(one)) === at).slice(0, MOST_PROPOSALS)
  const isAlone = new Set(proposals.filter(({ by }) => by !== 'name').map(({ payerClientId }) => payerClientId)).size === 1
  return proposals.map((one, at) => ({ ...one, isSure: one.isSure && at === 0 && (isAlone || one.by === 'reference') }))
}

const keyOf = ({ payerClientId, paymentId, invoices }: BankProposal) =>
  `${payerClientId} ${paymentId} ${invoices.map(({ id }) => id).join()}`

/** How clearly words name a payer: 2 by name and surname, or business; 1 by surname alone. */
type Named = ReadonlyMap<string, 1 | 2>

function recordedAs(line: MatchLine, { recorded, payers }: Book, named: Named): BankProposal[] {
  const fitting = recorded.filter(
    (one) =>
      one.amountPence === line.amountPence &&
      Math.abs(daysBetween(one.receivedOn, line.onDay)) <= RECORDED_WITHIN_DAYS &&
      mayBe(line.source, one),
  )
  // A card payment is recorded on its day, so the only one of that sum and day is it.
  const isOnItsDay = (day: Day) =>
    line.source === 'card' && day === line.onDay && fitting.filter(({ receivedOn }) => receivedOn === day).length === 1
  return fitting
    .toSorted(
      (a, b) =>
        (named.get(b.payerClientId) ?? 0) - (named.get(a.payerClientId) ?? 0) ||
        Number(isOnItsDay(b.receivedOn)) - Number(isOnItsDay(a.receivedOn)),
    )
    .map(({ id, payerClientId, receivedOn }) => ({
      ...proposal(payers, payerClientId, { by: 'recorded', isSure: named.has(payerClientId) || isOnItsDay(receivedOn) }),
      paymentId: id,
    }))
}

/**
 * Whether a line may be a payment on record: money is one line of each source at most. A bank has transfers, a reader cards, and accounting sees either; a
 * payment that only accounting saw may have come any way.
 */
export function mayBe(source: LineSource, { method, isOnline, sources }: Pick<Recorded, 'method' | 'isOnline' | 'sources'>): boolean {
  if (sources.includes(source)) return false
  // What a reader took comes to the bank with others, in a payout.
  if (source === 'card' && (isOnline || sources.includes('file'))) return false
  if (source === 'file' && sources.includes('card')) return false
  return source === 'accounting' || sources.includes('accounting') || method === METHOD_OF[source]
}

/** How money came that a line is of, as far as its source tells. */
export const METHOD_OF = { file: 'bank-transfer', accounting: 'bank-transfer', card: 'card' } as const satisfies Record<
  LineSource,
  Payment['method']
>

/** Invoice numbers in the words: `INV-0042`, `inv42`, `Invoice 42`. */
function byReference(line: MatchLine, { invoices, payers }: Book): BankProposal[] {
  const numbers = invoices.map(({ number }) => readNumber(number))
  const named = numbersIn(line.description, [...new Set(numbers.map(({ series }) => series))])
  const meant = oldestFirst(invoices.filter((_, at) => isNamed(named, numbers[at] as InvoiceNumber)))
  return [...Map.groupBy(meant, ({ payerClientId }) => payerClientId)].map(([payerClientId, some]) => ({
    ...proposal(payers, payerClientId, { by: 'reference', isSure: sumOf(some) === line.amountPence }),
    invoices: some.map(shown),
  }))
}

/** `INV-0042` as INV and 42. */
type InvoiceNumber = { series: string; figures: string }

function readNumber(number: string): InvoiceNumber {
  const dash = number.lastIndexOf('-')
  return { series: number.slice(0, Math.max(0, dash)).toUpperCase(), figures: String(Number(number.slice(dash + 1))) }
}

/** What anyone may call an invoice, regardless of its series. */
const ANY_SERIES = ['INV', 'INVOICE']
const isNamed = (named: ReadonlySet<string>, { series, figures }: InvoiceNumber) =>
  [series, ...ANY_SERIES].some((word) => named.has(`${lettersOf(word)} ${figures}`))

/** The numbers named in the words of a line, `INV 42` for each: looked for once, however many invoices there are. */
function numbersIn(description: string, series: readonly string[]): ReadonlySet<string> {
  const found = description
    .toUpperCase()
    .slice(0, LONGEST_WORDS)
    .matchAll(patternOf([...new Set([...series, ...ANY_SERIES])].sort().join('\n')))
  return new Set([...found].map(([, word = '', figures = '']) => `${lettersOf(word)} ${String(Number(figures))}`))
}

/** As long as the description of a line that is kept. */
const LONGEST_WORDS = 500
const lettersOf = (word: string) => word.replace(/[^A-Z0-9]/g, '')

/** For all series at once, a line each; the same as long as the book is. */
const patternOf = memoLast((series: string): RegExp => {
  const words = series.split('\n').sort((a, b) => b.length - a.length)
  const either = words.map((word) => word.replace(/[^A-Z0-9]+/g, '[\\s-]*')).join('|')
  // linear: numbersIn cuts what it reads at 500 characters
  return new RegExp(`(?<![A-Z0-9])(${either})[\\s.:#-]*(?:(?:NO|NUMBER)[\\s.:#-]*)?(\\d+)`, 'g')
})

/**
 * Payers whose unpaid invoices, one or several, come to the sum; when the line names no payer, only an invoice that is the only one of its
 * sum, or for a card the few that are.
 */
function bySum(line: MatchLine, { invoices, payers }: Book, named: Named): BankProposal[] {
  const ofPayer = Map.groupBy(invoices, ({ payerClientId }) => payerClientId)
  const found = [...named].flatMap(([payerClientId, clearness]): BankProposal[] => {
    const open = oldestFirst(ofPayer.get(payerClientId) ?? [])
    const one = open.find(({ leftPence }) => leftPence === line.amountPence)
    if (one) return [{ ...proposal(payers, payerClientId, { by: 'amount', isSure: true }), invoices: [shown(one)] }]
    const { some, isOnly } = combined(open, line.amountPence)
    if (some.length === 0) return []
    return [{ ...proposal(payers, payerClientId, { by: 'sum', isSure: clearness === 2 && isOnly }), invoices: some.map(shown) }]
  })
  const equal = invoices.filter(({ leftPence }) => leftPence === line.amountPence)
  // A card names no payer: each is shown whose invoice it may be.
  const most = line.source === 'card' ? MOST_PROPOSALS : 1
  if (found.length > 0 || equal.length > most) return found
  return oldestFirst(equal).map((one) => ({
    ...proposal(payers, one.payerClientId, { by: 'amount' as const, isSure: false }),
    invoices: [shown(one)],
  }))
}

const byName = ({ invoices, payers }: Book, named: Named): BankProposal[] =>
  [...named].flatMap(([payerClientId]) => {
    const open = oldestFirst(invoices.filter((one) => one.payerClientId === payerClientId))
    return open.length > 0 ? [{ ...proposal(payers, payerClientId, { by: 'name', isSure: false }), invoices: open.map(shown) }] : []
  })

/** Invoices that come to a sum: the oldest ones where those do, else the only combination that does. */
function combined(open: readonly OpenInvoice[], pence: number): { some: OpenInvoice[]; isOnly: boolean } {
  let sum = 0
  for (const [at, { leftPence }] of open.entries()) {
    sum += leftPence
    if (sum === pence) return { some: open.slice(0, at + 1), isOnly: true }
  }
  if (open.length > MOST_TO_COMBINE) return { some: [], isOnly: false }
  const fitting: OpenInvoice[][] = []
  for (let chosen = 1; chosen < 1 << open.length && fitting.length < 2; chosen++) {
    const some = open.filter((_, at) => chosen & (1 << at))
    if (sumOf(some) === pence) fitting.push(some)
  }
  return { some: fitting[0] ?? [], isOnly: fitting.length === 1 }
}

/** The payers named in the words of a line, as banks write them: `PENROSE S`, `MRS SARAH PENROSE`, `LLANFAIR RIDING CENTRE`. */
function namedIn(description: string, payers: readonly Payer[]): Named {
  const words = new Set(plainWords(description))
  const named = new Map<string, 1 | 2>()
  for (const { id, name, businessName } of payers) {
    const clearness = Math.max(clearnessOf(words, name), businessName && isAllIn(words, plainWords(businessName)) ? 2 : 0)
    if (clearness > 0) named.set(id, clearness as 1 | 2)
  }
  // If one payer is named in full, others of the same surname are not meant.
  const clearest = Math.max(0, ...named.values())
  return new Map([...named].filter(([, clearness]) => clearness === clearest))
}

function clearnessOf(words: ReadonlySet<string>, name: string): 0 | 1 | 2 {
  const parts = plainWords(name)
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last || last.length < 3 || !words.has(last)) return 0
  return parts.length > 1 && (words.has(first) || words.has(first.charAt(0))) ? 2 : 1
}

const isAllIn = (words: ReadonlySet<string>, wanted: readonly string[]) =>
  wanted.some((word) => word.length > 3) && wanted.every((word) => words.has(word))

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'the'])
const plainWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !TITLES.has(word))

const proposal = (payers: readonly Payer[], payerClientId: string, how: Pick<BankProposal, 'by' | 'isSure'>): BankProposal => ({
  ...how,
  payerClientId,
  payerName: payers.find(({ id }) => id === payerClientId)?.name ?? '',
  invoices: [],
  paymentId: null,
})

const shown = ({ id, number, leftPence }: OpenInvoice) => ({ id, number, leftPence })
const sumOf = (invoices: readonly OpenInvoice[]) => invoices.reduce((sum, { leftPence }) => sum + leftPence, 0)
const oldestFirst = (invoices: readonly OpenInvoice[]) =>
  invoices.toSorted((a, b) => (a.dueOn < b.dueOn || (a.dueOn === b.dueOn && a.id < b.id) ? -1 : 1))
