import {
  ASKED,
  decimals,
  dueOf,
  type FarAgent,
  type FarPaperRow,
  Fault,
  type Item,
  POSTED,
  pence,
  sumsOf,
} from '#connectors/freeagent/far-books.ts'
import { realMs } from '#lib/clock.ts'

/* For tests only: what the double of FreeAgent answers, as its documentation says. Requests that the documentation does not have are noted. */

type Json = Record<string, unknown>
export type Sent = { status?: number; body?: Json; location?: string }
export type At = (kind: string, id: number) => string
type Here = { agent: FarAgent; at: At; invalid: string[] }

/** @throws Fault */
export function answerTo(here: Here, method: string, { pathname, searchParams }: URL, text: string): Sent {
  const [, , kind = '', id, , transition] = pathname.split('/')
  if (method === 'GET' && kind === 'company') return { body: { company: COMPANY } }
  if (method === 'GET' && id) return { body: one(here, kind, Number(id)) }
  if (method === 'GET') return { body: { [kind]: paged(here, kind, searchParams) } }
  if (method === 'POST') return posted(here, kind, text)
  if (transition) return marked(here, kind, Number(id), transition)
  return changed(here, kind, Number(id), text)
}

const COMPANY = { name: 'Gareth Probert Farriery', subdomain: 'probert', currency: 'GBP', sales_tax_registration_status: 'Registered' }

function said({ invalid }: Here, why: string): Fault {
  invalid.push(why)
  return new Fault(400, why)
}

function parsed(here: Here, kind: string, text: string): Json {
  const read = POSTED[kind as keyof typeof POSTED]?.safeParse(JSON.parse(text))
  if (!read?.success) throw said(here, `${kind}: ${read?.error.message ?? 'no such resource'}`)
  return Object.values(read.data)[0] as Json
}

function paged(here: Here, kind: string, params: URLSearchParams): Json[] {
  const { page = '1', per_page = '25', ...rest } = Object.fromEntries(params)
  const isUnknown = Object.keys(rest).some((key) => !ASKED[kind]?.includes(key))
  if (!ASKED[kind] || isUnknown || Number(per_page) > 100) throw said(here, `${kind}?${params}`)
  return listed(here, kind, rest).slice((Number(page) - 1) * Number(per_page), Number(page) * Number(per_page))
}

function listed(here: Here, kind: string, { updated_since, contact, sort = '', ...rest }: Record<string, string>): Json[] {
  const { agent, at } = here
  const since = updated_since ? Date.parse(updated_since) : 0
  if (Number.isNaN(since)) throw said(here, `updated_since=${updated_since}`)
  const fresh = <T extends { updated: number; id: number }>(rows: readonly T[]) =>
    rows.filter(({ updated }) => updated >= since).sort((a, b) => (sort.startsWith('-') ? b.id - a.id : a.id - b.id))
  if (kind === 'contacts') return fresh(agent.contacts).map((row) => contactJson(at, row))
  if (kind === 'invoices' || kind === 'credit_notes')
    return fresh(agent.papers.filter((row) => row.kind === kind && (!contact || row.contact === contact))).map((row) =>
      paperJson(at, row, true),
    )
  if (kind === 'bank_accounts')
    return [{ url: at('bank_accounts', 1), type: 'StandardBankAccount', name: 'Current', is_primary: true, status: 'active' }]
  if (kind !== 'bank_transaction_explanations') return []
  if (!rest.bank_account) throw said(here, 'explanations of no bank account')
  return fresh(agent.payments.filter((paid) => isWithin(paid, rest))).map((paid) => paymentJson(at, paid))
}

const isWithin = (paid: FarAgent['payments'][number], { bank_account, from_date = '', to_date = '9999' }: Record<string, string>) =>
  paid.bank_account === bank_account && paid.dated_on >= from_date && paid.dated_on <= to_date

const paymentJson = (
  at: At,
  { id, bank_account, dated_on, pence: amount, paid_invoice, description, isGuess, updated }: FarAgent['payments'][number],
) => ({
  url: at('bank_transaction_explanations', id),
  ...{ bank_account, dated_on, gross_value: decimals(amount), paid_invoice, description, marked_for_review: isGuess },
  updated_at: new Date(updated).toISOString(),
})

