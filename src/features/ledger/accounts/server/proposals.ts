import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { FeeProposal } from '#features/ledger/accounts/contract.ts'
import {
  feeId,
  interestAfter,
  type KnownFee,
  type LateInvoice,
  type LostLine,
  lateProposals,
  lostProposals,
  type Proposal,
} from '#features/ledger/accounts/fees.ts'
import { findFees, findPayers, type LostRow, listLate, listLost, listToLose } from '#features/ledger/accounts/server/fee-queries.ts'
import { numberOf, payerOf } from '#features/ledger/invoices/rules.ts'
import { addFee } from '#features/ledger/invoices/server/add-fee.ts'
import { priceFor } from '#features/records/prices/rules.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import { agreedPrices, priceList } from '#features/records/prices/server/service.ts'
import type { Money } from '#features/records/prices/settings.ts'
import type { CANCEL_REASONS } from '#features/visits/appointments/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, holdWriters } from '#platform/server/database/rows.ts'

/** How long after its day a visit that was called off is still proposed to be charged. */
const LOST_DAYS = 60
const HOUR_MS = 3_600_000

/** The most proposals listed for all payers; each accepted or dismissed makes room for the next. */
const MOST_LISTED = 500

/** Fees that could be charged today, the longest due first: the first 500 of all payers, or all of one payer's. @throws forbidden */
export async function proposalsOf(tx: PracticeTx, actor: Actor, clientId?: string): Promise<FeeProposal[]> {
  requireMay(actor, 'seeMoney')
  const all = await proposed(tx, actor, clientId)
  return all.slice(0, clientId ? all.length : MOST_LISTED).map(({ clientId: _, ...proposal }) => proposal)
}

/**
 * Charges a proposed fee, or less of it; it bears no VAT, and is invoiced as any other charge.
 * @throws forbidden, proposal_not_found, bad_request for more than was proposed
 */
export async function acceptProposal(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  pence: number | undefined,
): Promise<{ chargeId: string; pence: number }> {
  const proposal = await requireProposal(tx, actor, id)
  if (pence !== undefined && pence > proposal.pence) throw new AppError('bad_request', { fields: ['pence'] }, AT_MOST)
  const charge = await charged(tx, actor, proposal, pence ?? proposal.pence)
  return { chargeId: charge.id, pence: charge.unit_pence }
}

const AT_MOST = 'A fee can be less than proposed, not more.'

/** Dismisses a proposed fee for good: its charge is made and removed, which reaches every device. @throws forbidden, proposal_not_found */
export async function dismissProposal(tx: PracticeTx, actor: Actor, id: string): Promise<void> {
  const proposal = await requireProposal(tx, actor, id)
  await deleteRow(tx, actor, await charged(tx, actor, proposal, proposal.pence), 'charges')
}

async function requireProposal(tx: PracticeTx, actor: Actor, id: string): Promise<Proposal> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  const proposal = (await proposed(tx, actor)).find((one) => one.id === id)
  if (!proposal) throw new AppError('proposal_not_found')
  return proposal
}

const charged = (tx: PracticeTx, actor: Actor, proposal: Proposal, pence: number) => {
  const { id, kind, payerClientId, clientId, appointmentId, description } = proposal
  const chargedOn = dayOf(currentTime(), actor.zone)
  return addFee(tx, actor, id, { kind, payerClientId, clientId, appointmentId, description, unitPence: pence, chargedOn })
}

async function proposed(tx: PracticeTx, actor: Actor, clientId?: string): Promise<Proposal[]> {
  const { fees } = await moneyIn(tx, actor.practiceId)
  const today = dayOf(currentTime(), actor.zone)
  const all = [...(await proposedLate(tx, today, fees, clientId)), ...(await proposedLost(tx, actor, today, fees, clientId))]
  return all.toSorted((a, b) => (a.onDay < b.onDay ? -1 : a.onDay > b.onDay ? 1 : a.id < b.id ? -1 : 1))
}

async function proposedLate(tx: PracticeTx, today: Day, fees: Money['fees'], clientId: string | undefined): Promise<Proposal[]> {
  const late = (await listLate(tx, today, clientId)).map(
    (row): LateInvoice => ({ ...row, number: numberOf(row) ?? '', clientId: row.payerClientId }),
  )
  const known = await feesKnown(tx, late, fees)
  return late.flatMap((invoice) => lateProposals(invoice, today, fees, known))
}

