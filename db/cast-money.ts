import { type Insertable, type Selectable, sql } from 'kysely'
import { cast, FRC_NUMBER } from '#db/cast.ts'
import { insertAll, takeSeqs } from '#db/cast-insert.ts'
import type { CastClientKey } from '#db/cast-people.ts'
import { CAST_PAYERS } from '#db/cast-places.ts'
import { priceItemRows, priceOverrideRows } from '#db/cast-prices.ts'
import { pick } from '#db/cast-random.ts'
import type { StopRows } from '#db/cast-rows.ts'
import type { InvoiceAsWas, InvoiceLine } from '#features/ledger/invoices/contract.ts'
import { chargeIdOf, inLineOrder, lineOf, totalsOf } from '#features/ledger/invoices/rules.ts'
import { toCharge } from '#features/ledger/invoices/server/wire.ts'
import { priceFor } from '#features/records/prices/rules.ts'
import { moneySettingsId } from '#features/records/prices/settings.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Bare<T extends keyof Tables> = Omit<Insertable<Tables[T]>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>
type ChargeRow = Selectable<Tables['charges']>

/** The demo practice's accounts go back this far. */
const DAYS_BACK = 365
/** Gareth writes invoices on a Sunday evening, more or less: the work of the last days is not invoiced yet. */
const DAYS_TO_INVOICE = 3
const DUE_DAYS = 14

/** Slow payers: days from the invoice on. Everyone else pays on the day or within ten. */
const SLOW: Partial<Record<CastClientKey, number>> = { daveTranter: 75, kevinStubbs: 130, jeanCadwell: 40, marcusYeo: 60 }

const BANK = { accountName: 'G Probert Farriery', sortCode: '00-00-00', accountNumber: '00000000' }
const ADDRESS = { address: 'The Forge, Risbury, Leominster HR6 0VA', phone: '07700 900100', email: cast.owner.email }
const INVOICING = {
  ...ADDRESS,
  dueDays: DUE_DAYS,
  terms: 'Payment within 14 days, by bank transfer, card or cash. Thank you.',
}

/** The practice's settings for money, from the beginning. */
export const moneySettingsRows = (): Bare<'money_settings'>[] => [
  { id: moneySettingsId(cast.practice.id), invoicing: INVOICING, bank: BANK, tax: { chargePerMilePence: 45 } },
]

/** The charges for the work of finished visits. */
export const chargeRows = (rows: readonly StopRows[], today: Day): Bare<'charges'>[] =>
  rows
    .filter(({ visit }) => visit.status === 'done' && visit.on_day >= addDays(today, -DAYS_BACK))
    .flatMap(({ visit, lines, entries }) =>
      entries.flatMap((entry, place) => {
        const clientId = lines[place]?.client_id ?? ''
        const where = { horseId: entry.horse_id, clientId, yardId: visit.yard_id ?? null }
        const price = priceFor(ITEMS, OVERRIDES, where, entry.service_type)
        if (!price) return []
        const yardPays = Object.entries(CAST_PAYERS).find(([yard]) => cast.yards[yard as keyof typeof cast.yards].id === visit.yard_id)?.[1]
        return {
          id: chargeIdOf(entry.id),
          payer_client_id: yardPays ? cast.clients[yardPays].id : clientId,
          client_id: clientId,
          appointment_id: visit.id,
          visit_horse_id: entry.visit_horse_id ?? null,
          horse_id: entry.horse_id,
          work_entry_id: entry.id,
          invoice_id: null,
          kind: 'work' as const,
          description: entry.service_type,
          unit_pence: price.pence,
          charged_on: entry.work_date,
          place: place + 1,
        }
      }),
    )

const ITEMS = priceItemRows().map(({ id, service_type: serviceType, label, unit_pence: unitPence }) => ({
  ...{ id, serviceType, label, unitPence },
  vatRateBp: 0,
}))
const OVERRIDES = priceOverrideRows().map((row) => ({
  id: row.id,
  priceItemId: row.price_item_id,
  clientId: row.client_id ?? null,
  horseId: row.horse_id ?? null,
  yardId: row.yard_id ?? null,
  unitPence: row.unit_pence ?? null,
}))

/** Invoices work that has waited long enough, and books payments up to `today`: most of them on the day or within the week. */
export async function keepAccounts(tx: PracticeTx, today: Day): Promise<void> {
  await invoiceAll(tx, today)
  await bookPayments(tx, today)
  await keepOldestDue(tx)
}

