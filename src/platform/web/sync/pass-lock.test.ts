import { expect, test, vi } from 'vitest'
import { PassLock } from '#platform/web/sync/pass-lock.ts'

let names = 0
/** Two tabs of one copy, and the time they go by. */
function tabs() {
  names += 1
  const clock = { now: 0 }
  const tab = () => new PassLock(`copy ${names}/sync`, () => clock.now)
  return { clock, one: tab(), two: tab() }
}

/** A pass that goes on until it is let go. */
function longPass() {
  const { promise, resolve } = Promise.withResolvers<'done'>()
  const work = vi.fn((_lost: AbortSignal) => promise)
  return { work, finish: () => resolve('done') }
}

test('one tab at a time makes a pass; the other is answered busy', async () => {
  const { one, two } = tabs()
  const pass = longPass()
  const holding = one.hold(pass.work)
  await vi.waitFor(() => expect(pass.work).toHaveBeenCalled())
  expect(await two.hold(async () => 'mine')).toBe('busy')
  pass.finish()
  expect(await holding).toBe('done')
  expect(await two.hold(async () => 'mine')).toBe('mine')
})

test('a tab that froze in its pass loses the lock after 30 s without a sign of life, and is notified of it', async () => {
  const { clock, one, two } = tabs()
  const frozen = longPass()
  const holding = one.hold(frozen.work)
  await vi.waitFor(() => expect(frozen.work).toHaveBeenCalled())
  expect(await two.hold(async () => 'mine')).toBe('busy')
  clock.now = 29_999
  expect(await two.hold(async () => 'mine')).toBe('busy')
  clock.now = 30_000
  expect(await two.hold(async () => 'mine')).toBe('mine')
  expect(await holding).toBe('busy')
  expect(frozen.work.mock.lastCall?.[0].aborted).toBe(true)
  // Thawed, it finds the lock free as any tab would.
  frozen.finish()
  expect(await one.hold(async () => 'again')).toBe('again')
})

test('a long pass that gives signs of life keeps the lock', async () => {
  const { clock, one, two } = tabs()
  const pass = longPass()
  const holding = one.hold(pass.work)
  await vi.waitFor(() => expect(pass.work).toHaveBeenCalled())
  for (let n = 0; n < 5; n += 1) {
    expect(await two.hold(async () => 'mine')).toBe('busy')
    clock.now += 20_000
    two.noteAlive()
  }
  expect(await two.hold(async () => 'mine')).toBe('busy')
  pass.finish()
  expect(await holding).toBe('done')
})

test('what goes wrong in a pass is not taken for a lost lock', async () => {
  const { one } = tabs()
  const broken = new DOMException('the fetch was given up', 'AbortError')
  await expect(one.hold(() => Promise.reject(broken))).rejects.toBe(broken)
})
