import type { z } from 'zod'
import { realMs } from '#lib/clock.ts'
import type { SyncOp, SyncResult, SyncRow, syncEndpoints } from '#lib/sync.ts'
import { SYNC_SCHEMA } from '#lib/synced.ts'
import { ApiError, call } from '#platform/web/api.ts'
import { applyFirstPage, applyPage, applyResults, takeBatch } from '#platform/web/sync/apply.ts'
import { backoffMs, failureOf } from '#platform/web/sync/plan.ts'
import { applyFreshPage, checkEpoch, dropFresh, requestResync } from '#platform/web/sync/resync.ts'
import { type Copy, type Cursor, type Queued, readMeta } from '#platform/web/sync/store.ts'

type PushBody = z.input<typeof syncEndpoints.push.body>
type PullQuery = z.input<typeof syncEndpoints.pull.query>
type PushAnswer = { epoch: string; view: string; lastK: number; results: SyncResult[] }
type PullAnswer = {
  epoch: string
  view: string
  lastK: number
  cursor: number
  proof?: string
  more: boolean
  rows: SyncRow[]
  first?: { whole: string[]; before: Record<string, number>; total?: number | undefined } | undefined
}
type PartsQuery = z.input<typeof syncEndpoints.parts.query>
type PartsAnswer = z.output<typeof syncEndpoints.parts.response>

/** The two requests of a pass, and the one for what screens show before a first copy is whole; the simulation puts its own server here. */
export type Wires = {
  push: (body: PushBody) => Promise<PushAnswer>
  pull: (query: PullQuery) => Promise<PullAnswer>
  parts?: (query: PartsQuery) => Promise<PartsAnswer>
}

/** What screens wait for before a copy is whole: kinds to be fetched next, and parts on their way, which older pages don't overtake. */
export type Screens = { wanted: () => string[]; settle: () => Promise<void> }

/**
 * How a pass ended. `later`: to be retried after a while, for the reason in `error`. `lapsed`: what waits stays here, and news were
 * fetched.
 */
export type Outcome = { end: 'done' | 'signed_out' | 'upgrade' | 'lapsed' } | { end: 'later'; error: unknown }

const PAGE = 1000
/** The first page of all: what every screen needs is in it, and soon there. */
const FIRST_PAGE = 300
/** Of a first copy, how many pages come between two looks for what is new. */
const PAGES_A_NEWS = 4
const MOST_OPS = 100
const MOST_REFUSALS = 8
const TIMEOUT_MS = 20_000