async function invoiceAll(tx: PracticeTx, today: Day): Promise<void> {
  const waiting = await tx
    .selectFrom('charges')
    .selectAll()
    .where('invoice_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('appointment_id', 'is not', null)
    .where('charged_on', '<=', addDays(today, -DAYS_TO_INVOICE))
    .execute()
  if (waiting.length === 0) return
  const names = await namesOf(tx)
  const groups = [...Map.groupBy(waiting, (charge) => keyOf(charge.charged_on, charge.appointment_id, charge.payer_client_id))]
  const first = await takeNumbers(tx, groups.length)
  const invoices = groups
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, charges], index) => invoiceOf(key, charges, { number: first + index, names }))
  await insertAll(
    tx,
    'invoices',
    invoices.map(({ row }) => row),
  )
  const lines = invoices.flatMap(({ row, charges }) => charges.map(({ id }) => ({ id, invoice_id: row.id })))
  const seq = await takeSeqs(tx, lines.length)
  await sql`
    update charges c set invoice_id = line.invoice_id, rev = c.rev + 1, seq = ${seq} + line.place - 1
    from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map((line) => line.invoice_id)}::uuid[]) with ordinality line (id, invoice_id, place)
    where c.practice_id = ${cast.practice.id} and c.id = line.id`.execute(tx)
}

async function takeNumbers(tx: PracticeTx, count: number): Promise<number> {
  const { next } = await tx
    .insertInto('invoice_counters')
    .values({ practice_id: cast.practice.id, series: 'INV', next: count + 1 })
    .onConflict((known) =>
      known.columns(['practice_id', 'series']).doUpdateSet((eb) => ({ next: eb('invoice_counters.next', '+', count) })),
    )
    .returning('next')
    .executeTakeFirstOrThrow()
  return next - count
}

type Names = Awaited<ReturnType<typeof namesOf>>
async function namesOf(tx: PracticeTx) {
  const clients = await tx.selectFrom('clients').select(['id', 'name', 'business_name', 'is_business', 'address', 'postcode']).execute()
  const horses = await tx.selectFrom('horses').select(['id', 'name']).execute()
  const visits = await tx.selectFrom('appointments').select(['id', 'title', 'on_day', 'as_was']).where('status', '=', 'done').execute()
  const byId = <R extends { id: string }>(rows: R[]) => new Map(rows.map((row) => [row.id, row]))
  return { clients: byId(clients), horses: byId(horses), visits: byId(visits) }
}

function invoiceOf(key: string, charges: ChargeRow[], { number, names }: { number: number; names: Names }) {
  const [{ payer_client_id: payerId, charged_on: day, appointment_id: visitId }] = charges as [ChargeRow]
  const lines = inLineOrder(charges.map(toCharge)).map(
    (charge): InvoiceLine => ({
      chargeId: charge.id,
      kind: charge.kind,
      chargedOn: charge.chargedOn,
      description: charge.description,
      horseName: names.horses.get(charge.horseId ?? '')?.name ?? null,
      ownerName: charge.clientId === payerId ? null : (names.clients.get(charge.clientId)?.name ?? null),
      quantity: charge.quantity,
      unitPence: charge.unitPence,
      vatRateBp: charge.vatRateBp,
      includesVat: charge.includesVat,
      ...lineOf(charge),
    }),
  )
  const { netPence, vatPence, grossPence } = totalsOf(lines)
  const row: Bare<'invoices'> = {
    id: uuidOf('cast', 'invoice', key),
    payer_client_id: payerId,
    series: 'INV',
    number,
    appointment_id: visitId,
    issued_on: day,
    due_on: addDays(day, DUE_DAYS),
    note: null,
    credits_invoice_id: null,
    as_was: asWasOf(payerId, visitId, lines, names),
    net_pence: netPence,
    vat_pence: vatPence,
    total_pence: grossPence,
    sent_at: null,
    member_id: cast.owner.memberId,
  }
  return { row, charges }
}

const keyOf = (day: Day, visitId: string | null, payerId: string) => `${day} ${visitId} ${payerId}`

