import { addressOf, change, decimalOf, idOf, list, make, makePaper, type Paper, paperOf, penceOf } from '#connectors/freeagent/api.ts'
import type { FarBill, FarCredit, FarLine, FarPaper } from '#connectors/kit/ledger.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { daysBetween } from '#lib/dates.ts'

/** Long enough for any line of ours. */
const MOST_WORDS = 1000
const WRITTEN_OFF = ['written-off', 'cancelled']

/** Credit notes are below nothing there. */
export function toPaper(paper: Paper): FarPaper {
  const [net, total] = [Math.abs(penceOf(paper.net_value)), Math.abs(penceOf(paper.total_value))]
  return {
    id: idOf(paper.url),
    number: paper.reference ?? '',
    ...{ netPence: net, vatPence: total - net, totalPence: total },
    isCancelled: WRITTEN_OFF.includes(paper.status.toLowerCase()),
    changedAt: paper.updated_at,
  }
}

/** A line as they have it: their price is that of one. Where it has no whole pence, the line is one of its whole sum. */
function itemOf({ description, quantity, netPence, vatRateBp }: FarLine, sign: 1 | -1, isVatRegistered: boolean) {
  const isWhole = netPence % quantity === 0
  return {
    item_type: 'Services',
    description: `${isWhole ? '' : `${quantity} x `}${description}`.slice(0, MOST_WORDS).toWellFormed(),
    quantity: String(isWhole ? quantity : 1),
    price: decimalOf(sign * (isWhole ? netPence / quantity : netPence)),
    ...(isVatRegistered ? { sales_tax_rate: (vatRateBp / 100).toFixed(1) } : { sales_tax_status: 'EXEMPT' }),
  }
}

function bodyOf(wire: Wire, { number, payerId, issuedOn, dueOn }: FarBill) {
  return {
    contact: addressOf(wire, payerId),
    reference: number,
    dated_on: issuedOn,
    due_on: dueOn,
    payment_terms_in_days: Math.max(0, daysBetween(issuedOn, dueOn)),
    currency: 'GBP',
  }
}

const KINDS = ['invoices', 'credit_notes'] as const
type Kind = (typeof KINDS)[number]
/** They allow 120 requests a minute. */
const MOST_ASKED = 50

/**
 * Which of these were deleted. Their list of changes doesn't have them, so all that is there is listed. Pages move while they are read: what is
 * missing is asked for by itself.
 */
export async function listGone(wire: Wire, ids: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  for (const kind of KINDS) {
    const ours = ids.filter((id) => id.startsWith(`${kind}/`))
    if (ours.length === 0) continue
    const there = new Set((await list(wire, kind)).map(({ url }) => idOf(url)))
    missing.push(...ours.filter((id) => !there.has(id)))
  }
  const gone: string[] = []
  for (const id of missing.slice(0, MOST_ASKED)) if (await isGone(wire, id)) gone.push(id)
  return gone
}

const isGone = (wire: Wire, id: string): Promise<boolean> =>
  paperOf(wire, id).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refusal && error.kind === 'gone') return true
      throw error
    },
  )

/** The paper of this number of a payer; one that is still a draft is marked as sent, which sends no e-mail. */
async function put(wire: Wire, kind: Kind, bill: FarBill, body: () => object): Promise<Paper> {
  const there = (await list(wire, kind, { contact: addressOf(wire, bill.payerId) })).find(({ reference }) => reference === bill.number)
  const paper = there ?? (await makePaper(wire, kind, body()))
  if (paper.status === 'Draft') await change(wire, `${idOf(paper.url)}/transitions/mark_as_sent`)
  return paper
}

export async function putBill(wire: Wire, bill: FarBill): Promise<FarPaper> {
  const silent = { send_new_invoice_emails: false, send_reminder_emails: false, send_thank_you_emails: false }
  const items = () => bill.lines.map((line) => itemOf(line, 1, bill.isVatRegistered))
  return toPaper(await put(wire, 'invoices', bill, () => ({ invoice: { ...bodyOf(wire, bill), ...silent, invoice_items: items() } })))
}

/** Then what it credits is taken off its invoice, as far as both have something open. */
export async function putCredit(wire: Wire, credit: FarCredit): Promise<FarPaper> {
  const items = () => credit.lines.map((line) => itemOf(line, -1, credit.isVatRegistered))
  const comments = credit.creditsNumber ? { comments: `Credit for ${credit.creditsNumber}` } : {}
  const body = () => ({ credit_note: { ...bodyOf(wire, credit), ...comments, credit_note_items: items() } })
  const paper = toPaper(await put(wire, 'credit_notes', credit, body))
  if (credit.creditsId) await reconcile(wire, paper.id, credit.creditsId, credit.issuedOn)
  return paper
}

async function reconcile(wire: Wire, creditId: string, billId: string, onDay: string): Promise<void> {
  const [credit, bill] = [await paperOf(wire, creditId), await paperOf(wire, billId)]
  const pence = Math.min(Math.abs(penceOf(credit.due_value ?? '0')), penceOf(bill.due_value ?? '0'))
  if (pence <= 0) return
  const between = { invoice: addressOf(wire, billId), credit_note: addressOf(wire, creditId) }
  await make(wire, 'credit_note_reconciliations', {
    credit_note_reconciliation: { gross_value: decimalOf(pence), dated_on: onDay, currency: 'GBP', ...between },
  })
}
