import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActivityItem } from '#features/day/round/contract.ts'
import { currentMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let gareth: FixturePractice
beforeAll(async () => {
  server = await startTestServer()
  gareth = server.gareth
})
afterAll(() => server.stop())

const make = async (path: string, body: object): Promise<string> => {
  const answer = await gareth.post(path, body)
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}
const read = async <T = Record<string, unknown>>(path: string): Promise<T> => (await gareth.get(path)).json<T>()
const journal = (query = '') => read<ActivityItem[]>(`/api/dashboard/activity?limit=100${query}`)
/** The newest line of the journal with this title. */
const line = async (title: string | RegExp): Promise<ActivityItem> => {
  const items = await journal()
  const found = items.find((item) => (typeof title === 'string' ? item.title === title : title.test(item.title)))
  if (!found) throw new Error(`no "${title}" in ${items.map((item) => item.title).join(' | ')}`)
  return found
}
const undo = (item: ActivityItem, who: Pick<FixturePractice, 'post'> = gareth) => who.post(`/api/activity/${item.id}/undo`)
const undone = async (title: string | RegExp) => {
  const answer = await undo(await line(title))
  expect(answer.statusCode, answer.body).toBe(204)
}
const refused = async (title: string | RegExp): Promise<{ code: string; message: string }> => {
  const answer = await undo(await line(title))
  expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
  return answer.json()
}
const day = (ahead: number) => new Date(currentMs() + ahead * 86_400_000).toISOString().slice(0, 10)
const at = (ahead: number, time: string) => `${day(ahead)}T${time}:00.000Z`
const book = (more: object) => make('/api/appointments', { startTime: at(3, '09:00'), endTime: at(3, '10:00'), title: 'Trim', ...more })

describe('what was changed goes back', () => {
  test('of a client, field by field, and the journal records it once', async () => {
    const id = await make('/api/clients', { name: 'Ann Changed', phone: '07700 900118', notes: 'dogs' })
    await gareth.put(`/api/clients/${id}`, { notes: null, phone: '07700 900204', tags: ['monthly'] })
    await undone('Changed Ann Changed')
    expect(await read(`/api/clients/${id}`)).toMatchObject({ notes: 'dogs', phone: '07700 900118', phoneE164: '+447700900118', tags: [] })
    const titles = (await journal()).map((item) => item.title).filter((title) => title.includes('Ann Changed'))
    expect(titles).toEqual(['Undone: Changed Ann Changed', 'Changed Ann Changed', 'Added client Ann Changed'])
  })

  test('of a horse, with its next due day', async () => {
    const clientId = await make('/api/clients', { name: 'Owner of Cob' })
    const id = await make('/api/horses', { name: 'Cob', clientId, cycleDays: 42 })
    await gareth.post('/api/work-entries', { horseId: id, serviceType: 'Trim', workDate: day(-7) })
    await gareth.put(`/api/horses/${id}`, { cycleDays: 56 })
    await undone('Changed Cob')
    expect(await read(`/api/horses/${id}`)).toMatchObject({ cycleDays: 42, nextDue: day(35) })
  })

  test('of an owner, who owns the horse again', async () => {
    const [first, second] = [await make('/api/clients', { name: 'First' }), await make('/api/clients', { name: 'Second' })]
    const id = await make('/api/horses', { name: 'Sold Twice', clientId: first })
    await gareth.put(`/api/horses/${id}`, { clientId: second })
    await undone('Transferred Sold Twice')
    expect(await read(`/api/horses/${id}`)).toMatchObject({ clientId: first })
  })

  test('of a yard, of time off and of work', async () => {
    const yard = await make('/api/yards', { name: 'Gate Yard', gateCode: '4471' })
    await gareth.put(`/api/yards/${yard}`, { gateCode: '9' })
    await undone('Changed Gate Yard')
    expect(await read(`/api/yards/${yard}`)).toMatchObject({ gateCode: '4471' })
    const clientId = await make('/api/clients', { name: 'Owner of Tup' })
    const horseId = await make('/api/horses', { name: 'Tup', clientId, cycleDays: 42 })
    const work = await make('/api/work-entries', { horseId, serviceType: 'Trim', workDate: day(-3) })
    await gareth.put(`/api/work-entries/${work}`, { workDate: day(-1) })
    await undone('Tup, work corrected')
    expect(await read(`/api/horses/${horseId}`)).toMatchObject({ lastService: day(-3), nextDue: day(39) })
  })
})

describe('a visit', () => {
  test('that was moved is back where it was, and the text that waited is stopped', async () => {
    const clientId = await make('/api/clients', { name: 'Moved Mary', phone: '07700 900301' })
    const id = await book({ clientId })
    await gareth.put(`/api/appointments/${id}`, { startTime: at(5, '14:00'), endTime: at(5, '15:00'), sendSmsNotification: true })
    expect(await read(`/api/notices?appointmentId=${id}`)).toMatchObject([{ state: 'held' }])
    await undone(/^Moved Moved Mary/)
    expect(await read(`/api/appointments/${id}`)).toMatchObject({ startTime: at(3, '09:00'), endTime: at(3, '10:00'), onDay: day(3) })
    expect(await read(`/api/notices?appointmentId=${id}`)).toMatchObject([{ state: 'cancelled' }])
  })

  test('a change that someone was notified of stays, and the refusal names them', async () => {
    const clientId = await make('/api/clients', { name: 'Told Tom', phone: '07700 900302' })
    const id = await book({ clientId })
    await gareth.put(`/api/appointments/${id}`, { startTime: at(5, '14:00'), endTime: at(5, '15:00'), sendSmsNotification: true })
    await server.asOwner(`update notices set state = 'sent', state_at = clock_now() where client_id = '${clientId}'`)
    expect(await refused(/^Moved Told Tom/)).toMatchObject({ code: 'text_has_gone', message: expect.stringContaining('Told Tom') })
    expect(await read(`/api/appointments/${id}`)).toMatchObject({ onDay: day(5) })
  })

  test('that was confirmed is pencilled again', async () => {
    const clientId = await make('/api/clients', { name: 'Maybe May' })
    const id = await book({ clientId, status: 'pencilled' })
    await gareth.put(`/api/appointments/${id}`, { status: 'booked' })
    await undone('Confirmed Maybe May')
    expect(await read(`/api/appointments/${id}`)).toMatchObject({ status: 'pencilled' })
  })

  test('that was cancelled is on again', async () => {
    const clientId = await make('/api/clients', { name: 'Off Olive' })
    const id = await book({ clientId })
    await gareth.post(`/api/appointments/${id}/cancel`, { reason: 'Lame' })
    await undone('Cancelled: Off Olive')
    expect(await read(`/api/appointments/${id}`)).toMatchObject({ status: 'booked', statusReason: null })
  })

  test('that was booked is gone, and that was removed is back with its horses', async () => {
    const clientId = await make('/api/clients', { name: 'Back Ben' })
    const horse = await make('/api/horses', { name: 'Bess', clientId })
    const id = await book({ clientId, horses: [{ horseId: horse, plannedWork: 'Trim' }] })
    await undone(/^Booked Back Ben/)
    expect((await gareth.get(`/api/appointments/${id}`)).statusCode).toBe(404)
    const other = await book({ clientId, horses: [{ horseId: horse, plannedWork: 'Full set new' }] })
    await gareth.delete(`/api/appointments/${other}`)
    await undone('Removed the visit to Back Ben')
    expect(await read(`/api/appointments/${other}`)).toMatchObject({ horseId: horse, horses: [{ plannedWork: 'Full set new' }] })
  })

  test('whose words and horses were changed in one go has both back', async () => {
    const clientId = await make('/api/clients', { name: 'Both Bea' })
    const [one, two] = [await make('/api/horses', { name: 'One', clientId }), await make('/api/horses', { name: 'Two', clientId })]
    const id = await book({ clientId, horseId: one })
    await gareth.put(`/api/appointments/${id}`, { notes: 'bring pads', horses: [{ horseId: two }] })
    await undone('Changed the visit to Both Bea')
    const visit = await read<{ notes: null; horses: { horseId: string }[] }>(`/api/appointments/${id}`)
    expect(visit.notes).toBeNull()
    expect(visit.horses.map((each) => each.horseId)).toEqual([one])
  })
})

describe('what was added goes, what was removed comes back', () => {
  test('a client', async () => {
    const id = await make('/api/clients', { name: 'Added Alf' })
    await undone('Added client Added Alf')
    expect((await gareth.get(`/api/clients/${id}`)).statusCode).toBe(404)
    const kept = await make('/api/clients', { name: 'Kept Kay', phone: '07700 900303' })
    await gareth.delete(`/api/clients/${kept}`)
    await undone('Removed Kept Kay')
    expect(await read(`/api/clients/${kept}`)).toMatchObject({ name: 'Kept Kay', phone: '07700 900303' })
  })

  test('a yard, and its horses stand there again', async () => {
    const clientId = await make('/api/clients', { name: 'Yard Yvonne' })
    const yard = await make('/api/yards', { name: 'Lost Yard' })
    const [stays, moves] = [
      await make('/api/horses', { name: 'Stays', clientId, yardId: yard }),
      await make('/api/horses', { name: 'Moves', clientId, yardId: yard }),
    ]
    await gareth.delete(`/api/yards/${yard}`)
    const elsewhere = await make('/api/yards', { name: 'Elsewhere' })
    await gareth.put(`/api/horses/${moves}`, { yardId: elsewhere })
    await undone('Removed Lost Yard')
    expect(await read(`/api/yards/${yard}`)).toMatchObject({ name: 'Lost Yard' })
    expect(await read(`/api/horses/${stays}`)).toMatchObject({ yardId: yard })
    expect(await read(`/api/horses/${moves}`)).toMatchObject({ yardId: elsewhere })
  })

  test('a horse, and it is on its visits again', async () => {
    const clientId = await make('/api/clients', { name: 'Horse Hal' })
    const horse = await make('/api/horses', { name: 'Gone Again', clientId })
    const visit = await book({ clientId, horseId: horse })
    await gareth.delete(`/api/horses/${horse}`)
    expect(await read(`/api/appointments/${visit}`)).toMatchObject({ horseId: null })
    await undone('Removed Gone Again')
    expect(await read(`/api/appointments/${visit}`)).toMatchObject({ horseId: horse })
  })

  test('work, and the horse’s dates follow', async () => {
    const clientId = await make('/api/clients', { name: 'Work Will' })
    const horseId = await make('/api/horses', { name: 'Dated', clientId, cycleDays: 42 })
    const work = await make('/api/work-entries', { horseId, serviceType: 'Trim', workDate: day(-2) })
    await gareth.delete(`/api/work-entries/${work}`)
    await undone('Dated, work undone')
    expect(await read(`/api/horses/${horseId}`)).toMatchObject({ lastService: day(-2) })
    await undone('Dated, trim done')
    expect(await read(`/api/horses/${horseId}`)).toMatchObject({ lastService: null, nextDue: null })
  })

  test('a horse finished on a visit is still to do', async () => {
    const clientId = await make('/api/clients', { name: 'Done Dot' })
    const horseId = await make('/api/horses', { name: 'Finished', clientId })
    const visit = await book({ clientId, horses: [{ horseId, plannedWork: 'Trim' }] })
    await gareth.put(`/api/appointments/${visit}/complete-call`)
    expect(await read(`/api/appointments/${visit}`)).toMatchObject({ isCallComplete: true })
    await undone('Finished, trim done')
    expect(await read(`/api/appointments/${visit}`)).toMatchObject({ isCallComplete: false, horses: [{ outcome: null }] })
  })

  test('time off, on every device', async () => {
    const device = gareth.device()
    const id = uuidv7()
    const before = (await device.pull()) as { cursor: number }
    await device.push(
      device.op({ entity: 'time_off', action: 'CREATE', id, data: { fromDay: day(9), toDay: day(12), kind: 'holiday', title: 'Sea' } }),
    )
    await device.push(device.op({ entity: 'time_off', action: 'DELETE', id, baseRev: 1, data: {} }))
    await undone(/^Removed/)
    const { rows } = (await device.pull(before.cursor)) as { rows: object[] }
    expect(rows).toEqual([
      expect.objectContaining({ entity: 'time_off', id, deleted: false, data: expect.objectContaining({ title: 'Sea' }) }),
    ])
  })
})

describe('is refused', () => {
  test('when the record was changed again since, and nothing is changed then', async () => {
    const id = await make('/api/clients', { name: 'Twice Tess', notes: 'one' })
    await gareth.put(`/api/clients/${id}`, { notes: 'two' })
    const first = await line('Changed Twice Tess')
    await gareth.put(`/api/clients/${id}`, { notes: 'three' })
    expect((await undo(first)).json()).toMatchObject({ code: 'changed_since' })
    expect(await read(`/api/clients/${id}`)).toMatchObject({ notes: 'three' })
  })

  test('when another field was changed since, it is not: that change stays', async () => {
    const id = await make('/api/clients', { name: 'Other Oz', notes: 'one' })
    await gareth.put(`/api/clients/${id}`, { notes: 'two' })
    const first = await line('Changed Other Oz')
    await gareth.put(`/api/clients/${id}`, { address: 'Lower Barn' })
    expect((await undo(first)).statusCode).toBe(204)
    expect(await read(`/api/clients/${id}`)).toMatchObject({ notes: 'one', address: 'Lower Barn' })
  })

  test('when the record is gone, when something needs it, and when what it belonged to is gone', async () => {
    const clientId = await make('/api/clients', { name: 'Needed Nan' })
    const horse = await make('/api/horses', { name: 'Needs', clientId })
    expect(await refused('Added client Needed Nan')).toMatchObject({ code: 'still_has_horses' })
    await gareth.put(`/api/horses/${horse}`, { breed: 'Cob' })
    const changed = await line('Changed Needs')
    await gareth.delete(`/api/horses/${horse}`)
    expect((await undo(changed)).json()).toMatchObject({ code: 'changed_since', message: expect.stringContaining('removed') })
    await gareth.delete(`/api/clients/${clientId}`)
    expect(await refused('Removed Needs')).toMatchObject({ code: 'cannot_undo', message: expect.stringContaining('belonged') })
  })

  test('and is not offered any more once the record was removed, until it is back', async () => {
    const id = await make('/api/yards', { name: 'Fleeting Yard' })
    await gareth.delete(`/api/yards/${id}`)
    expect((await line('Added Fleeting Yard')).canUndo).toBe(false)
    await undone('Removed Fleeting Yard')
    expect((await line('Added Fleeting Yard')).canUndo).toBe(true)
  })

  test('the second time, and for an undo itself', async () => {
    await make('/api/clients', { name: 'Once Una' })
    const added = await line('Added client Once Una')
    expect(added.canUndo).toBe(true)
    expect((await undo(added)).statusCode).toBe(204)
    expect((await undo(added)).json()).toMatchObject({ code: 'undone_already' })
    expect((await line('Added client Once Una')).canUndo).toBe(false)
    const itself = await line('Undone: Added client Once Una')
    expect(itself.canUndo).toBe(false)
    expect((await undo(itself)).json()).toMatchObject({ code: 'cannot_undo' })
  })

  test('to who is not signed in, to another practice, and to an apprentice for what a colleague did', async () => {
    await make('/api/clients', { name: 'Private Pam' })
    const added = await line('Added client Private Pam')
    expect((await server.app.inject({ method: 'POST', url: `/api/activity/${added.id}/undo` })).statusCode).toBe(401)
    expect((await undo(added, server.other)).json()).toMatchObject({ code: 'activity_not_found' })
    expect((await server.other.get('/api/dashboard/activity')).json()).toEqual([])
    const apprentice = await gareth.addMember('Ned Young', 'apprentice')
    expect((await undo(added, apprentice)).json()).toMatchObject({ code: 'forbidden' })
    const seen = (await apprentice.get('/api/dashboard/activity')).json<ActivityItem[]>()
    expect(seen.filter((item) => item.canUndo)).toEqual([])
  })

  test('but an apprentice may undo work of their own', async () => {
    const clientId = await make('/api/clients', { name: 'Owner of Fly' })
    const horseId = await make('/api/horses', { name: 'Fly', clientId })
    const apprentice = await gareth.addMember('Nia Young', 'apprentice')
    await apprentice.post('/api/work-entries', { horseId, serviceType: 'Trim', workDate: day(0) })
    const own = (await apprentice.get('/api/dashboard/activity')).json<ActivityItem[]>()[0]
    expect(own).toMatchObject({ title: 'Fly, trim done', canUndo: true })
    expect((await undo(own as ActivityItem, apprentice)).statusCode).toBe(204)
  })
})

test('the journal is read a page at a time, of one kind or one member', async () => {
  const other = await gareth.addMember('Olive Office', 'office')
  await other.post('/api/yards', { name: 'Olive’s Yard' })
  await other.post('/api/clients', { name: 'Olive’s Client' })
  const { memberId } = (await other.get('/api/auth/user')).json<{ memberId: string }>()
  const all = await journal(`&memberId=${memberId}`)
  expect(all.map((item) => item.title)).toEqual(['Added client Olive’s Client', 'Added Olive’s Yard'])
  expect((await journal(`&memberId=${memberId}&kind=yards`)).map((item) => item.title)).toEqual(['Added Olive’s Yard'])
  const first = await gareth.get(`/api/dashboard/activity?limit=1&memberId=${memberId}`)
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
  expect((await read<ActivityItem[]>(next)).map((item) => item.title)).toEqual(['Added Olive’s Yard'])
})