function asWasOf(payerId: string, visitId: string | null, lines: InvoiceLine[], names: Names): InvoiceAsWas {
  const payer = names.clients.get(payerId)
  const visit = names.visits.get(visitId ?? '')
  return {
    practice: { name: cast.practice.name, ...ADDRESS, frcNumber: FRC_NUMBER, vatNumber: null },
    payer: {
      name: payer?.name ?? '',
      businessName: payer?.business_name ?? null,
      isBusiness: payer?.is_business ?? false,
      address: payer?.address ?? null,
      postcode: payer?.postcode ?? null,
    },
    bank: BANK,
    terms: INVOICING.terms,
    visit: visit ? { onDay: visit.on_day, location: (visit.as_was?.location as string | undefined) ?? null, title: visit.title } : null,
    creditsNumber: null,
    lines,
  }
}

async function bookPayments(tx: PracticeTx, today: Day): Promise<void> {
  const open = await tx
    .selectFrom('invoices')
    .select(['id', 'payer_client_id', 'appointment_id', 'issued_on', 'total_pence', 'series', 'number'])
    .whereRef('paid_pence', '<', 'total_pence')
    .where('paid_pence', '=', 0)
    .execute()
  // A visitor of the demo records the payments of their own invoices.
  const ours = open.filter((one) => one.id === uuidOf('cast', 'invoice', keyOf(one.issued_on, one.appointment_id, one.payer_client_id)))
  const paid = ours.map((invoice) => ({ ...invoice, ...habitOf(invoice) })).filter(({ on }) => on <= today)
  await insertAll(
    tx,
    'payments',
    paid.map((one) => ({
      id: uuidOf('cast', 'payment', one.id),
      payer_client_id: one.payer_client_id,
      amount_pence: one.total_pence,
      method: one.method,
      received_on: one.on,
      reference: one.method === 'bank-transfer' ? `INV-${String(one.number).padStart(4, '0')}` : null,
      appointment_id: one.on === one.issued_on ? one.appointment_id : null,
      invoice_id: one.id,
      member_id: cast.owner.memberId,
      provider_ref: null,
      refunds_payment_id: null,
    })),
  )
  await insertAll(
    tx,
    'allocations',
    paid.map((one) => ({
      id: uuidOf('cast', 'allocation', one.id),
      payment_id: uuidOf('cast', 'payment', one.id),
      credit_id: null,
      invoice_id: one.id,
      amount_pence: one.total_pence,
    })),
  )
  const seq = await takeSeqs(tx, paid.length)
  await sql`
    update invoices i set paid_pence = i.total_pence, rev = i.rev + 1, seq = ${seq} + paid.place - 1
    from unnest(${paid.map(({ id }) => id)}::uuid[]) with ordinality paid (id, place)
    where i.practice_id = ${cast.practice.id} and i.id = paid.id`.execute(tx)
}

type Owed = { id: string; payer_client_id: string; issued_on: Day }
const METHODS = ['cash', 'card', 'bank-transfer', 'bank-transfer', 'bank-transfer'] as const

/** How and when a demo invoice is paid. */
function habitOf({ id, payer_client_id, issued_on }: Owed): { method: (typeof METHODS)[number]; on: Day } {
  const slow = Object.entries(SLOW).find(([key]) => cast.clients[key as CastClientKey].id === payer_client_id)?.[1]
  if (slow) return { method: 'bank-transfer', on: addDays(issued_on, slow) }
  const method = pick(`method ${payer_client_id}`, METHODS)
  return { method, on: method === 'bank-transfer' ? addDays(issued_on, pick(`pays ${id}`, [1, 2, 3, 4, 6, 9])) : issued_on }
}

/** The due day of each client's oldest unpaid invoice; as the service stores it. */
async function keepOldestDue(tx: PracticeTx): Promise<void> {
  const { rows } = await sql<{ id: string; due: Day | null }>`
    select c.id, i.due from clients c
    left join (select payer_client_id, min(due_on) as due from invoices where paid_pence < total_pence and kind = 'invoice' group by 1) i
      on i.payer_client_id = c.id
    where c.oldest_due_on is distinct from i.due`.execute(tx)
  let seq = await takeSeqs(tx, rows.length)
  for (const { id, due } of rows)
    await tx
      .updateTable('clients')
      .set((eb) => ({ oldest_due_on: due, rev: eb('rev', '+', 1), seq: seq++ }))
      .where('id', '=', id)
      .execute()
}
