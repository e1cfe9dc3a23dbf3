import type { Charge, ChargeChange, Invoice, NewCharge, NewInvoice } from '#features/ledger/invoices/contract.ts'
import { chargeIdOf, LAST_PLACE } from '#features/ledger/invoices/rules.ts'
import type { SendingChannel } from '#features/ledger/invoices/sending-contract.ts'
import type { Day } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { memoLast } from '#lib/memo-last.ts'
import { record, type Seen } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { readRow, readRows, useRows } from '#platform/web/use-rows.ts'

/** A line as this device holds it. */
export type KnownCharge = Kept<Charge>
/**
 * An invoice as this device holds it; `chargeIds` are the lines of one that waits for its number, `askedToSend` how one goes that waits to
 * be sent.
 */
export type KnownInvoice = Kept<Invoice & { chargeIds?: readonly string[]; askedToSend?: SendingChannel }>

/** Every line there is, in no order; undefined while they load. */
export const useCharges = (): readonly KnownCharge[] | undefined => useRows<Charge>('charges')

/** Invoices and credit notes, newest first, those that wait for their number before all; undefined while they load. */
export function useInvoices(): readonly KnownInvoice[] | undefined {
  const rows = useRows<Invoice>('invoices')
  return rows && newestFirst(rows)
}

/** Records a line to be invoiced, with how it is shown until the server has made it; returns its id. */
export async function addCharge({ id = uuidv7(), ...words }: NewCharge, shown: Partial<Charge>): Promise<string> {
  const ids = await record([{ action: 'CREATE', entity: 'charges', id, data: words, alsoShow: { ...BLANK, ...shown, ...words } }])
  return ids ? id : ''
}

/** Changes a line that is still to be invoiced; false when it is gone from this device. */
export async function changeCharge(id: string, change: ChargeChange, seen: Seen = {}): Promise<boolean> {
  const alsoShow = change.unitPence === undefined ? {} : { isByHand: true }
  return (await record([{ action: 'UPDATE', entity: 'charges', id, data: change, alsoShow, ...seen }])) !== false
}

/** Removes a line; undoing makes another of the same words. Undefined: it was gone. */
export async function removeCharge(charge: KnownCharge): Promise<(() => Promise<boolean>) | undefined> {
  if ((await record([{ action: 'DELETE', entity: 'charges', id: charge.id }])) === false) return undefined
  return async () => (await addCharge(wordsOf(charge), asShown(charge))) !== ''
}

/** A work entry as far as its line goes. */
export type PricedWork = {
  workEntryId: string
  /** The line as the server makes it of the work. */
  shown: Charge
}

/** The change that sets what a horse's work costs this once; recorded with the work itself, or after. */
export async function priceByHand({ workEntryId, shown }: PricedWork, unitPence: number) {
  const id = chargeIdOf(workEntryId)
  if (await readRow<Charge>('charges', id))
    return { action: 'UPDATE', entity: 'charges', id, data: { unitPence }, alsoShow: { isByHand: true } } as const
  const data = { workEntryId, unitPence }
  return { action: 'CREATE', entity: 'charges', id, data, alsoShow: { ...shown, unitPence, isByHand: true } } as const
}

/** Sets what a line costs this once, whether or not the server has made it yet; false when it is gone from this device. */
export async function repriceCharge(charge: Charge, unitPence: number): Promise<boolean> {
  if (!charge.workEntryId) return changeCharge(charge.id, { unitPence })
  return (await record([await priceByHand({ workEntryId: charge.workEntryId, shown: charge }, unitPence)])) !== false
}

/** What an invoice is shown with until the server has issued it. */
export type Preview = { netPence: number; vatPence: number; totalPence: number; chargeIds: readonly string[]; issuedOn: Day; dueOn: Day }

