import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { Charge, ChargeChange, NewCharge } from '#features/ledger/invoices/contract.ts'
import { chargeIdOf, chargeOfWork, LAST_PLACE, payerOf, vatOf } from '#features/ledger/invoices/rules.ts'
import { type ChargeRow, listWork } from '#features/ledger/invoices/server/charge-queries.ts'
import { chargeByNow, pricingFor } from '#features/ledger/invoices/server/charging.ts'
import { listCharges } from '#features/ledger/invoices/server/queries.ts'
import { columnsOf, toCharge } from '#features/ledger/invoices/server/wire.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { MOST_PENCE } from '#lib/money.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, findRow, holdWriters, insertRow, restoreRow, rowForChange, SHARED, updateRow } from '#platform/server/database/rows.ts'

type ChargeFilter = { toInvoice?: boolean | undefined; clientId?: string | undefined; appointmentId?: string | undefined }
type Page = { limit: number; after?: { chargedOn: Day; id: string } | undefined }

/** Lines, a page at a time. @throws forbidden for members who see no money */
export async function chargesOf(tx: PracticeTx, actor: Actor, filter: ChargeFilter, page: Page): Promise<Charge[]> {
  requireMay(actor, 'seeMoney')
  const clientId = optionalId(filter.clientId, 'client_not_found') ?? undefined
  const appointmentId = optionalId(filter.appointmentId, 'appointment_not_found') ?? undefined
  return (await listCharges(tx, { toInvoice: filter.toInvoice ?? false, clientId, appointmentId }, page)).map(toCharge)
}

/**
 * Adds a line to be invoiced. For a work entry it is its price set by hand: an existing line is changed, a removed one is restored.
 * @throws forbidden, bad_request, charge_is_invoiced, conflict, and not found for any record it names
 */
export async function addCharge(tx: PracticeTx, actor: Actor, id: string, input: NewCharge, baseRev?: number): Promise<ChargeRow> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  if (input.workEntryId) return priceWork(tx, actor, id, input, baseRev)
  const { kind = 'extra', unitPence, quantity = 1 } = input
  requireSum(kind, quantity, unitPence)
  const about = await aboutOf(tx, input)
  const money = await moneyIn(tx, actor.practiceId)
  return insertRow(tx, actor, 'charges', id, {
    ...columnsOf({
      ...about,
      workEntryId: null,
      invoiceId: null,
      kind: kind === 'work' ? 'extra' : kind,
      description: input.description ?? WORDS[kind],
      quantity,
      unitPence,
      ...vatOf(money, input.vatRateBp),
      chargedOn: input.chargedOn ?? about.onDay ?? dayOf(currentTime(), actor.zone),
      place: input.place ?? LAST_PLACE,
      isByHand: true,
    }),
  })
}

const WORDS = { work: 'Work', 'call-out': 'Call-out', mileage: 'Mileage', extra: 'Extra', discount: 'Discount' } as const

/** Changes a line that is still to be invoiced. @throws forbidden, charge_not_found, charge_is_invoiced, bad_request, conflict */
export async function changeCharge(tx: PracticeTx, actor: Actor, id: string, input: ChargeChange, baseRev?: number): Promise<ChargeRow> {
  requireMay(actor, 'seeMoney')
  const before = await chargeForChange(tx, actor, id, baseRev)
  const { quantity, unitPence, description, vatRateBp, payerClientId } = input
  requireSum(before.kind, quantity ?? before.quantity, unitPence ?? before.unit_pence)
  const payer = optionalId(payerClientId, 'client_not_found') ?? undefined
  if (payer) await requireClient(tx, payer)
  const isSaid = [quantity, unitPence, description, vatRateBp, payer].some((each) => each !== undefined)
  const vat = vatRateBp === undefined ? undefined : vatOf(await moneyIn(tx, actor.practiceId), vatRateBp)
  const columns = {
    description,
    quantity,
    unit_pence: unitPence,
    vat_rate_bp: vat?.vatRateBp,
    payer_client_id: payer,
    charged_on: input.chargedOn,
    place: input.place,
    is_by_hand: isSaid ? true : undefined,
  }
  return updateRow(tx, actor, before, 'charges', columns, { baseRev })
}

