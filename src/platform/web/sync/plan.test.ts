import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs, failureOf, readyBatch } from '#platform/web/sync/plan.ts'
import type { Queued } from '#platform/web/sync/store.ts'

const item = (seq: number, more: Partial<Queued> = {}): Queued => ({
  seq,
  opId: `op${seq}`,
  action: 'UPDATE',
  endpoint: '',
  data: {},
  shown: {},
  localId: '',
  entity: 'clients',
  id: `r${seq}`,
  before: {},
  deps: [],
  state: 'pending',
  attempts: 0,
  nextAttemptAt: 0,
  schema: 1,
  createdAt: '',
  deviceId: '',
  ...more,
})
const seqs = (queue: Queued[], most = 100) => readyBatch(queue, 1000, most).map((one) => one.seq)

test('what needs another op goes with it or after it, never before', () => {
  const queue = [
    item(1, { state: 'rejected' }),
    item(2, { deps: ['op1'] }),
    item(3),
    item(4, { deps: ['op3'] }),
    item(5, { deps: ['gone'] }),
  ]
  expect(seqs(queue)).toEqual([3, 4, 5])
})

test('a batch is cut at its number of ops and at 256 kB, but a single large op goes alone', () => {
  expect(seqs([item(1), item(2), item(3)], 2)).toEqual([1, 2])
  const large = (seq: number) => item(seq, { data: { notes: 'x'.repeat(150_000) } })
  expect(seqs([large(1), large(2)])).toEqual([1])
  expect(seqs([item(1, { data: { notes: 'x'.repeat(400_000) } }), item(2)])).toEqual([1])
})

test('the envelope of an op counts too: 256 kB hold some 640 of the smallest', () => {
  const queue = Array.from({ length: 1000 }, (_, seq) => item(seq))
  expect(seqs(queue, 1000).length).toBe(636)
})

test('a wait is over in its very moment', () => {
  expect(seqs([item(1, { nextAttemptAt: 1000 }), item(2, { nextAttemptAt: 1001 })])).toEqual([1])
})

test('what needs bytes waits for them with all that depends on it, and nothing else does', () => {
  const queue = [item(1, { blobId: 'photo' }), item(2, { deps: ['op1'] }), item(3, { blobId: 'stored' }), item(4)]
  expect(readyBatch(queue, 1000, 100, new Set(['photo'])).map((one) => one.seq)).toEqual([3, 4])
})

test('law: from any queue, everything that neither waits nor depends on something that waits is sent, in order', () => {
  const plan = fc.array(fc.record({ stuck: fc.boolean(), waits: fc.boolean(), record: fc.nat(8), dep: fc.option(fc.nat(20)) }), {
    maxLength: 25,
  })
  fc.assert(
    fc.property(plan, (steps) => {
      const queue = steps.map(({ stuck, waits, record, dep }, seq) =>
        item(seq, {
          id: `r${record}`,
          state: stuck ? 'conflict' : 'pending',
          nextAttemptAt: waits ? 2000 : 0,
          deps: dep !== null && dep < seq ? [`op${dep}`] : [],
        }),
      )
      const sent = new Set(seqs(queue))
      for (const one of queue) {
        const hangs = one.deps.some((dep) => !sent.has(Number(dep.slice(2))))
        const overtakes = queue.some(
          (other) => other.seq < one.seq && other.id === one.id && other.state === 'pending' && !sent.has(other.seq),
        )
        expect(sent.has(one.seq)).toBe(one.state === 'pending' && one.nextAttemptAt <= 1000 && !hangs && !overtakes)
      }
    }),
  )
})

test('the wait doubles up to a minute, give or take a fifth', () => {
  expect([1, 2, 3, 7, 50].map((failures) => backoffMs(failures, 0.5))).toEqual([1000, 2000, 4000, 60_000, 60_000])
  expect([backoffMs(1, 0), backoffMs(1, 1)]).toEqual([800, 1200])
})

test('a batch that cannot be taken is narrowed, a missing session and a stale cursor are known; all else is tried later', () => {
  expect([400, 413, 422, 500].map(failureOf)).toEqual(['narrow', 'narrow', 'narrow', 'narrow'])
  expect(failureOf(402)).toBe('lapsed')
  expect([401, 410, 502, 503, 429, 403, 418, undefined].map(failureOf)).toEqual([
    'signed_out',
    'resync',
    'later',
    'later',
    'later',
    'later',
    'later',
    'later',
  ])
})

test('a clock put back by a day holds nothing up: a moment further off than the longest back-off was never meant (I13)', () => {
  const day = 24 * 60 * 60 * 1000
  expect(seqs([item(1, { nextAttemptAt: 1000 + day }), item(2, { nextAttemptAt: 1000 + 72_000 })])).toEqual([1])
})