const contactJson = (at: At, { id, updated, ...contact }: FarAgent['contacts'][number]): Json => ({
  url: at('contacts', id),
  ...contact,
  updated_at: new Date(updated).toISOString(),
})

/** A single invoice comes without its address, as their page shows it. */
function paperJson(at: At, row: FarPaperRow, isListed: boolean): Json {
  const { net, vat, total } = sumsOf(row)
  const { contact, reference, dated_on, due_on, status } = row
  return {
    ...((isListed || row.kind === 'credit_notes') && { url: at(row.kind, row.id) }),
    ...{ contact, reference, dated_on, due_on, status, currency: 'GBP' },
    ...{ net_value: decimals(net), total_value: decimals(total), due_value: decimals(dueOf(row)) },
    ...(isListed && { sales_tax_value: decimals(vat) }),
    updated_at: new Date(row.updated).toISOString(),
  }
}

function one(here: Here, kind: string, id: number): Json {
  if (kind === 'invoices') return { invoice: paperJson(here.at, here.agent.paper(kind, id), false) }
  if (kind === 'credit_notes') return { credit_note: paperJson(here.at, here.agent.paper(kind, id), false) }
  throw said(here, `GET ${kind}`)
}

function posted(here: Here, kind: string, text: string): Sent {
  const { agent, at } = here
  const given = parsed(here, kind, text)
  const made = (id: number, body: Json): Sent => ({ status: 201, location: at(kind, id), body })
  if (kind === 'contacts') {
    requireName(given)
    const row = { ...(given as FarAgent['contacts'][number]), id: agent.next(), updated: realMs() }
    agent.contacts.push(row)
    return made(row.id, { contact: contactJson(at, row) })
  }
  if (kind === 'invoices' || kind === 'credit_notes') {
    const row = agent.addPaper(kind, given as never, (given.invoice_items ?? given.credit_note_items) as Item[])
    return made(row.id, one(here, kind, row.id))
  }
  if (kind === 'bank_transaction_explanations') {
    const { gross_value = '', ...paid } = given as Record<string, string>
    const row = agent.addPayment({ description: '', ...paid, pence: pence(gross_value) } as never)
    return made(row.id, { bank_transaction_explanation: paymentJson(at, row) })
  }
  return made(reconciled(agent, given as Record<string, string>), { credit_note_reconciliation: given })
}

function reconciled(agent: FarAgent, { gross_value = '', invoice = '', credit_note = '' }: Record<string, string>): number {
  const idOf = (url: string) => Number(url.split('/').at(-1))
  const [bill, credit] = [agent.paper('invoices', idOf(invoice)), agent.paper('credit_notes', idOf(credit_note))]
  if (pence(gross_value) > Math.min(dueOf(bill), -dueOf(credit))) throw new Fault(422, 'Gross value is too large')
  agent.settle(bill, pence(gross_value))
  agent.settle(credit, -pence(gross_value))
  return agent.next()
}

function marked(here: Here, kind: string, id: number, transition: string): Sent {
  if ((kind !== 'invoices' && kind !== 'credit_notes') || transition !== 'mark_as_sent') throw said(here, `${kind} ${transition}`)
  const row = here.agent.paper(kind, id)
  row.status = sumsOf(row).total === 0 ? 'Zero Value' : 'Open'
  row.updated = realMs()
  return {}
}

function changed(here: Here, kind: string, id: number, text: string): Sent {
  if (kind !== 'contacts') throw said(here, `PUT ${kind}`)
  const row = here.agent.contacts.find((each) => each.id === id)
  if (!row) throw new Fault(404, 'Resource not found')
  Object.assign(row, parsed(here, kind, text), { updated: realMs() })
  requireName(row)
  return {}
}

function requireName({ first_name, last_name, organisation_name }: Json): void {
  if (!organisation_name && !(first_name && last_name)) throw new Fault(422, "First name can't be blank")
}