/** Removes an uninvoiced line; that of a work entry is not made again. @throws forbidden, charge_not_found, charge_is_invoiced, conflict */
export async function removeCharge(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<ChargeRow> {
  requireMay(actor, 'seeMoney')
  const before = await chargeForChange(tx, actor, id, baseRev)
  return deleteRow(tx, actor, before, 'charges', { baseRev })
}

/** A device may set the price of work that it recorded a moment ago, whose charge is not made yet. */
async function chargeForChange(tx: PracticeTx, actor: Actor, id: string, baseRev: number | undefined): Promise<ChargeRow> {
  await holdWriters(tx)
  if (!(await findRow(tx, 'charges', id))) await chargeByNow(tx, actor)
  const row = await rowForChange(tx, 'charges', id, 'charge_not_found')
  if (row.deleted_at && baseRev === undefined) throw new AppError('charge_not_found')
  if (row.invoice_id) throw new AppError('charge_is_invoiced')
  return row
}

async function priceWork(tx: PracticeTx, actor: Actor, id: string, input: NewCharge, baseRev: number | undefined): Promise<ChargeRow> {
  const entryId = idOf(input.workEntryId ?? '', 'work_entry_not_found')
  if (id !== chargeIdOf(entryId)) throw new AppError('bad_request', { fields: ['id'] }, 'The price of work has its own id: leave it out.')
  const entry = await findRow(tx, 'work_entries', entryId)
  if (!entry || entry.deleted_at) throw new AppError('work_entry_not_found')
  const { unitPence, description, quantity, vatRateBp } = input
  requireSum('work', quantity ?? 1, unitPence)
  const said = { unit_pence: unitPence, description, quantity, is_by_hand: true }
  const before = await findRow(tx, 'charges', id)
  if (before?.invoice_id) throw new AppError('charge_is_invoiced')
  if (before?.deleted_at) return restoreRow(tx, actor, before, 'charges', said)
  if (before) return updateRow(tx, actor, before, 'charges', said, { baseRev })
  const work = (await listWork(tx, actor.practiceId, [entryId], []))[0]
  if (!work) throw new AppError('work_entry_not_found')
  const pricing = await pricingFor(tx, actor.practiceId, [work])
  const charge = chargeOfWork(work, pricing, unitPence)
  if (!charge) throw new AppError('bad_request', { fields: ['unitPence'] }, 'Say what it costs.')
  const more = { description: description ?? charge.description, quantity: quantity ?? 1 }
  const vat = vatRateBp === undefined ? {} : vatOf(pricing.money, vatRateBp)
  return insertRow(tx, actor, 'charges', id, columnsOf({ ...charge, ...more, ...vat }), SHARED)
}

/** Only a discount takes away, and no line is beyond what the tables hold. @throws bad_request */
function requireSum(kind: Charge['kind'], quantity: number, unitPence: number): void {
  const isRight = kind === 'discount' ? unitPence <= 0 : unitPence >= 0
  if (!isRight) throw new AppError('bad_request', { fields: ['unitPence'] }, kind === 'discount' ? TAKES_AWAY : ADDS)
  if (Math.abs(quantity * unitPence) > MOST_PENCE)
    throw new AppError('bad_request', { fields: ['unitPence'] }, 'A line can be £100,000 at most.')
}

const TAKES_AWAY = 'A discount has to be a minus.'
const ADDS = 'Only a discount can be a minus.'

/** The subject of a line and its payer, from the most exact thing named. @throws bad_request, and not found */
async function aboutOf(tx: PracticeTx, input: NewCharge) {
  const lineId = optionalId(input.visitHorseId, 'visit_horse_not_found')
  const line = lineId ? await rowForChange(tx, 'visit_horses', lineId, 'visit_horse_not_found') : undefined
  const visitId = line?.appointment_id ?? optionalId(input.appointmentId, 'appointment_not_found') ?? null
  const visit = visitId ? await rowForChange(tx, 'appointments', visitId, 'appointment_not_found') : undefined
  const horseId = line?.horse_id ?? optionalId(input.horseId, 'horse_not_found') ?? null
  const horse = horseId ? await requireHorse(tx, horseId) : undefined
  const said = optionalId(input.clientId, 'client_not_found')
  const payer = optionalId(input.payerClientId, 'client_not_found')
  const clientId = said ?? line?.client_id ?? horse?.client_id ?? visit?.client_id ?? payer
  if (!clientId) throw new AppError('bad_request', { fields: ['clientId'] }, "Say who it's charged to.")
  const owner = await requireClient(tx, clientId)
  if (payer) await requireClient(tx, payer)
  const usual = payerOf(
    line && { clientId: line.client_id, payerClientId: line.payer_client_id },
    { clientId, payerClientId: horse?.payer_client_id ?? null },
    { payerClientId: owner.payer_client_id },
  )
  const ids = { appointmentId: visitId, visitHorseId: line?.id ?? null, horseId }
  return { ...ids, clientId, payerClientId: payer ?? usual, onDay: visit?.on_day }
}
