import { Refusal } from '#connectors/kit/refusal.ts'
import { LEDGERS } from '#connectors/registry.ts'
import { endConnection } from '#features/office/integrations/server/end-connection.ts'
import { addLog, listLog } from '#features/office/integrations/server/exchange-queries.ts'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import { type Exchanging, inPass, type Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { countHeld } from '#features/office/integrations/server/ledger-items.ts'
import { readNews } from '#features/office/integrations/server/ledger-news.ts'
import { type FarBooks, pushLedger, type Sent } from '#features/office/integrations/server/ledger-push.ts'
import { wantedPapers } from '#features/office/integrations/server/ledger-wanted.ts'
import { countWords, heldWords, strangeWords } from '#features/office/integrations/server/ledger-words.ts'
import { type ConnectionRow, updateConnection } from '#features/office/integrations/server/queries.ts'
import { isRehearsed } from '#features/office/integrations/server/secrets.ts'
import { addTask } from '#features/visits/tasks/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** How often it is looked what was paid there: some services count every request of a day. */
const READ_EVERY_MS = 3_600_000
/** The first invoices of a large practice go in many passes, a minute apart: services allow 60 requests a minute, and a worker has other things to do. */
const MOST_A_PASS = 15
const AGAIN_MS = 60_000

/**
 * One exchange with accounting: what was issued and is not there yet is written there, once, then it is read what was paid and changed there. With
 * nothing to write, and within the hour, it sends no request.
 */
export const exchangeLedger = (exchanging: Exchanging, row: ConnectionRow): Promise<void> =>
  inPass(exchanging, row, async (pass) => {
    if (pass.row.is_ending)
      return inLease(pass, async (tx) => {
        pass.ended = await endConnection(tx, pass.row)
      })
    await begin(pass)
    return isRehearsed(pass, pass.row) ? rehearse(pass) : exchange(pass)
  })

/** Without a day to begin from, nothing goes that was issued before it was connected. */
async function begin(pass: Pass): Promise<void> {
  if (pass.row.settings.booksFrom) return
  const settings = { ...pass.row.settings, booksFrom: dayOf(currentTime(), pass.actor.zone) }
  pass.row = await inLease(pass, (tx) => updateConnection(tx, pass.row.id, { settings }))
}

function booksOf(pass: Pass): FarBooks {
  const connector = LEDGERS[pass.row.connector]
  if (!connector) throw new Error(`no accounting: ${pass.row.connector}`)
  let wire: ReturnType<typeof wireOf> | undefined
  return {
    ledger: connector.ledger,
    vendor: connector.manifest.name,
    from: pass.row.settings.booksFrom ?? dayOf(currentTime(), pass.actor.zone),
    sendsPayments: pass.row.settings.books === 'payments',
    wire: () => {
      wire ??= wireOf(pass, pass.row)
      return wire
    },
    left: MOST_A_PASS,
  }
}

async function exchange(pass: Pass): Promise<void> {
  const far = booksOf(pass)
  try {
    const sent = await pushLedger(pass, far)
    const isMore = far.left <= 0
    const isDue = !pass.row.busy_read_at || currentTime().getTime() - pass.row.busy_read_at.getTime() >= READ_EVERY_MS
    const seen = isDue && !isMore ? await readNews(pass, far) : undefined
    await inLease(pass, (tx) => rest(tx, pass, { sent, seen, isMore }))
  } catch (error) {
    throw error instanceof Refusal && !error.sentence && error.kind !== 'later'
      ? new Refusal(error.kind, { sentence: strangeWords(far.vendor), cause: error })
      : error
  }
}

type Exchanged = { sent: Sent; seen: number | undefined; isMore: boolean }

/** All went well: it rests until the next look. The card shows what waits for a person, and they get one task. */
async function rest(tx: PracticeTx, pass: Pass, { sent, seen, isMore }: Exchanged): Promise<void> {
  const now = currentTime()
  const { row, actor } = pass
  const words = countWords(sent)
  await addLog(tx, row, now, [
    { verb: 'added', count: Object.values(sent).reduce((sum, count) => sum + count, 0), words },
    { verb: 'read', count: seen ?? 0, words: seen === 1 ? '1 payment' : `${seen} payments` },
  ])
  const held = await countHeld(tx, row.id)
  const spoke = words !== '' || seen !== undefined
  await updateConnection(tx, row.id, {
    status: held > 0 ? 'error' : 'connected',
    sentence: held > 0 ? heldWords(held) : null,
    failures: 0,
    next_at: isMore ? new Date(now.getTime() + AGAIN_MS) : new Date((row.busy_read_at ?? now).getTime() + READ_EVERY_MS),
    ...(spoke && { last_success_at: now }),
  })
  if (held === 0 || row.status === 'error') return
  const { name } = LEDGERS[row.connector]?.manifest ?? { name: row.connector }
  const task = { title: `${name} waits for you`, notes: `${heldWords(held)}\nYou find them under Integrations, Accounting.` }
  await addTask(tx, { ...actor, opId: uuidv7() }, uuidv7(), { ...task, dueOn: dayOf(now, actor.zone), forWhom: 'farrier' })
}

/** More are counted as one of them. */
const MOST_REHEARSED = 10_000

/** In the test version nothing leaves: what would go is counted once for the same, and the card shows it word for word. */
async function rehearse(pass: Pass): Promise<void> {
  await inLease(pass, async (tx) => {
    const { row } = pass
    const now = currentTime()
    const papers = await wantedPapers(tx, { connectionId: row.id, from: booksOf(pass).from, limit: MOST_REHEARSED })
    const count = (kind: 'invoice' | 'credit') => papers.filter((paper) => paper.kind === kind).length
    const words = countWords({ bill: count('invoice'), credit: count('credit') })
    const [last] = await listLog(tx, row.id, { limit: 1 })
    if (last?.words !== words) await addLog(tx, row, now, [{ verb: 'rehearsed', count: papers.length, words }])
    const next_at = new Date(now.getTime() + READ_EVERY_MS)
    await updateConnection(tx, row.id, { status: 'connected', sentence: null, failures: 0, last_success_at: null, next_at })
  })
}
