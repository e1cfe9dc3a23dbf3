import { useRef } from 'react'
import type { Charge } from '#features/ledger/invoices/contract.ts'
import { chargeIdOf, inLineOrder, leftOf, type Pricing, visitInvoiceId } from '#features/ledger/invoices/rules.ts'
import { issuing, type KnownInvoice, sendingOf, useInvoices } from '#features/ledger/invoices/web/data.ts'
import { readPricing, usePricing } from '#features/ledger/invoices/web/use-pricing.ts'
import type { Allocation } from '#features/ledger/payments/contract.ts'
import type { SendWay } from '#features/ledger/payments/settle-words.ts'
import { chargesOfVisit, type HeldVisit, type PayerMoney, payersOf, unpricedOf } from '#features/ledger/payments/visit-money.ts'
import { type KnownPayment, usePayments } from '#features/ledger/payments/web/data.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { firstFree } from '#platform/web/sync/first-free.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'
import { readRow, readRows, useRow, useRows } from '#platform/web/use-rows.ts'

/** A payer of a visit, as this device holds their money. */
export type KnownPayer = PayerMoney<KnownInvoice, KnownPayment>

/** The data of a visit that its charges need; undefined while loading, and for members who see no money. */
function useVisitCharges(visitId: string) {
  const expected = useRef<Expected>({ lines: new Map(), madeIds: new Set() })
  const pricing = usePricing()
  const visit = useRow<VisitRow>('appointments', visitId)
  const lines = useRows<VisitHorse>('visit_horses', { appointmentId: visitId })?.toSorted((a, b) => a.place - b.place)
  const entries = useRows<WorkEntry>('work_entries', { horseId: lines?.flatMap(({ horseId }) => horseId ?? []) ?? [] })
  const horses = useRows<HorseRow>('horses')
  const clients = useRows<Client>('clients')
  const charges = useRows<Charge>('charges', { appointmentId: visitId })
  if (!pricing || !visit || !lines || !entries || !horses || !clients || !charges) return undefined
  const held = heldOf({ visit, lines, entries, horses, clients, charges })
  const all = withExpected(chargesOfVisit(held, pricing), held, expected.current)
  return { held, pricing, charges: all, unpriced: unpricedOf(held, pricing) }
}

/** Lines that were shown before the server had made them, and the ids of those it has. */
type Expected = { lines: Map<string, Charge>; madeIds: Set<string> }

/**
 * Between the answer to work and the fetch of what the server made of it a line would be gone for a moment, and with it what can be pressed:
 * one that was expected stays until the server's own has come, or its work is gone.
 */
function withExpected(charges: readonly Charge[], held: HeldVisit, { lines, madeIds }: Expected): Charge[] {
  for (const charge of charges) {
    if ('shownId' in charge) madeIds.add(charge.id)
    else lines.set(charge.id, charge)
  }
  const known = new Set(charges.map(({ id }) => id))
  const works = new Set(held.entries.map(({ id }) => chargeIdOf(id)))
  const coming = [...lines.values()].filter(({ id }) => !known.has(id) && !madeIds.has(id) && works.has(id))
  return coming.length > 0 ? inLineOrder([...charges, ...coming]) : [...charges]
}

/** A visit's money, payer by payer; undefined while loading, and for members who see no money. */
export function useVisitMoney(visitId: string) {
  const known = useVisitCharges(visitId)
  const invoices = useInvoices()
  const payments = usePayments()
  const allocations = useRows<Allocation>('allocations')
  if (!known || !invoices || !payments || !allocations) return undefined
  return { ...known, payers: payersOf<KnownInvoice, KnownPayment>(known.held, known.charges, { invoices, payments, allocations }) }
}

/** The request for one payer at the end of a visit; `seen`: what the screen showed, where the disk has no lines of it yet. */
export type Settle = { payerClientId: string; way: SendWay; seen?: Pick<KnownPayer, 'toInvoice' | 'totals'> }

/** Has the invoice of a payer of this visit issued, and not sent; its id. */
export const issueOfVisit = async (visitId: string, { payerClientId }: KnownPayer, today: Day): Promise<string> =>
  (await settleVisit(visitId, [{ payerClientId, way: 'hand' }], today))[0] ?? ''

/** Requests every invoice of a visit, with the visit as it is on the disk: one for each payer; returns how many. */
export async function issueAllOfVisit(visitId: string, today: Day): Promise<number> {
  const { payers } = await readPayers(visitId)
  const asked = payers.filter(isToInvoice).map(({ payerClientId }) => ({ payerClientId, way: 'hand' as const }))
  return (await settleVisit(visitId, asked, today)).length
}

