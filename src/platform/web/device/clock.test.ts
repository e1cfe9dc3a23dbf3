import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const MINUTE = 60_000
const now = Date.UTC(2026, 10, 24, 12)
const date = (at: number) => new Date(at).toUTCString()
let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The module as an app just started has it. */
const start = () => import('#platform/web/device/clock.ts')

test('a clock a day ahead is known after one answer, after the next start too, and until it is put right', async () => {
  const clock = await start()
  const changed = vi.fn()
  clock.onClock(changed)
  clock.noteServerDate(date(now - 24 * 60 * MINUTE), now - 100, now + 100)
  expect(clock.clockOff()).toBe(24 * 60 * MINUTE)
  expect(changed).toHaveBeenCalledOnce()
  vi.resetModules()
  const again = await start()
  expect(again.clockOff()).toBe(24 * 60 * MINUTE)
  again.noteServerDate(date(now), now, now)
  expect(again.clockOff()).toBeNull()
})

test('a clock that is a little off, and the time an answer takes, are not reported', async () => {
  const clock = await start()
  const changed = vi.fn()
  clock.onClock(changed)
  clock.noteServerDate(date(now - 2 * MINUTE), now, now + 900)
  expect(clock.clockOff()).toBeNull()
  // A phone that slept through its answer would measure its sleep.
  clock.noteServerDate(date(now), now, now + 30 * MINUTE)
  expect(clock.clockOff()).toBeNull()
  clock.noteServerDate(null, now, now)
  clock.noteServerDate('nonsense', now, now)
  clock.noteServerDate(date(now - 5 * MINUTE), now, now)
  expect(clock.clockOff()).toBe(5 * MINUTE)
  changed.mockClear()
  clock.noteServerDate(date(now - 5 * MINUTE - 20_000), now, now)
  expect(changed).not.toHaveBeenCalled()
})

test('a clock behind is distinguished from one ahead', async () => {
  const clock = await start()
  clock.noteServerDate(date(now + 10 * MINUTE), now, now)
  expect(clock.clockOff()).toBe(-10 * MINUTE)
})

test('a demo shows its own time, as the server reckons it, and no notice of this device’s clock is shown', async () => {
  const clock = await start()
  const { currentMs, realMs, setClock } = await import('#lib/clock.ts')
  setClock(new Date(now))
  clock.noteServerDate(date(now - 3 * 60 * MINUTE), now, now)
  const changed = vi.fn()
  clock.onClock(changed)
  // Opened ten minutes ago by the server's clock, which is three hours behind this device's.
  clock.showDemoTime({ day: '2026-11-26', from: new Date(now - 190 * MINUTE).toISOString() }, 'Europe/London')
  expect(Math.round((currentMs() - Date.UTC(2026, 10, 26, 10, 50)) / MINUTE)).toBe(0)
  expect(Math.round((realMs() - now) / MINUTE)).toBe(0)
  expect(clock.clockOff()).toBeNull()
  expect(changed).toHaveBeenCalled()
  clock.showDemoTime(undefined, 'Europe/London')
  expect(Math.round((currentMs() - now) / MINUTE)).toBe(0)
  expect(clock.clockOff()).toBe(3 * 60 * MINUTE)
  setClock()
})
