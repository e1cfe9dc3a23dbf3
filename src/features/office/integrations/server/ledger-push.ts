import type { FarPaper, Ledger, LedgerKind } from '#connectors/kit/ledger.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { forgetItems } from '#features/office/integrations/server/exchange-queries.ts'
import type { Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { type LedgerItem, putLedgerItems } from '#features/office/integrations/server/ledger-items.ts'
import {
  erasedPayers,
  linesOf,
  type WantedPaper,
  type WantedReceipt,
  wantedPapers,
  wantedPayers,
  wantedReceipts,
  withdrawnReceipts,
} from '#features/office/integrations/server/ledger-wanted.ts'
import {
  changedReceipt,
  differenceOf,
  doubtWords,
  goneWords,
  refusedWords,
  withdrawnReceipt,
} from '#features/office/integrations/server/ledger-words.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** The books there: who writes them, and the way. Made at the first request, so that a pass with nothing to do sends none. */
export type FarBooks = {
  ledger: Ledger
  vendor: string
  from: Day
  sendsPayments: boolean
  wire: () => Promise<Wire>
  /** How many things this pass may still send. */
  left: number
}
export type Sent = Partial<Record<LedgerKind, number>>

/** One thing on its way: what is known of it before, by what it is found there, what sends it, and what is known of it once it is there. */
type Job = {
  item: LedgerItem
  number: string
  send: (wire: Wire) => Promise<FarPaper | { id: string }>
  after: (there: FarPaper | { id: string }) => Partial<LedgerItem>
}

/** So many are marked as on their way, sent one after the other, and kept together: at most so many are sent again when a worker is killed. */
const TOGETHER = 10
/** The rest is held back by the next pass. */
const MOST_HELD = 1000

/** Writes what should be there and is not: payers, invoices, credit notes, payments, each behind what it belongs to. Returns how many of each went. */
export async function pushLedger(pass: Pass, far: FarBooks): Promise<Sent> {
  const sent: Sent = {}
  const of = { connectionId: pass.row.id, from: far.from }
  await clearErased(pass, far)
  await drain(pass, far, sent, async (tx, limit) => (await wantedPayers(tx, { ...of, limit })).map((payer) => payerJob(far.ledger, payer)))
  for (const kind of ['invoice', 'credit'] as const)
    await drain(pass, far, sent, async (tx, limit) => (await wantedPapers(tx, { ...of, limit }, kind)).map((paper) => paperJob(far, paper)))
  if (far.sendsPayments) await sendPayments(pass, far, sent)
  return sent
}

/** Details of erased clients are cleared there, and then forgotten here. */
async function clearErased(pass: Pass, far: FarBooks): Promise<void> {
  const erased = await pass.db.withPractice(pass.row.practice_id, (tx) => erasedPayers(tx, pass.row.id))
  for (const { subjectId, remoteId } of erased) {
    if (remoteId) await clear(await far.wire(), far.ledger, { subjectId, remoteId })
    await inLease(pass, (tx) => forgetItems(tx, pass.row.id, [subjectId]))
  }
}

const NAMELESS = { name: 'Removed client', businessName: null, email: null, address: null, postcode: null }

async function clear(wire: Wire, ledger: Ledger, { subjectId, remoteId }: { subjectId: string; remoteId: string }): Promise<void> {
  await ledger.putPayer(wire, { ...NAMELESS, uid: subjectId }, { id: remoteId }).catch((error) => {
    if (!(error instanceof Refusal && error.kind === 'gone')) throw error
  })
}

/** Sends what is listed until the list is empty, or the pass has sent enough: what was sent, or is held back, leaves the list. */
async function drain(pass: Pass, far: FarBooks, sent: Sent, list: (tx: PracticeTx, limit: number) => Promise<Job[]>): Promise<void> {
  while (far.left > 0) {
    const jobs = await inLease(pass, async (tx) => {
      const found = await list(tx, Math.min(TOGETHER, far.left))
      await putLedgerItems(
        tx,
        pass.row,
        found.map(({ item }) => item),
      )
      return found
    })
    if (jobs.length === 0) return
    far.left -= jobs.length
    await sendAll(pass, far, sent, jobs)
  }
}

async function sendAll(pass: Pass, far: FarBooks, sent: Sent, jobs: readonly Job[]): Promise<void> {
  const done: LedgerItem[] = []
  try {
    for (const job of jobs) {
      const item = await attempt(far, job)
      done.push(item)
      if (item.state === 'sent') sent[item.kind] = (sent[item.kind] ?? 0) + 1
    }
  } finally {
    await inLease(pass, (tx) => putLedgerItems(tx, pass.row, done))
  }
}

/** What became of a thing. What a person must look at is held back, and the rest goes on. @throws Refusal when the service can't be spoken to */
async function attempt({ ledger, vendor, wire }: FarBooks, { item, number, send, after }: Job): Promise<LedgerItem> {
  const held = (state: 'doubt' | 'parked', sentence: string): LedgerItem => ({ ...item, state, sentence })
  const there = (found: FarPaper | { id: string }): LedgerItem => ({ ...item, state: 'sent', remoteId: found.id, ...after(found) })
  try {
    return there(await send(await wire()))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.kind === 'refused') return held('parked', error.sentence ?? refusedWords(vendor))
    if (error.kind === 'gone') return held('parked', error.sentence ?? goneWords(vendor))
    if (error.kind !== 'conflict') throw error
    const found = await ledger.find(await wire(), item.kind, { uid: item.subjectId, number })
    return found ? there(found) : held('doubt', error.sentence ?? doubtWords(vendor))
  }
}