/** Has the invoices of these payers of a visit issued and sent; their ids. What another press or device did before is not done again. */
export const settleVisit = (visitId: string, asked: readonly Settle[], today: Day): Promise<string[]> =>
  settling(async () => {
    const { changes, ids } = await settlingOf(visitId, asked, today)
    return changes.length > 0 && (await record(changes)) ? ids : []
  })

/** One after the other, however fast they are pressed: each is decided by what the one before has written. */
export function settling<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work)
  lastTurn = turn.catch(() => undefined)
  return turn
}

let lastTurn: Promise<unknown> = Promise.resolve()

/** The changes that issue and send what these payers still have to be invoiced, and send what was issued and not sent. */
export async function settlingOf(visitId: string, asked: readonly Settle[], today: Day): Promise<{ changes: Change[]; ids: string[] }> {
  const { payers, pricing } = await readPayers(visitId)
  const dueOn = addDays(today, pricing.money.invoicing.dueDays)
  const changes: Change[] = []
  for (const { payerClientId, way, seen } of asked) {
    const payer = payers.find((one) => one.payerClientId === payerClientId)
    const send = way === 'hand' ? undefined : way
    const unsent = payer && unsentOf(payer)
    const bill = payer && isToInvoice(payer) ? payer : payer?.invoices.length === 0 ? seen : undefined
    if (bill && bill.toInvoice.length > 0) {
      const id = await firstFree('invoices', (nth) => visitInvoiceId(visitId, payerClientId, nth))
      const asWished = { id, payerClientId, appointmentId: visitId, ...(send && { send }) }
      changes.push(issuing(asWished, { ...previewOf(bill), issuedOn: today, dueOn }))
    } else if (unsent && send) changes.push(sendingOf(unsent.id, send))
  }
  return { changes, ids: changes.flatMap(({ id }) => id ?? []) }
}

/** An invoice of the visit that is issued, owed, and neither sent nor about to be. */
export const unsentOf = ({ invoices }: KnownPayer): KnownInvoice | undefined =>
  invoices.find((invoice) => invoice.sentAt === null && !invoice.askedToSend && leftOf(invoice) > 0)

async function readPayers(visitId: string): Promise<{ payers: KnownPayer[]; pricing: Pricing }> {
  const [visit, pricing] = await Promise.all([readRow<VisitRow>('appointments', visitId), readPricing()])
  if (!visit) return { payers: [], pricing }
  const lines = (await readRows<VisitHorse>('visit_horses', { appointmentId: visitId })).toSorted((a, b) => a.place - b.place)
  const [entries, horses, clients, charges, invoices] = await Promise.all([
    readRows<WorkEntry>('work_entries', { horseId: lines.flatMap(({ horseId }) => horseId ?? []) }),
    readRows<HorseRow>('horses'),
    readRows<Client>('clients'),
    readRows<Charge>('charges', { appointmentId: visitId }),
    readRows<KnownInvoice>('invoices'),
  ])
  const held = heldOf({ visit, lines, entries, horses, clients, charges })
  const moved = { invoices, payments: [], allocations: [] }
  return { payers: payersOf<KnownInvoice, KnownPayment>(held, chargesOfVisit(held, pricing), moved), pricing }
}

/** Whether there is anything to issue an invoice of. */
export const isToInvoice = ({ toInvoice, totals }: Pick<KnownPayer, 'toInvoice' | 'totals'>): boolean =>
  toInvoice.length > 0 && totals.grossPence >= 0

const previewOf = ({ toInvoice, totals }: Pick<KnownPayer, 'toInvoice' | 'totals'>) => ({
  netPence: totals.netPence,
  vatPence: totals.vatPence,
  totalPence: totals.grossPence,
  chargeIds: toInvoice.map(({ id }) => id),
})

type Read = Pick<HeldVisit, 'visit' | 'lines' | 'entries' | 'charges'> & { horses: readonly HorseRow[]; clients: readonly Client[] }

function heldOf({ visit, lines, entries, horses, clients, charges }: Read): HeldVisit {
  const ids = new Set(lines.map(({ id }) => id))
  return {
    visit,
    lines,
    entries: entries.filter(({ visitHorseId }) => visitHorseId !== null && ids.has(visitHorseId)),
    horses: new Map(horses.map((horse) => [horse.id, horse])),
    clients: new Map(clients.map((client) => [client.id, client])),
    charges,
  }
}
