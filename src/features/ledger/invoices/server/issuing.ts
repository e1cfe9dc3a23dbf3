// Followed by: allocations, VAT by its day and the oldest debt (ledger/payments).

import { requireMay } from '#features/core/practice/server/require-may.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import type { InvoiceAsWas, NewInvoice } from '#features/ledger/invoices/contract.ts'
import { totalsOf } from '#features/ledger/invoices/rules.ts'
import type { ChargeRow } from '#features/ledger/invoices/server/charge-queries.ts'
import { chargeByNow } from '#features/ledger/invoices/server/charging.ts'
import { frozenLines } from '#features/ledger/invoices/server/frozen-lines.ts'
import { type Frozen, findFrozen, type InvoiceRow, listToInvoice, nextNumber } from '#features/ledger/invoices/server/queries.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import type { Money } from '#features/records/prices/settings.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { inBatch } from '#platform/server/database/in-batch.ts'
import { findRow, holdWriters, insertRow, keepServerColumns, logActivity, type Row, rowForChange } from '#platform/server/database/rows.ts'

/** More than any invoice here, and all that a column holds: £10,000,000. */
const MOST_TOTAL_PENCE = 1_000_000_000

/**
 * Issues an invoice of a payer's uninvoiced lines; `id` may have been made on a device. It gets the next number of the series in the same
 * transaction, so that one that is refused or fails leaves no gap. Its day is the one it is numbered on.
 * @throws forbidden, client_not_found, nothing_to_invoice, invoice_below_nothing, id_taken
 */
export async function issueInvoice(tx: PracticeTx, actor: Actor, id: string, input: NewInvoice): Promise<InvoiceRow> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  // A client who has been removed since still pays for the work done.
  const payer = await rowForChange(tx, 'clients', idOf(input.payerClientId, 'client_not_found'), 'client_not_found')
  await chargeByNow(tx, actor)
  const charges = await listToInvoice(tx, {
    payerClientId: payer.id,
    appointmentId: optionalId(input.appointmentId, 'appointment_not_found') ?? undefined,
    ownerId: optionalId(input.ownerId, 'client_not_found') ?? undefined,
    ids: input.chargeIds?.map((one) => idOf(one, 'charge_not_found')),
  })
  if (await findRow(tx, 'invoices', id)) throw new AppError('id_taken')
  return issue(tx, actor, id, { payer, charges, dueOn: input.dueOn, note: input.note })
}

/** Issues the invoices of a visit, one for each payer. @throws forbidden, appointment_not_found, nothing_to_invoice, invoice_below_nothing */
export async function issueOfVisit(
  tx: PracticeTx,
  actor: Actor,
  { appointmentId, dueOn, note }: { appointmentId: string; dueOn?: Day | null | undefined; note?: string | null | undefined },
): Promise<InvoiceRow[]> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  const visit = await findRow(tx, 'appointments', idOf(appointmentId, 'appointment_not_found'))
  if (!visit || visit.deleted_at) throw new AppError('appointment_not_found')
  await chargeByNow(tx, actor)
  const charges = await listToInvoice(tx, { appointmentId: visit.id })
  if (charges.length === 0) throw new AppError('nothing_to_invoice')
  const payers = Map.groupBy(
    charges.toSorted((a, b) => a.place - b.place),
    ({ payer_client_id }) => payer_client_id,
  )
  const issued: InvoiceRow[] = []
  for (const [payerId, lines] of payers) {
    const payer = await rowForChange(tx, 'clients', payerId, 'client_not_found')
    issued.push(await issue(tx, actor, uuidv7(), { payer, charges: lines, dueOn, note }))
  }
  return issued
}

type Issue = {
  payer: Row<'clients'>
  charges: readonly ChargeRow[]
  dueOn?: Day | null | undefined
  note?: string | null | undefined
}