const sending = (subjectId: string, kind: LedgerKind, remoteId: string | null = null): LedgerItem => ({
  ...{ subjectId, kind, remoteId, sentHash: null, sentPence: null },
  ...{ state: 'sending', sentence: null, leftWords: null },
})

const payerJob = (ledger: Ledger, { hash, farId, ...payer }: Awaited<ReturnType<typeof wantedPayers>>[number]): Job => ({
  item: { ...sending(payer.uid, 'payer', farId), sentHash: hash },
  number: payer.name,
  send: (wire) => ledger.putPayer(wire, payer, farId ? { id: farId } : undefined),
  after: () => ({}),
})

/** Once it is there its sums are compared to the penny: one that differs is held back with the difference. */
function paperJob({ ledger, vendor }: FarBooks, paper: WantedPaper): Job {
  const { id: uid, kind, number, payerFarId, creditsFarId, issuedOn, dueOn, asWas, netPence, vatPence, totalPence } = paper
  const sums = { lines: linesOf(asWas), netPence, vatPence, totalPence, isVatRegistered: asWas.practice.vatNumber !== null }
  const bill = { uid, number, payerId: payerFarId ?? '', issuedOn, dueOn, ...sums }
  const credit = { ...bill, creditsNumber: asWas.creditsNumber ?? '', creditsId: creditsFarId }
  return {
    item: sending(uid, kind === 'credit' ? 'credit' : 'bill'),
    number,
    send: (wire) => (kind === 'credit' ? ledger.putCredit(wire, credit) : ledger.putBill(wire, bill)),
    after(there) {
      const sentence = 'totalPence' in there ? differenceOf(vendor, paper, there) : null
      return { sentPence: totalPence, sentence, state: sentence ? 'parked' : 'sent' }
    },
  }
}

async function sendPayments(pass: Pass, far: FarBooks, sent: Sent): Promise<void> {
  const connectionId = pass.row.id
  await inLease(pass, async (tx) => {
    const gone = await withdrawnReceipts(tx, connectionId)
    const changed = await wantedReceipts(tx, { connectionId, limit: MOST_HELD }, 'changed')
    const parked = (id: string, remoteId: string | null, sentPence: number, sentence: string): LedgerItem => ({
      ...sending(id, 'receipt', remoteId),
      ...{ sentPence, state: 'parked', sentence },
    })
    await putLedgerItems(tx, pass.row, [
      ...gone.map(({ id, remoteId, sentPence }) => parked(id, remoteId, sentPence, withdrawnReceipt(far.vendor, sentPence))),
      ...changed.map(({ id, farId, pence, sentPence }) =>
        parked(id, farId, sentPence ?? 0, changedReceipt(far.vendor, sentPence ?? 0, pence)),
      ),
    ])
  })
  await drain(pass, far, sent, async (tx, limit) =>
    (await wantedReceipts(tx, { connectionId, limit }, 'new')).map((receipt) => receiptJob(far.ledger, receipt)),
  )
}

function receiptJob(ledger: Ledger, { id: uid, farBillId: billId, pence, onDay, number }: WantedReceipt): Job {
  const reference = referenceOf(number, uid)
  return {
    item: sending(uid, 'receipt'),
    number: reference,
    send: (wire) => ledger.putReceipt(wire, { uid, billId, pence, onDay, reference }),
    after: () => ({ sentPence: pence }),
  }
}

/** Identifies a payment of ours there: INV-0042 and the end of its id. */
const referenceOf = (number: string, uid: string): string => `${number} ${uid.slice(-8)}`
