import { QueryClientProvider } from '@tanstack/react-query'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { CalendarPage } from '#features/day/diary/web/CalendarPage.tsx'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, longDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncedName } from '#lib/synced.ts'
import { makeQueryClient } from '#platform/web/queries.ts'
import { setCurrentStore } from '#platform/web/sync/current.ts'
import { noteReach } from '#platform/web/sync/reach.ts'
import { refold } from '#platform/web/sync/records.ts'
import { type Cursor, type Store, type Wire, writeMeta } from '#platform/web/sync/store.ts'
import { LastingToaster } from '#testing/browser/LastingToaster.tsx'
import { openTestStore } from '#testing/browser/open-store.ts'
import { ordinaryMonday } from '#testing/browser/week.ts'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'

export const ZONE = 'Europe/London'
export const TODAY = dayOf(currentTime(), ZONE)
/** A week entirely in the future, so that moves in it are notified. */
export const MON = ordinaryMonday(TODAY)
export const [TUE, WED, THU, FRI] = [1, 2, 3, 4].map((count) => addDays(MON, count)) as [string, string, string, string]
export const MARCUS = uuidv7()

let store: Store

/** A device with one client, online, whose server knows nothing else. */
export async function openDiary() {
  await page.viewport(1280, 800)
  store = await openTestStore()
  noteReach(true)
  vi.stubGlobal('fetch', async () => Response.json([]))
  await hold('clients', client(MARCUS, 'Marcus Yeo'))
}

export async function closeDiary() {
  await cleanup()
  for (const { id } of currentToasts()) dismissToast(id)
  setCurrentStore(undefined)
  await store.delete()
  vi.unstubAllGlobals()
  delete document.documentElement.dataset.theme
}

/** The server has returned this; the device holds it. */
export async function hold(entity: SyncedName, data: Wire & { id: string }) {
  await store.transaction('rw', store.rec, store.queue, store.meta, () =>
    refold(store, [{ key: [entity, data.id], base: { data, deleted: false }, rev: 1 }]),
  )
}

/** How far the first copy has come: these kinds are here whole, or all of it is. */
export const copyHas = (whole: readonly SyncedName[] | 'all') =>
  writeMeta(store, 'cursor', {
    ...{ epoch: 'e', view: 'v', cursor: 1, isComplete: whole === 'all' },
    ...(whole !== 'all' && { first: { whole, before: {}, got: 1, total: 2 } }),
  } as Cursor)

const client = (id: string, name: string, more: Wire = {}) => ({
  id,
  name,
  phone: '07700 900118',
  phoneE164: '+447700900118',
  email: null,
  preferredChannel: 'sms',
  stoppedAt: null,
  isBusiness: false,
  isActive: true,
  businessName: null,
  address: 'Old Forge, Tenbury',
  postcode: 'WR15 8AA',
  tags: [],
  ...more,
})

/** Puts a visit in the diary, by default from 13:00 to 14:15. */
export async function visit(day: string, title: string, more: Partial<VisitRow> & { at?: string; to?: string } = {}) {
  const { at = '13:00', to = '14:15', ...rest } = more
  const row = {
    id: uuidv7(),
    title,
    clientId: MARCUS,
    yardId: null,
    memberId: '',
    description: null,
    location: 'Lingen Vale, SY7 0CK',
    notes: null,
    isCallOnly: false,
    callNumber: 1,
    callPeriod: 'AM',
    roundRank: null,
    status: 'booked',
    statusReason: null,
    tariff: 'standard',
    isCallComplete: false,
    completedAt: null,
    asWas: null,
    ...whenOn(day, at, to, ZONE),
    ...rest,
  }
  await hold('appointments', row)
  return row
}

/** Opens the calendar, by default on the week of `MON`. */
export async function calendar(search = `view=5-day&date=${MON}`) {
  const { hook, searchHook, history } = memoryLocation({ path: '/calendar', searchPath: search, record: true })
  const screen = await render(
    <QueryClientProvider client={makeQueryClient()}>
      <Router hook={hook} searchHook={searchHook}>
        <main>
          <CalendarPage />
        </main>
        <LastingToaster />
      </Router>
    </QueryClientProvider>,
  )
  const day = (on: string) => screen.getByRole('region', { name: longDay(on) })
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  return { screen, history, day, card: (title: string) => screen.getByRole('button', { name: new RegExp(title) }).first() }
}

/** The changes the device would send. */
export const queued = async () => (await store.queue.toArray()).map(({ action, entity, data }) => ({ action, entity, data }))
/** What the device shows of a visit. */
export const kept = async (id: string) => (await store.rec.get(['appointments', id]))?.data as VisitRow | undefined

/** The device receives the removal of a visit. */
export const forget = (id: string) =>
  store.transaction('rw', store.rec, store.queue, store.meta, () =>
    refold(store, [{ key: ['appointments', id], base: { data: {}, deleted: true }, rev: 2 }]),
  )
