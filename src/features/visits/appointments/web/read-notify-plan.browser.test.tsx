import { afterEach, beforeEach, expect, test } from 'vitest'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { readNotifyPlan } from '#features/visits/appointments/web/use-notify-plan.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Part, SyncRow } from '#lib/sync.ts'
import type { SyncedName } from '#lib/synced.ts'
import { setCurrentStore } from '#platform/web/sync/current.ts'
import { setParts } from '#platform/web/sync/here.ts'
import { type Store, writeMeta } from '#platform/web/sync/store.ts'
import { openTestStore } from '#testing/browser/open-store.ts'
import { clientRow } from '#testing/browser/rows.ts'

const [EPOCH, VIEW] = [uuidv7(), uuidv7()]
const day = addDays(dayOf(currentTime(), 'Europe/London'), 2)
const [clientId, visitId] = [uuidv7(), uuidv7()]

let store: Store
beforeEach(async () => {
  store = await openTestStore()
  await writeMeta(store, 'cursor', {
    ...{ epoch: EPOCH, view: VIEW, cursor: 9, isComplete: false },
    first: { whole: ['settings'], before: {}, got: 3, total: 10 },
  })
})
afterEach(async () => {
  setCurrentStore(undefined)
  await store.delete()
})

const row = (entity: SyncedName, id: string, data: object): SyncRow => ({ entity, id, rev: 1, seq: 1, deleted: false, data: { ...data } })

test('while the copy is fetched, the recipients of a text about a move are requested, not taken for none', async () => {
  const client = row('clients', clientId, clientRow({ name: 'Sarah Penrose', phone: '07700 900118', phoneE164: '+447700900118' }))
  setParts(store, async ({ parts }) => {
    const asked = JSON.parse(parts) as Part[]
    const rows = asked.some(({ entity }) => entity === 'clients') ? [client] : []
    return { epoch: EPOCH, view: VIEW, lastK: 0, rows, isFound: asked.map(() => true) }
  })
  const when = whenOn(day, '09:00', '10:00', 'Europe/London')
  const visit = { id: visitId, clientId, status: 'booked', ...when }
  const { plan } = await readNotifyPlan(visit as Parameters<typeof readNotifyPlan>[0], when)
  expect(plan.names).toEqual(['Sarah'])
})