async function issue(tx: PracticeTx, actor: Actor, id: string, { payer, charges, dueOn, note }: Issue): Promise<InvoiceRow> {
  if (charges.length === 0) throw new AppError('nothing_to_invoice')
  const money = await moneyIn(tx, actor.practiceId)
  const visits = new Set(charges.map(({ appointment_id }) => appointment_id))
  const visitId = visits.size === 1 ? (charges[0]?.appointment_id ?? null) : null
  const named = charges.flatMap(({ horse_id, client_id }) => (horse_id ? [horse_id, client_id] : [client_id]))
  const workIds = charges.flatMap(({ work_entry_id }) => work_entry_id ?? [])
  const frozen = await findFrozen(tx, { named: [...new Set(named)], appointmentId: visitId, workIds })
  const { feet: scheme } = await settingsOf(tx)
  const asWas = {
    ...bothSides(actor, money, payer, frozen),
    visit: frozen.visit,
    creditsNumber: null,
    lines: frozenLines(charges, payer.id, frozen, scheme),
  }
  const today = dayOf(currentTime(), actor.zone)
  const usual = addDays(today, money.invoicing.dueDays)
  return writeInvoice(tx, actor, id, {
    kind: 'invoice',
    payerId: payer.id,
    series: money.invoicing.prefix,
    creditsId: null,
    appointmentId: visitId,
    issuedOn: today,
    // A device may have recorded it days ago.
    dueOn: dueOn ? (dueOn < today ? today : dueOn) : usual,
    note: noneIfBlank(note) ?? null,
    asWas,
    charges,
  })
}

/** The practice and the payer as they are now, with where transfers go and the terms. */
export function bothSides(actor: Actor, { invoicing, vat, bank }: Money, payer: Row<'clients'>, { frcNumber }: Pick<Frozen, 'frcNumber'>) {
  const { address, phone, email, terms } = invoicing
  const { accountName, sortCode, accountNumber } = bank
  return {
    practice: { name: actor.practiceName, address, phone, email, frcNumber, vatNumber: vat.isRegistered ? vat.number : null },
    payer: {
      name: payer.name,
      businessName: payer.business_name,
      isBusiness: payer.is_business,
      address: payer.address,
      postcode: payer.postcode,
    },
    bank: { accountName, sortCode, accountNumber },
    terms,
  }
}

/** What is written of an invoice or credit note, except its number and sums. `charges` are on it from then on. */
export type ToWrite = {
  kind: 'invoice' | 'credit'
  payerId: string
  series: string
  creditsId: string | null
  appointmentId: string | null
  issuedOn: Day
  dueOn: Day
  note: string | null
  asWas: InvoiceAsWas
  charges: readonly ChargeRow[]
}

/** Numbers and writes it, once and for all. @throws invoice_below_nothing, bad_request */
export async function writeInvoice(tx: PracticeTx, actor: Actor, id: string, what: ToWrite): Promise<InvoiceRow> {
  const { netPence, vatPence, grossPence } = totalsOf(what.asWas.lines)
  if (grossPence < 0) throw new AppError('invoice_below_nothing')
  if (grossPence > MOST_TOTAL_PENCE) throw new AppError('bad_request', { fields: ['chargeIds'] }, 'An invoice can be £10,000,000 at most.')
  const { kind, series } = what
  const number = await nextNumber(tx, actor.practiceId, series)
  const columns = {
    payer_client_id: what.payerId,
    kind,
    credits_invoice_id: what.creditsId,
    series,
    number,
    appointment_id: what.appointmentId,
    issued_on: what.issuedOn,
    due_on: what.dueOn,
    note: what.note,
    as_was: what.asWas,
    net_pence: netPence,
    vat_pence: vatPence,
    total_pence: grossPence,
    sent_at: null,
    member_id: actor.memberId,
  }
  return inBatch(tx, actor.practiceId, async (inner, batch) => {
    batch.know('invoices', [], [id])
    batch.know('charges', what.charges)
    const row = await insertRow(inner, actor, 'invoices', id, columns, { isPart: true })
    for (const charge of what.charges) await keepServerColumns(inner, charge, 'charges', { invoice_id: id })
    const after = { payer_client_id: what.payerId, client_id: what.payerId, series, number, total_pence: grossPence }
    await logActivity(inner, actor, {
      entity: 'invoices',
      entityId: id,
      verb: kind === 'credit' ? 'credited' : 'issued',
      before: null,
      after,
    })
    return row
  })
}
