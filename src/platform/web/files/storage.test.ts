import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const DAY = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 10, 24)
let isKept: boolean
let grants: boolean
let persist: ReturnType<typeof vi.fn<() => Promise<boolean>>>
let kept: Map<string, string>
beforeEach(() => {
  vi.resetModules()
  isKept = false
  grants = false
  kept = new Map()
  persist = vi.fn(async () => {
    isKept ||= grants
    return isKept
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('navigator', { storage: { persisted: async () => isKept, persist, estimate: async () => ({ quota: 1000, usage: 400 }) } })
})
afterEach(() => vi.unstubAllGlobals())

/** The module as an app just started has it. */
const start = () => import('#platform/web/files/storage.ts')

test('whether the local copy is kept, and how much room is left, is what the browser reports', async () => {
  const { lookAtStorage, onStorage, storageNow } = await start()
  expect(storageNow()).toEqual({ isKept: null, bytesFree: null })
  const changed = vi.fn()
  onStorage(changed)
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce())
  expect(storageNow()).toEqual({ isKept: false, bytesFree: 600 })
  const same = storageNow()
  await lookAtStorage()
  expect(storageNow()).toBe(same)
})

test('a browser that reports nothing is not taken to have promised anything', async () => {
  vi.stubGlobal('navigator', {})
  const { requestPersistence, lookAtStorage, storageNow } = await start()
  await lookAtStorage()
  await requestPersistence(now)
  expect(storageNow()).toEqual({ isKept: null, bytesFree: null })
})

test('it requests persistence once a day at most, and never again once it is granted', async () => {
  const { requestPersistence, storageNow } = await start()
  await requestPersistence(now)
  await requestPersistence(now + DAY - 1)
  expect(persist).toHaveBeenCalledOnce()
  expect(storageNow().isKept).toBe(false)
  grants = true
  await requestPersistence(now + DAY)
  expect(storageNow().isKept).toBe(true)
  await requestPersistence(now + 5 * DAY)
  expect(persist).toHaveBeenCalledTimes(2)
})

test('what was granted before is not requested again, and a clock set back delays nothing', async () => {
  kept.set('pritchel.askedToKeep', String(now + 400 * DAY))
  const { requestPersistence } = await start()
  await requestPersistence(now)
  expect(persist).toHaveBeenCalledOnce()
  isKept = true
  vi.resetModules()
  await (await start()).requestPersistence(now + 2 * DAY)
  expect(persist).toHaveBeenCalledOnce()
})