/** The real server, given 20 s an answer. */
export const wires: Wires = {
  push: (body) => call<typeof syncEndpoints.push>('POST /api/sync/push', { body, gzip: true, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  pull: (query) => call<typeof syncEndpoints.pull>('GET /api/sync/pull', { query, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  parts: (query) => call<typeof syncEndpoints.parts>('GET /api/sync/parts', { query, signal: AbortSignal.timeout(TIMEOUT_MS) }),
}

/**
 * One pass: send what is ready until nothing is, then fetch what is new; of a first copy then page by page what is old, and before each page what
 * became ready. Safe at any time and from any tab: the server takes each op once. what
 * screens wait for comes first.
 */
export async function runPass(copy: Copy, wires: Wires, now: () => number = realMs, screens: Screens = NO_SCREENS): Promise<Outcome> {
  try {
    let losses = 0
    for (let page = 0; ; page += 1) {
      const sent = await pushAll(copy, wires.push, now)
      if (sent === 'lost_time') losses += 1
      if (losses > 1) return { end: 'later', error: new Error('the server lost time twice') }
      // A user who may no longer write can still read what is new.
      if (sent !== 'lost_time' && sent.end !== 'done' && sent.end !== 'lapsed') return sent
      // Where its data is older than our copy (a restored backup), the new copy puts what it had acknowledged before what waits.
      if (sent === 'lost_time' || page % PAGES_A_NEWS === 0) {
        const pulled = await pullAll(copy, wires.pull)
        if (pulled.end !== 'done') return pulled
      }
      const left = await pullFirst(copy, wires.pull, screens)
      if (left === 'nothing' && sent !== 'lost_time') return sent
      // Of what is sent again, and what came while the last page did.
      if (left === 'news' || sent === 'lost_time') page = -1
    }
  } catch (error) {
    if (error instanceof ApiError && failureOf(error.status) === 'signed_out') return { end: 'signed_out' }
    return { end: 'later', error }
  }
}

const NO_SCREENS: Screens = { wanted: () => [], settle: async () => undefined }

async function pushAll(copy: Copy, push: Wires['push'], now: () => number): Promise<Outcome | 'lost_time'> {
  let most = MOST_OPS
  let refusals = 0
  for (;;) {
    const sent = await takeBatch(copy, now(), most)
    if (!sent.length) return { end: 'done' }
    const answer = await pushOr(push, copy, sent)
    if (answer instanceof ApiError && failureOf(answer.status) === 'resync') return 'lost_time'
    if (answer instanceof ApiError && failureOf(answer.status) === 'lapsed') return { end: 'lapsed' }
    if (answer instanceof ApiError) {
      refusals += 1
      if (sent.length === 1 && sent[0]) await holdBack(copy, sent[0], now())
      // A server that refuses everything is not sent each op in turn.
      if (refusals > MOST_REFUSALS) return { end: 'later', error: answer }
      most = Math.max(1, Math.floor(sent.length / 4))
      continue
    }
    refusals = 0
    most = Math.min(MOST_OPS, most * 4)
    // First whose acknowledgement it is: a server that loses it later is known by its epoch.
    await checkEpoch(copy, answer)
    const outcome = await applyResults(copy, sent, answer, now())
    if (outcome === 'lost_time') return outcome
    if (outcome === 'upgrade') return { end: 'upgrade' }
  }
}

/** The answer, or the error which means that one op in the batch may be to blame or that the server has lost time. */
async function pushOr(push: Wires['push'], copy: Copy, sent: Queued[]) {
  const at = await readMeta(copy, 'cursor')
  try {
    return await push({
      deviceId: copy.owner.deviceId,
      schema: sent[0]?.schema ?? SYNC_SCHEMA,
      ...(at ? { epoch: at.epoch, since: at.cursor, ...proven(at) } : {}),
      ops: sent.map(opOf),
    })
  } catch (error) {
    if (error instanceof ApiError && ['narrow', 'resync', 'lapsed'].includes(failureOf(error.status))) return error
    throw error
  }
}

/** A copy of an older build has none yet. */
const proven = ({ proof }: Cursor) => (proof === undefined ? {} : { proof })

const opOf = (item: Queued): SyncOp => ({
  opId: item.opId,
  action: item.action,
  endpoint: item.endpoint,
  entity: item.entity,
  id: item.id,
  ...(item.baseRev === undefined ? {} : { baseRev: item.baseRev }),
  data: item.data,
  deps: item.deps,
  k: item.seq,
  createdAt: item.createdAt,
  ...(item.again && { again: true }),
})

/** The op the server would not take stays and is tried again; the others don't wait for it (I7, I16). */
const holdBack = (copy: Copy, item: Queued, now: number) =>
  copy.change(['queue'], async (tx) => {
    const known = await tx.queue.get(item.seq)
    if (known?.opId === item.opId) await tx.queue.put({ ...known, nextAttemptAt: now + backoffMs(item.attempts) })
  })

async function pullAll(copy: Copy, pull: Wires['pull']): Promise<Outcome> {
  for (;;) {
    const isFresh = (await readMeta(copy, 'isResyncDue')) ?? false
    const at = await readMeta(copy, isFresh ? 'fresh' : 'cursor')
    // The first page of all is `pullFirst`'s.
    if (!isFresh && !at?.cursor && !at?.isComplete) return { end: 'done' }
    const page = await pullOr(pull, queryAt(copy, at))
    if (page === 'resync') {
      await dropFresh(copy)
      await requestResync(copy)
      // A copy just begun that is already out of date is left to the next pass.
      if (isFresh) return { end: 'later', error: new Error('the server asked twice for a new copy') }
      continue
    }
    const isApplied = await (isFresh ? applyFreshPage(copy, at, page) : applyPage(copy, at, page))
    if (!isApplied) continue
    if (!page.more) return { end: 'done' }
  }
}

/** Fetches the next page of a first copy. `news`: what is new must be fetched next; `nothing`: there is nothing left to fetch. */
async function pullFirst(copy: Copy, pull: Wires['pull'], screens: Screens): Promise<'more' | 'news' | 'nothing'> {
  const at = await readMeta(copy, 'cursor')
  if (at?.isComplete || (at?.cursor && !at.first)) return 'nothing'
  const { whole, before } = at?.first ?? { whole: [], before: {} }
  const limit = at?.first ? PAGE : FIRST_PAGE
  if (at?.first) await screens.settle()
  const page = await pullOr(pull, { ...queryAt(copy, at), limit, first: JSON.stringify({ whole, before, want: screens.wanted() }) })
  if (page === 'resync') {
    await requestResync(copy)
    return 'news'
  }
  if (page.first) return (await applyFirstPage(copy, at, { ...page, first: page.first })) && !page.more ? 'news' : 'more'
  // A server of an older build sends its rows in the order they were committed.
  return (await applyPage(copy, at, page)) && !page.more ? 'nothing' : 'news'
}

const queryAt = (copy: Copy, at: Cursor | undefined): PullQuery => ({
  deviceId: copy.owner.deviceId,
  limit: PAGE,
  since: at?.cursor ?? 0,
  ...(at ? { epoch: at.epoch, view: at.view, ...proven(at) } : {}),
  ...(at?.isComplete ? {} : { isNew: 'true' as const }),
})

async function pullOr(pull: Wires['pull'], query: PullQuery): Promise<PullAnswer | 'resync'> {
  try {
    return await pull(query)
  } catch (error) {
    if (error instanceof ApiError && failureOf(error.status) === 'resync') return 'resync'
    throw error
  }
}
