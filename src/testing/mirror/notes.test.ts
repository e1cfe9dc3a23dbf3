import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isNoteMirrored, mirrorNotes } from '#platform/web/sync/mirror-notes.ts'
import type { Mirror } from '#platform/web/sync/mirror-port.ts'
import { MemoryStorage, stubStorage } from '#testing/mirror/memory-storage.ts'

let kept: Map<string, string>
let mirror: Mirror
let stop: () => void = () => undefined
let isFull = false
beforeEach(() => {
  kept = new Map()
  isFull = false
  mirror = {
    open: () => Promise.reject(new Error('not asked for here')),
    readNotes: async () => Object.fromEntries(kept),
    keepNotes: async (notes) => {
      if (isFull) throw new Error('disk full')
      for (const [name, text] of Object.entries(notes)) text === null ? kept.delete(name) : kept.set(name, text)
    },
  }
  clear()
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

/** The browser's storage is cleared. */
const clear = () => stubStorage(new MemoryStorage())
const start = async () => {
  stop()
  stop = await mirrorNotes(mirror)
}
const told = (name: string) => vi.waitFor(() => expect(kept.get(name) ?? null).toBe(localStorage.getItem(name)))

test('a cleared browser keeps its own name, its drafts and what was chosen', async () => {
  await start()
  const notes = { 'pritchel.device': 'van', 'draft/p/me/client': '{"name":"Ann"}', theme: 'dark', 'pritchel.wifiOnly': 'yes' }
  for (const [name, text] of Object.entries(notes)) localStorage.setItem(name, text)
  await told('pritchel.wifiOnly')
  stop()
  clear()
  await start()
  for (const [name, text] of Object.entries(notes)) expect(localStorage.getItem(name)).toBe(text)
})

test('a note that was removed stays removed, also where the mirror did not hear of it', async () => {
  await start()
  localStorage.setItem('pritchel.device', 'van')
  localStorage.setItem('pritchel.user', '{"id":"me"}')
  await told('pritchel.user')
  localStorage.removeItem('pritchel.user')
  await told('pritchel.user')
  kept.set('pritchel.user', '{"id":"me"}')
  await start()
  expect(localStorage.getItem('pritchel.user')).toBeNull()
  expect(kept.has('pritchel.user')).toBe(false)
})

test('what could not be kept is kept with the next', async () => {
  await start()
  isFull = true
  localStorage.setItem('pritchel.device', 'van')
  await Promise.resolve()
  isFull = false
  localStorage.setItem('theme', 'dark')
  await told('theme')
  expect(kept.get('pritchel.device')).toBe('van')
})

test('notes of the session, and those not of the copies, are nobody else’s', async () => {
  await start()
  sessionStorage.setItem('theme', 'dark')
  localStorage.setItem('pritchel.clock', '1')
  localStorage.setItem('pritchel.device', 'van')
  await told('pritchel.device')
  expect([...kept.keys()]).toEqual(['pritchel.device'])
})

test('a mirror that cannot be read clears nothing and stops nothing', async () => {
  localStorage.setItem('pritchel.device', 'van')
  mirror = { ...mirror, readNotes: () => Promise.reject(new Error('no such disk')) }
  await start()
  expect(localStorage.getItem('pritchel.device')).toBe('van')
  localStorage.setItem('theme', 'dark')
  await told('theme')
})

/** Every file that keeps a note, and a name it uses. */
const MIRRORED: Record<string, string> = {
  'src/app/frame/theme.ts': 'theme',
  'src/features/day/round/web/set-off.ts': 'round/set-off',
  'src/features/evidence/files/web/known-plan.ts': 'files.usage/p',
  'src/features/office/posts/web/use-networks.ts': 'posts.networks/p',
  'src/platform/web/files/wifi.ts': 'pritchel.wifiOnly',
  'src/platform/web/session/drafts.ts': 'draft/p/me/x',
  'src/platform/web/session/leaving.ts': 'pritchel.ended',
  'src/platform/web/session/looked.ts': 'looked/p/me/x',
  'src/platform/web/session/session.ts': 'pritchel.user',
  'src/platform/web/session/signed-in.ts': 'pritchel.device',
  'src/platform/web/sync/last-number.ts': 'pritchel.numbers',
}
const NOT_MIRRORED = [
  // Owners' pages, which no shell shows.
  'src/app/pages/my/phone/phone.ts',
  'src/app/pages/my/phone/push.ts',
  'src/app/pages/my/send-file.ts',
  'src/features/day/round/page/seen-stop.ts',
  // Measured, or asked of the browser, again.
  'src/platform/web/device/clock.ts',
  'src/platform/web/files/storage.ts',
]

test('every note that the app keeps was decided on', () => {
  const keeps = (file: string) => /localStorage\??\.setItem\(/.test(readFileSync(file, 'utf8'))
  const found = globSync('src/**/*.{ts,tsx}').filter((file) => !/test\.tsx?$|^src\/testing\/|sync\/mirror-notes/.test(file) && keeps(file))
  expect(found.sort()).toEqual([...Object.keys(MIRRORED), ...NOT_MIRRORED].sort())
  for (const name of [...Object.values(MIRRORED), 'pritchel.leaving']) expect(isNoteMirrored(name), name).toBe(true)
})
