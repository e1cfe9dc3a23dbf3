import type { FarPaper, Ledger, LedgerNews } from '#connectors/kit/ledger.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import { addSeenLines } from '#features/ledger/payments/server/add-seen-lines.ts'
import type { Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { type LedgerItem, listByRemote, listPapersThere, putLedgerItems } from '#features/office/integrations/server/ledger-items.ts'
import type { FarBooks } from '#features/office/integrations/server/ledger-push.ts'
import { differenceOf } from '#features/office/integrations/server/ledger-words.ts'
import { updateConnection } from '#features/office/integrations/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/**
 * Reads what was paid and changed there. A payment of an invoice of ours becomes a line to match, beside those of the bank: nothing follows from it
 * until a person accepts it. What was changed there is shown, and left as it is.
 */
export async function readNews(pass: Pass, far: FarBooks): Promise<number> {
  const news = await newsOf(far.ledger, await far.wire(), pass.row.cursor)
  const gone = await goneThere(pass, far)
  return inLease(pass, async (tx) => {
    await noteChanges(tx, pass, far.vendor, [...news.changed, ...gone])
    const seen = await keepPayments(tx, pass, far.vendor, news.receipts)
    pass.row = await updateConnection(tx, pass.row.id, { cursor: news.cursor, busy_read_at: currentTime() })
    return seen
  })
}

async function newsOf(ledger: Ledger, wire: Wire, cursor: string | null): Promise<LedgerNews> {
  try {
    return await ledger.newsSince(wire, cursor)
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'resync')) throw error
    return ledger.newsSince(wire, null)
  }
}

/** What was deleted there, where their news don't say so: it is looked for once a day, by all that is there. */
async function goneThere(pass: Pass, { ledger, wire }: FarBooks): Promise<FarPaper[]> {
  if (!ledger.listGone) return []
  const { row, actor } = pass
  const today = dayOf(currentTime(), actor.zone)
  if (row.busy_read_at && dayOf(row.busy_read_at, actor.zone) === today) return []
  const ids = await inLease(pass, (tx) => listPapersThere(tx, row.id))
  if (ids.length === 0) return []
  const gone = await ledger.listGone(await wire(), ids)
  return gone.map((id) => ({ id, number: '', netPence: 0, vatPence: 0, totalPence: 0, isCancelled: true, changedAt: '' }))
}

type Ours = { id: string; number: string; payerName: string; vatPence: number; totalPence: number }

async function oursById(tx: PracticeTx, ids: readonly string[]): Promise<Map<string, Ours>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('invoices as i')
    .innerJoin('clients as c', (join) => join.onRef('c.practice_id', '=', 'i.practice_id').onRef('c.id', '=', 'i.payer_client_id'))
    .select(['i.id', 'i.series', 'i.number', 'c.name as payerName', 'i.vat_pence as vatPence', 'i.total_pence as totalPence'])
    .where('i.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ series, number, ...row }) => [row.id, { ...row, number: numberOf({ series, number }) ?? '' }]))
}

/** A paper that differs from ours by now gets a sentence; one that is as ours again loses it, and goes on if it was held back for that. */
async function noteChanges(tx: PracticeTx, { row }: Pass, vendor: string, changed: LedgerNews['changed']): Promise<void> {
  const papers = new Map(changed.map((paper) => [paper.id, paper]))
  const items = await listByRemote(tx, row.id, ['bill', 'credit'], [...papers.keys()])
  const ours = await oursById(
    tx,
    items.map(({ subjectId }) => subjectId),
  )
  const noted = items.flatMap((item): LedgerItem[] => {
    const [paper, own] = [papers.get(item.remoteId ?? ''), ours.get(item.subjectId)]
    if (!paper || !own || (item.state !== 'sent' && item.state !== 'parked')) return []
    const words = differenceOf(vendor, own, paper)
    const sentence = words === item.leftWords ? null : words
    return [{ ...item, sentence, state: words ? item.state : 'sent' }]
  })
  await putLedgerItems(tx, row, noted)
}

/** Payments that we sent there ourselves are no news. */
async function keepPayments(tx: PracticeTx, { row, actor }: Pass, vendor: string, receipts: LedgerNews['receipts']): Promise<number> {
  const [bills, own] = await Promise.all([
    listByRemote(
      tx,
      row.id,
      ['bill'],
      receipts.map(({ billId }) => billId),
    ),
    listByRemote(
      tx,
      row.id,
      ['receipt'],
      receipts.map(({ id }) => id),
    ),
  ])
  const sentByUs = new Set(own.map(({ remoteId }) => remoteId))
  const billOf = new Map(bills.map(({ remoteId, subjectId }) => [remoteId, subjectId]))
  const ours = await oursById(tx, [...billOf.values()])
  const lines = receipts.flatMap(({ id, billId, pence, onDay }) => {
    const bill = ours.get(billOf.get(billId) ?? '')
    if (!bill || sentByUs.has(id) || pence <= 0) return []
    return [{ ref: `${row.connector}:${id}`, onDay, description: `${bill.number}, ${bill.payerName}`, amountPence: pence }]
  })
  return addSeenLines(tx, { source: 'accounting', connectionId: row.id, name: vendor, memberId: actor.memberId }, lines)
}
