import { currentTime } from '#lib/clock.ts'
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { Unreachable } from '#platform/web/api.ts'
import { realDevice } from '#testing/device.ts'
import { startMortalServer } from '#testing/mortal-server.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ZONE = 'Europe/London'
const at = (time: string) => instantOf(addDays(dayOf(currentTime(), ZONE), 40), time, ZONE).toISOString()

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

/** Requests of gareth's browser over the network to wherever the server is by now. */
const browser = (urlNow: () => string) =>
  realDevice((async (method: string, path: string, body?: object) => {
    const headers = {
      cookie: Object.entries(server.gareth.cookies)
        .map((pair) => pair.join('='))
        .join(';'),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const answer = await fetch(urlNow() + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }).catch(() => {
      throw new Unreachable('the server is gone')
    })
    const text = await answer.text()
    return { statusCode: answer.status, body: text, json: () => JSON.parse(text) }
  }) as never)

const ledgerOf = async (ids: string[]) => {
  const list = `(${ids.map((id) => `'${id}'`).join(', ')})`
  const [counts] = await server.asOwner(`select
    (select count(*)::int from clients where id in ${list}) + (select count(*)::int from appointments where id in ${list}) as records,
    (select count(*)::int from sync_ops where entity_id in ${list}) as ops,
    (select count(*)::int from activity where entity_id in ${list}) as journal,
    (select count(*)::int from notices where kind = 'booked' and subject_id in ${list}) as texts`)
  return counts
}
const ONCE = { records: 2, ops: 2, journal: 2, texts: 1 }

test('I1, I2, I3: a server killed between commit and reply has done it all, and to what the device then sends again it adds nothing', async () => {
  const mortal = await startMortalServer(server.db, { diesAnswering: '/api/sync/push' })
  let url = mortal.url
  const device = await browser(() => url)
  const [client, visit] = [uuidv7(), uuidv7()]
  await device.record(
    { action: 'CREATE', entity: 'clients', id: client, data: { name: 'Siân', phone: '07700 900118' } },
    {
      action: 'CREATE',
      entity: 'appointments',
      id: visit,
      data: { title: 'Trim', clientId: client, startTime: at('09:00'), endTime: at('10:00') },
      alsoSend: { sendSmsNotification: true },
    },
  )
  expect(await device.sync()).toMatchObject({ end: 'later' })
  expect(await mortal.ended).toBe('SIGKILL')
  expect((await device.queue()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect(await ledgerOf([client, visit])).toEqual(ONCE)

  const next = await startMortalServer(server.db)
  url = next.url
  for (const { seq } of await device.queue()) await device.store.queue.update(seq, { nextAttemptAt: 0 })
  expect(await device.sync()).toEqual({ end: 'done' })
  expect(await device.queue()).toEqual([])
  expect(await ledgerOf([client, visit])).toEqual(ONCE)
  expect(await device.row('clients', client)).toMatchObject({ name: 'Siân', phoneE164: '+447700900118' })
  next.kill()
  await next.ended
  await device.store.delete()
})
