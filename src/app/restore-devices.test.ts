import { currentTime } from '#lib/clock.ts'
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { openSession } from '#platform/server/http/session.ts'
import { ApiError } from '#platform/web/api.ts'
import { type Change, recordIn } from '#platform/web/sync/outbox.ts'
import { runPass, type Wires } from '#platform/web/sync/pass.ts'
import { Store } from '#platform/web/sync/store.ts'
import { serveDatabase } from '#testing/hosted.ts'
import { makeFixturePractice } from '#testing/practice.ts'
import { makeRestoring } from '#testing/restoring.ts'

let place: Awaited<ReturnType<typeof makeRestoring>>
beforeAll(async () => {
  place = await makeRestoring()
})
afterAll(() => place.close())

test('two devices with unsent work heal: what the backup does not know is there again, once (I18)', async () => {
  const [from, to] = [await place.database(), await place.database()]
  const before = await serveDatabase(from)
  const gareth = await makeFixturePractice(before.app, 'Gareth Probert')
  const mari = await gareth.addMember('Mari Lloyd', 'farrier')
  const [mariRow] = await place.ask(from, `select id from directory.people where first_name = 'Mari'`)
  const phone = await device(gareth.practiceId, gareth.send)
  const tablet = await device(gareth.practiceId, mari.send)
  const ids = Object.fromEntries(
    ['known', 'phoneSent', 'tabletSent', 'phoneUnsent', 'tabletUnsent', 'horse'].map((name) => [name, uuidv7()]),
  ) as Record<string, string>
  const client = (name: string): Change => ({ action: 'CREATE', entity: 'clients', id: String(ids[name]), data: { name } })
  const change = (id: string | undefined, data: Record<string, unknown>): Change => ({
    action: 'UPDATE',
    entity: 'clients',
    id: String(id),
    data,
  })
  await phone.record(client('known'))
  await phone.sync()
  await tablet.sync()

  const backup = await place.backUp(from)
  await phone.record(client('phoneSent'), change(ids.known, { businessName: 'Ty Coch' }))
  await phone.sync()
  await tablet.record(client('tabletSent'), {
    action: 'CREATE',
    entity: 'horses',
    id: String(ids.horse),
    data: { name: 'Tally', clientId: ids.known },
  })
  await tablet.sync()
  await phone.record(client('phoneUnsent'), change(ids.phoneSent, { notes: 'said on the phone' }))
  await tablet.record(client('tabletUnsent'), change(ids.known, { notes: 'said on the tablet' }))
  await before.stop()
  const issued = [...(await phone.opIds()), ...(await tablet.opIds())]

  await place.restore(backup, to)
  const after = await serveDatabase(to)
  for (const [each, personId] of [
    [phone, gareth.personId],
    [tablet, String(mariRow?.id)],
  ] as const) {
    expect((await each.sync()).end).toBe('later') // the old server is gone
    const token = await after.db.withDirectory((tx) => openSession(tx, { personId, practiceId: gareth.practiceId, userAgent: 'test' }))
    each.reach((method, url, body) =>
      after.app.inject({ method, url, cookies: { [after.app.cookieName]: token }, ...(body ? { payload: body } : {}) }),
    )
  }
  for (const each of [phone, tablet, phone, tablet]) await each.sync()

  expect(await phone.store.queue.toArray()).toEqual([])
  expect(await tablet.store.queue.toArray()).toEqual([])
  const rows = await place.ask(to, `select name, business_name as business, notes from clients order by name`)
  expect(rows).toEqual([
    { name: 'known', business: 'Ty Coch', notes: 'said on the tablet' },
    { name: 'phoneSent', business: null, notes: 'said on the phone' },
    { name: 'phoneUnsent', business: null, notes: null },
    { name: 'tabletSent', business: null, notes: null },
    { name: 'tabletUnsent', business: null, notes: null },
  ])
  expect(await place.ask(to, 'select name from horses')).toEqual([{ name: 'Tally' }])
  const applied = await place.ask(to, 'select op_id from sync_ops')
  expect(applied.map((row) => row.op_id).sort()).toEqual(issued.sort())
  const journal = await place.ask(to, 'select act_id from activity')
  expect(journal.map((row) => row.act_id).sort()).toEqual(issued.sort())
  expect(await phone.view()).toEqual(await tablet.view())
  expect(await phone.view()).toHaveLength(6)
  await after.stop()
  await phone.store.delete()
  await tablet.store.delete()
}) // two servers are started

