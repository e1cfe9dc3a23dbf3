import type { Taking } from '#connectors/kit/takings.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { READERS } from '#connectors/registry.ts'
import { addCardLines, type CardKind, type CardLine, cancelTakings } from '#features/ledger/payments/server/add-card-lines.ts'
import { endConnection } from '#features/office/integrations/server/end-connection.ts'
import { addLog, listLog } from '#features/office/integrations/server/exchange-queries.ts'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import { type Exchanging, inPass, type Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { type ConnectionRow, updateConnection } from '#features/office/integrations/server/queries.ts'
import { isRehearsed } from '#features/office/integrations/server/secrets.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'

const READ_EVERY_MS = 1_800_000
/** A worker has others to exchange too. */
const MOST_PAGES = 10
const AGAIN_MS = 1000

/**
 * Reads what a reader of cards took, gave back, kept and paid into the bank, and keeps each as a line once. Nothing follows from a line until a person
 * accepts it. It is read every half hour, whatever changes here meanwhile.
 */
export async function readTakings(exchanging: Exchanging, row: ConnectionRow): Promise<void> {
  if (!row.is_ending && row.next_at && row.next_at > currentTime()) return
  await inPass(exchanging, row, async (pass) => {
    if (pass.row.is_ending) return inLease(pass, (tx) => endConnection(tx, pass.row))
    return isRehearsed(pass, pass.row) ? rehearse(pass) : read(pass)
  })
}

type Read = { counts: Map<CardKind, number>; hasMore: boolean }

async function read(pass: Pass): Promise<void> {
  const wire = await wireOf(pass, pass.row)
  const done: Read = { counts: new Map(), hasMore: true }
  for (let page = 0; page < MOST_PAGES && done.hasMore; page++) await readPage(pass, wire, done)
  await inLease(pass, async (tx) => {
    const now = currentTime()
    const words = wordsOf(done.counts)
    await addLog(tx, pass.row, now, [{ verb: 'read', count: sumOf(done.counts), words }])
    const next_at = new Date(now.getTime() + (done.hasMore ? AGAIN_MS : READ_EVERY_MS))
    await updateConnection(tx, pass.row.id, { status: 'connected', sentence: null, failures: 0, last_success_at: now, next_at })
  })
}

/** One page, which is kept together with where the next begins. */
async function readPage(pass: Pass, wire: Wire, done: Read): Promise<void> {
  const connector = READERS[pass.row.connector]
  if (!connector) throw new Error(`no reader of cards: ${pass.row.connector}`)
  const { cursor, takings, hasMore } = await connector.takings.since(wire, pass.row.cursor)
  await inLease(pass, async (tx) => {
    const reader = { connectionId: pass.row.id, name: connector.manifest.name, memberId: pass.actor.memberId }
    const final = takings.filter(({ isFinal }) => isFinal)
    const lines = final.filter(({ pence }) => pence > 0).map((taking) => lineOf(pass, taking))
    for (const [kind, count] of await addCardLines(tx, reader, lines)) done.counts.set(kind, (done.counts.get(kind) ?? 0) + count)
    const cancelled = final.filter(({ kind, pence }) => kind === 'taking' && pence === 0)
    await cancelTakings(
      tx,
      reader,
      cancelled.map(({ id }) => refOf(pass, id)),
    )
    pass.row = await updateConnection(tx, pass.row.id, { cursor })
  })
  done.hasMore = hasMore
}

/** `sumup:<transaction>`: what it is known by for good, also once it is disconnected and connected again. */
const refOf = ({ row }: Pass, id: string) => `${row.connector}:${id}`

const lineOf = (pass: Pass, { id, at, pence, kind, ofId, words }: Taking): CardLine => ({
  ...{ ref: refOf(pass, id), ofRef: kind === 'refund' && ofId ? refOf(pass, ofId) : null, kind },
  ...{ onDay: dayOf(at, pass.actor.zone), description: words, amountPence: pence },
})

const NOUNS: Readonly<Record<CardKind, readonly [one: string, many: string]>> = {
  taking: ['card payment', 'card payments'],
  refund: ['refund', 'refunds'],
  fee: ['day of fees', 'days of fees'],
  payout: ['payout', 'payouts'],
}

const wordsOf = (counts: ReadonlyMap<CardKind, number>): string =>
  (Object.keys(NOUNS) as CardKind[])
    .flatMap((kind) => {
      const count = counts.get(kind)
      return count ? [`${count} ${NOUNS[kind][count === 1 ? 0 : 1]}`] : []
    })
    .join(', ')

const sumOf = (counts: ReadonlyMap<CardKind, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** In the test version nothing leaves: what would be requested is written down once. */
async function rehearse(pass: Pass): Promise<void> {
  await inLease(pass, async (tx) => {
    const now = currentTime()
    const [last] = await listLog(tx, pass.row.id, { limit: 1 })
    if (last?.verb !== 'rehearsed') await addLog(tx, pass.row, now, [{ verb: 'rehearsed', count: 1, words: WOULD }])
    const next_at = new Date(now.getTime() + READ_EVERY_MS)
    await updateConnection(tx, pass.row.id, { status: 'connected', sentence: null, failures: 0, last_success_at: null, next_at })
  })
}

const WOULD = 'card payments since yesterday, with their refunds, fees and payouts'