/** Which of these were charged or dismissed. Interest is a chain, each link named by the day it begins: it is followed to its end. */
async function feesKnown(tx: PracticeTx, late: readonly LateInvoice[], fees: Money['fees']): Promise<ReadonlyMap<string, KnownFee>> {
  const once = late.flatMap(({ id }) => [
    ...fees.ladder.map(({ afterDays }) => feeId('late-fee', id, String(afterDays))),
    feeId('compensation', id),
  ])
  const known = await findFees(tx, once)
  let ends = late.filter(({ isBusiness }) => isBusiness).map(({ id, dueOn }) => ({ id, from: addDays(dueOn, 1) }))
  while (ends.length > 0) {
    const found = await findFees(
      tx,
      ends.map(({ id, from }) => feeId('interest', id, from)),
    )
    for (const [id, fee] of found) known.set(id, fee)
    ends = ends.flatMap(({ id, from }) => {
      const fee = found.get(feeId('interest', id, from))
      return fee && !fee.isGone ? [{ id, from: interestAfter(from, fee) }] : []
    })
  }
  return known
}

/**
 * The most an owner could be charged for cancelling their horses on a visit now: nothing in time, for work without a price, or where another pays.
 * `charges`: whether the practice charges for late cancellations at all.
 */
export async function mostForCancelling(
  tx: PracticeTx,
  actor: Actor,
  which: { visitId: string; clientId: string },
): Promise<{ pence: number; charges: boolean }> {
  const rows = await listToLose(tx, { ...which, at: currentTime() })
  const { fees } = await moneyIn(tx, actor.practiceId)
  const proposals = await lostOf(tx, actor, rows, fees, which.clientId)
  return { pence: proposals.reduce((sum, { pence }) => sum + pence, 0), charges: fees.lateCancelPercent > 0 }
}

async function proposedLost(
  tx: PracticeTx,
  actor: Actor,
  today: Day,
  fees: Money['fees'],
  clientId: string | undefined,
): Promise<Proposal[]> {
  return lostOf(tx, actor, await listLost(tx, addDays(today, -LOST_DAYS)), fees, clientId)
}

async function lostOf(
  tx: PracticeTx,
  actor: Actor,
  rows: readonly LostRow[],
  fees: Money['fees'],
  clientId: string | undefined,
): Promise<Proposal[]> {
  if (rows.length === 0) return []
  const [items, overrides] = [await priceList(tx, actor), await agreedPrices(tx, actor)]
  const payers = await findPayers(tx, rows.map(payerIdOf))
  const known = await findFees(
    tx,
    rows.map(({ visitHorseId }) => feeId('late-cancellation', visitHorseId)),
  )
  return rows.flatMap((row) => {
    const payerClientId = payerIdOf(row)
    const payer = payers.get(payerClientId)
    if (!payer || (clientId && payerClientId !== clientId)) return []
    const where = { horseId: row.horseId, clientId: row.clientId, yardId: row.yardId }
    const line: LostLine = {
      ...row,
      payerClientId,
      payerName: payer.name,
      isBusiness: payer.isBusiness,
      hoursBefore: row.status === 'no_show' ? null : (latestStart(row, actor.zone).getTime() - row.cancelledAt.getTime()) / HOUR_MS,
      pricePence: priceFor(items, overrides, where, row.plannedWork)?.pence,
      isByFarrier: (BY_FARRIER as readonly (string | null)[]).includes(row.reason),
    }
    return lostProposals(line, fees, known)
  })
}

/** The reasons that are due to the farrier or the weather, not the client. */
const BY_FARRIER = ['Weather', 'I am ill', 'Van trouble'] as const satisfies readonly (typeof CANCEL_REASONS)[number][]

const payerIdOf = (row: LostRow): string =>
  payerOf(
    { clientId: row.clientId, payerClientId: row.linePayerId },
    { clientId: row.ownerId, payerClientId: row.horsePayerId },
    { payerClientId: row.ownerPayerId },
  )

/** When a visit began at the latest: of a stop without a time the end of its half of the day, which is the kinder reading. */
const latestStart = ({ isCallOnly, callPeriod, onDay, startsAt }: LostRow, zone: string): Date =>
  isCallOnly ? instantOf(onDay, callPeriod === 'AM' ? '12:00' : '18:00', zone) : startsAt
