import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { radicale } from '#connectors/caldav/far-side.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import type { CalendarChange } from '#features/visits/calendars/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf } from '#lib/dates.ts'
import type { Database } from '#platform/server/database/db.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import type { PreparedDatabase } from '#platform/server/database/prepare.ts'
import { openSession } from '#platform/server/http/session.ts'
import { openReach, type Reach } from '#platform/server/reach.ts'
import { serveDatabase } from '#testing/hosted.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { makeRestoring } from '#testing/restoring.ts'
import { testVault } from '#testing/vault.ts'

/* A server that is lost: its backup of an hour ago comes up on another database, while the calendars elsewhere have gone on. */

const ZONE = 'Europe/London'
let far: Awaited<ReturnType<typeof radicale.start>>
let place: Awaited<ReturnType<typeof makeRestoring>>
let day: Day
const vault = testVault()

const at = (time: string) => instantOf(day, time, ZONE)
const serve = (database: PreparedDatabase) =>
  serveDatabase(database, { vault, reach: openReach({ reach: [far.host] }), reachable: [far.host] })
const exchange = (db: Database, practiceId: string, reach: Reach = openReach({ reach: [far.host] })) => {
  const run = { reachable: [far.host], isTestVersion: true, origin: 'http://localhost:3000' }
  return exchangePractice({ ...run, db, vault, reach, log: { error: (details: object) => Promise.reject(details) } }, practiceId)
}
const book = async ({ memberId, post }: Pick<FixturePractice, 'memberId' | 'post'>, start: string, end: string) =>
  (await post('/api/appointments', { title: 'Trim', startTime: at(start), endTime: at(end), memberId })).json<{ id: string }>().id
const connect = async ({ put }: Pick<FixturePractice, 'put'>, settings: object = {}) => {
  const { key: apiKey, ...where } = far.credentials
  const answer = await put('/api/integrations/caldav', { enabled: true, settings: { ...where, apiKey, ...settings } })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
/** No session comes back from a backup. */
async function signedInAgain({ app, db }: Awaited<ReturnType<typeof serve>>, { personId, practiceId }: FixturePractice) {
  const token = await db.withDirectory((tx) => openSession(tx, { personId, practiceId, userAgent: 'test' }))
  const cookies = { [app.cookieName]: token }
  return {
    get: (url: string) => app.inject({ method: 'GET', url, cookies }),
    put: (url: string, payload: object) => app.inject({ method: 'PUT', url, payload, cookies }),
  }
}
const calendarOf = async (database: PreparedDatabase, { practiceId }: Pick<FixturePractice, 'practiceId'>) =>
  (await place.ask(database, `select far_calendar from connections where practice_id = '${practiceId}'`))[0]?.far_calendar as string

/** Carries the first entry over, and dies before it hears that it has arrived; the others never leave. */
function dying(): { reach: Reach; arrived: Promise<void> } {
  const reach = openReach({ reach: [far.host] })
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  let isFirst = true
  const never = new Promise<Response>(() => {})
  return {
    arrived,
    reach: async (url, init) => {
      if (!url.endsWith('.ics')) return reach(url, init)
      if (!isFirst) return never
      isFirst = false
      await reach(url, init)
      resolve()
      return never
    },
  }
}

describe.skipIf(radicale.missing)(`a restored backup${radicale.missing ? ` (missing: ${radicale.missing})` : ''}`, () => {
  beforeAll(async () => {
    far = await radicale.start()
    place = await makeRestoring()
    day = addDays(dayOf(currentTime(), ZONE), 3)
  })
  afterAll(async () => {
    await place.close()
    await far.stop()
  })

  test('doubles and loses nothing over there; what it does not know is taken out or raises a question, and no one is texted', async () => {
    const [from, to] = [await place.database(), await place.database()]
    const server = await serve(from)
    const [gareth, olwen] = [await makeFixturePractice(server.app, 'Gareth Probert'), await makeFixturePractice(server.app, 'Olwen Other')]
    const [moved, cancelled] = [await book(gareth, '09:00', '10:00'), await book(gareth, '11:00', '12:00')]
    await book(gareth, '13:00', '14:00')
    // Automatically it would move here what was moved there, and text the owner.
    await connect(gareth, { onMoved: 'apply' })
    await exchange(server.db, gareth.practiceId)
    for (const hour of ['09', '10', '11']) await book(olwen, `${hour}:00`, `${hour}:30`)
    await connect(olwen)
    const { reach, arrived } = dying()
    void exchange(server.db, olwen.practiceId, reach)
    await arrived
    const backup = await place.backUp(from)
    await gareth.put(`/api/appointments/${moved}`, { startTime: at('15:00'), endTime: at('16:00') })
    await gareth.put(`/api/appointments/${cancelled}`, { status: 'cancelled' })
    const since = await book(gareth, '17:00', '18:00')
    await exchange(server.db, gareth.practiceId)
    const [ofGareth, ofOlwen] = [await calendarOf(from, gareth), await calendarOf(from, olwen)]
    expect([await far.phone.count(ofGareth), await far.phone.count(ofOlwen)]).toEqual([3, 1])
    await server.stop()

    expect(await place.restore(backup, to)).toBe(true)
    const restored = await serve(to)
    const due = await takeExchanges(restored.db, currentTime())
    expect(due.sort()).toEqual([gareth.practiceId, olwen.practiceId].sort())
    for (const practiceId of due) await exchange(restored.db, practiceId)
    expect(await far.phone.count(ofOlwen)).toBe(3)
    expect(await place.ask(to, `select state from connection_items where practice_id = '${olwen.practiceId}'`)).toEqual(
      Array.from({ length: 3 }, () => ({ state: 'sent' })),
    )
    await expect(far.phone.read(`${ofGareth}${since}.ics`)).rejects.toThrow('404')
    expect(await far.phone.count(ofGareth)).toBe(2)
    const again = await signedInAgain(restored, gareth)
    const questions = (await again.get('/api/calendar-changes')).json<CalendarChange[]>().filter(({ state }) => state === 'open')
    expect(questions.map(({ kind, appointmentId }) => [kind, appointmentId]).sort()).toEqual([
      ['deleted', cancelled],
      ['moved', moved],
    ])
    expect((await again.get(`/api/appointments/${moved}`)).json()).toMatchObject({ startTime: at('09:00').toISOString() })
    expect(await place.ask(to, `select kind from notices where kind = 'moved'`)).toEqual([])
    for (const { id } of questions) await again.put(`/api/calendar-changes/${id}`, { state: 'put_back' })
    // What changes over there from now on wakes the worker.
    expect(await takeExchanges(restored.db, new Date(currentTime().getTime() + 11_000))).toContain(gareth.practiceId)
    await exchange(restored.db, gareth.practiceId)
    expect(await far.phone.count(ofGareth)).toBe(3)
    expect(await far.phone.read(`${ofGareth}${moved}.ics`)).toContain('T090000')
    await restored.stop()
  })
})