/** The change that has an invoice issued, and sent where it has a channel; its number comes with the signal. */
export const issuing = ({ id = uuidv7(), send, ...invoice }: NewInvoice, preview: Preview) =>
  ({
    action: 'CREATE',
    entity: 'invoices',
    id,
    data: invoice,
    ...(send && { alsoSend: { send } }),
    alsoShow: { ...UNNUMBERED, ...preview, ...definite(invoice, preview), ...(send && { askedToSend: send }) },
  }) as const

/**
 * Requests an invoice of uninvoiced lines; returns its id. A screen that does not show it yet may request it again. It is issued once, so
 * each request is looked up on the disk, one after the other.
 */
export function issueInvoice(invoice: NewInvoice, preview: Preview): Promise<string> {
  const issued = lastIssued.then(async () => {
    const all = await readRows<KnownInvoice>('invoices')
    const waiting = all.find(({ isOffline, chargeIds }) => isOffline && chargeIds?.some((id) => preview.chargeIds.includes(id)))
    if (waiting) return waiting.id
    const change = issuing(invoice, preview)
    return (await record([change])) ? change.id : ''
  })
  lastIssued = issued.catch(() => undefined)
  return issued
}

let lastIssued: Promise<unknown> = Promise.resolve()

/** The change that has an issued invoice sent, unless it was. */
export const sendingOf = (id: string, send: SendingChannel) =>
  ({ action: 'UPDATE', entity: 'invoices', id, alsoSend: { send }, alsoShow: { askedToSend: send } }) as const

/** Takes invoices back: one that never reached the server is forgotten, another is credited there and its text stopped. All, or none. */
export const takeBackInvoices = async (ids: readonly string[]): Promise<boolean> =>
  (await record(ids.map((id) => ({ action: 'DELETE', entity: 'invoices', id }) as const))) !== false

/** The fields of the request that the invoice will have too: payer, visit, due day. */
const definite = ({ payerClientId, appointmentId, dueOn, note }: NewInvoice, preview: Preview) => ({
  payerClientId,
  appointmentId: appointmentId ?? null,
  dueOn: dueOn ?? preview.dueOn,
  note: note ?? null,
})

const UNNUMBERED = {
  kind: 'invoice',
  creditsInvoiceId: null,
  series: '',
  number: null,
  asWas: null,
  paidPence: 0,
  sentAt: null,
  memberId: null,
} satisfies Partial<Invoice>

const BLANK = {
  appointmentId: null,
  visitHorseId: null,
  horseId: null,
  workEntryId: null,
  invoiceId: null,
  kind: 'extra',
  quantity: 1,
  vatRateBp: 0,
  includesVat: false,
  place: LAST_PLACE,
  isByHand: true,
} satisfies Partial<Charge>

/** What a person entered for a line; the line of a work entry follows from the work except for its price. */
const wordsOf = (charge: KnownCharge): NewCharge => {
  const { id, workEntryId, visitHorseId, appointmentId, horseId, clientId, payerClientId, description, quantity, unitPence } = charge
  if (workEntryId) return { id, workEntryId, unitPence }
  const { vatRateBp, chargedOn, place } = charge
  const kind = BY_HAND.find((each) => each === charge.kind) ?? 'extra'
  return {
    ...{ visitHorseId, appointmentId, horseId, clientId, payerClientId, kind, description, quantity, unitPence, vatRateBp },
    ...{ chargedOn, place },
  }
}
const BY_HAND = ['call-out', 'mileage', 'extra', 'discount'] as const

const asShown = ({
  id: _id,
  rev: _rev,
  shownId: _shown,
  isOffline: _offline,
  isPending: _pending,
  needsAttention: _needs,
  ...charge
}: KnownCharge) => charge

const newestFirst = memoLast((rows: readonly KnownInvoice[]) => rows.toSorted(byIssue))
const byIssue = (a: KnownInvoice, b: KnownInvoice) =>
  Number(a.number !== null) - Number(b.number !== null) ||
  b.issuedOn.localeCompare(a.issuedOn) ||
  (b.number ?? 0) - (a.number ?? 0) ||
  b.id.localeCompare(a.id)