test('a text that went after the backup does not go again with the change that is sent again', async () => {
  const [from, to] = [await place.database(), await place.database()]
  const before = await serveDatabase(from)
  const gareth = await makeFixturePractice(before.app, 'Gareth Probert')
  const phone = await device(gareth.practiceId, gareth.send)
  const day = addDays(dayOf(currentTime(), 'Europe/London'), 30)
  const at = (time: string) => instantOf(day, time, 'Europe/London').toISOString()
  const [clientId, visit, unsent] = [uuidv7(), uuidv7(), uuidv7()]
  const book = (id: string, time: string): Change => {
    const data = { title: 'Trim', clientId, memberId: gareth.memberId, startTime: at(time), endTime: at('18:00') }
    return { action: 'CREATE', entity: 'appointments', id, data }
  }
  const move = (id: string, time: string): Change => {
    const data = { startTime: at(time), endTime: at('18:00') }
    return { action: 'UPDATE', entity: 'appointments', id, data, alsoSend: { sendSmsNotification: true } }
  }
  await phone.record({ action: 'CREATE', entity: 'clients', id: clientId, data: { name: 'Mover', phone: '07700 900118' } })
  await phone.record(book(visit, '09:00'), book(unsent, '10:00'))
  await phone.sync()
  const backup = await place.backUp(from)
  await phone.record(move(visit, '11:00'))
  await phone.sync()
  expect(await place.ask(from, `select state from notices where kind <> 'reminder'`)).toEqual([{ state: 'held' }])
  await phone.record(move(unsent, '12:00'))
  await before.stop()
  await place.restore(backup, to)
  const after = await serveDatabase(to)
  const signedIn = { personId: gareth.personId, practiceId: gareth.practiceId, userAgent: 'test' }
  const token = await after.db.withDirectory((tx) => openSession(tx, signedIn))
  phone.reach((method, url, body) =>
    after.app.inject({ method, url, cookies: { [after.app.cookieName]: token }, ...(body ? { payload: body } : {}) }),
  )
  await phone.sync()
  expect(await phone.store.queue.toArray()).toEqual([])
  expect(
    await place.ask(to, `select subject_id as visit, state, state_reason as why from notices where kind <> 'reminder' order by state`),
  ).toEqual([
    { visit: unsent, state: 'held', why: null },
    { visit, state: 'unknown', why: expect.stringContaining('restored from a backup') },
  ])
  await after.stop()
  await phone.store.delete()
})

type Send = (method: 'GET' | 'POST', url: string, body?: object) => Promise<{ statusCode: number; body: string; json: () => never }>

/** A user's device: the product's own outbox and pass, its requests going to the server that is reached. */
async function device(practiceId: string, send: Send) {
  const store = new Store({ personId: uuidv7(), practiceId, deviceId: uuidv7() })
  await store.open()
  let line = send
  const ask = async (method: 'GET' | 'POST', url: string, body?: object) => {
    const answer = await line(method, url, body)
    if (answer.statusCode >= 500) throw new Error(answer.body)
    if (answer.statusCode !== 200) throw new ApiError(answer.statusCode, '', answer.body)
    return answer.json()
  }
  const wires: Wires = {
    push: (body) => ask('POST', '/api/sync/push', body),
    pull: (query) => ask('GET', `/api/sync/pull?${new URLSearchParams(JSON.parse(JSON.stringify(query)) as Record<string, string>)}`),
  }
  return {
    store,
    reach: (to: Send) => {
      line = to
    },
    sync: () => runPass(store, wires),
    record: (...changes: Change[]) => recordIn(store, changes),
    /** Every op it ever issued. */
    opIds: async () => [...(await store.done.toArray()), ...(await store.queue.toArray())].map((item) => item.opId),
    /** What its screens show of clients and horses. */
    view: async () =>
      (await store.rec.where('entity').anyOf('clients', 'horses').toArray())
        .filter((rec) => !rec.deleted)
        .map(({ id, data }) => ({ ...data, id }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}
