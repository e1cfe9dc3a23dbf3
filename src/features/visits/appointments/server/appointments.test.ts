import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ZONE = 'Europe/London'
const today = dayOf(currentTime(), ZONE)
/** Days that no other test books on. */
let lastDay = addDays(today, 30)
const freshDay = () => {
  lastDay = addDays(lastDay, 1)
  return lastDay
}
const at = (day: string, time: string) => instantOf(day, time, ZONE).toISOString()

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const post = async <T>(url: string, body: object): Promise<T> => (await server.gareth.post(url, body)).json()
const addClient = (more: object = {}) =>
  post<{ id: string }>('/api/clients', {
    name: 'Marcus Yeo',
    phone: '07700 900118',
    address: 'Old Forge, Tenbury',
    postcode: 'WR15 8AA',
    ...more,
  })
const addHorse = (clientId: string, more: object = {}) => post<{ id: string }>('/api/horses', { name: 'Solo', clientId, ...more })
const book = (day: string, more: object = {}) =>
  post<Appointment>('/api/appointments', { title: 'Trim', startTime: at(day, '13:00'), endTime: at(day, '14:15'), ...more })
const put = (id: string, body: object) => server.gareth.put(`/api/appointments/${id}`, body)
const one = async (id: string): Promise<Appointment> => (await server.gareth.get(`/api/appointments/${id}`)).json()

describe('booking', () => {
  test('a visit is booked with its day, wall times, horses, owner and payer', async () => {
    const [owner, payer] = [await addClient(), await addClient({ name: 'Court House Stables' })]
    const yard = await post<{ id: string }>('/api/yards', { name: 'Hollybush Farm', address: 'Ashford', postcode: 'SY8 4BX' })
    const horse = await addHorse(owner.id, { payerClientId: payer.id, yardId: yard.id })
    const day = freshDay()
    const answer = await server.gareth.post('/api/appointments', {
      title: 'Solo, full set refit',
      startTime: at(day, '13:00'),
      endTime: at(day, '14:15'),
      horses: [{ horseId: horse.id, plannedWork: 'Full set refit' }],
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      onDay: day,
      localStart: '13:00',
      localEnd: '14:15',
      clientId: owner.id,
      clientName: 'Marcus Yeo',
      yardId: yard.id,
      location: 'Hollybush Farm, Ashford, SY8 4BX',
      horseId: horse.id,
      horses: [{ horseId: horse.id, clientId: owner.id, payerClientId: payer.id, plannedWork: 'Full set refit', place: 0, outcome: null }],
      status: 'booked',
      isCallComplete: false,
      callNumber: 1,
      callPeriod: 'AM',
    })
  })

  test('without a yard the visit is at the client’s address, and nowhere when the farrier clears it', async () => {
    const client = await addClient()
    expect(await book(freshDay(), { clientId: client.id })).toMatchObject({ location: 'Old Forge, Tenbury, WR15 8AA' })
    expect(await book(freshDay(), { clientId: client.id, location: null })).toMatchObject({ location: null })
  })

  test('a stop without a time starts and ends at this time of day on its day', async () => {
    const day = freshDay()
    const stop = await post<Appointment>('/api/appointments', {
      title: 'Finn',
      isCallOnly: true,
      callNumber: 2,
      callPeriod: 'PM',
      onDay: day,
    })
    expect(stop).toMatchObject({ onDay: day, isCallOnly: true, callNumber: 2, callPeriod: 'PM' })
    expect(stop.endTime).toBe(stop.startTime)
    const now = currentTime().toISOString()
    const sent = await post<Appointment>('/api/appointments', { title: 'Spec', isCallOnly: true, startTime: now, endTime: now })
    expect(sent).toMatchObject({ onDay: today, startTime: now, endTime: now })
  })

  test('an id made on a device is kept, in either form', async () => {
    const id = uuidv7()
    expect(await book(freshDay(), { id: `offline_${id}` })).toMatchObject({ id })
    expect((await server.gareth.get(`/api/appointments/offline_${id}`)).json()).toMatchObject({ id })
    expect((await server.gareth.post('/api/appointments', { id, title: 'x', isCallOnly: true })).statusCode).toBe(409)
  })

  test.each([
    ['no end', { title: 'x', startTime: at(today, '09:00') }, 400, 'bad_request'],
    ['the end first', { title: 'x', startTime: at(today, '10:00'), endTime: at(today, '09:00') }, 422, 'wrong_order'],
    ['call number 0', { title: 'x', isCallOnly: true, callNumber: 0 }, 400, 'bad_request'],
    ['call number 100', { title: 'x', isCallOnly: true, callNumber: 100 }, 400, 'bad_request'],
    ['the year 0', { title: 'x', isCallOnly: true, onDay: '0000-01-01' }, 400, 'bad_request'],
    ['a client nobody has', { title: 'x', isCallOnly: true, clientId: uuidv7() }, 404, 'client_not_found'],
    ['a horse nobody has', { title: 'x', isCallOnly: true, horseId: uuidv7() }, 404, 'horse_not_found'],
    ['a yard nobody has', { title: 'x', isCallOnly: true, yardId: 'nonsense' }, 404, 'yard_not_found'],
    ['a member nobody is', { title: 'x', isCallOnly: true, memberId: uuidv7() }, 404, 'member_not_found'],
  ])('%s is refused', async (_, body, status, code) => {
    const answer = await server.gareth.post('/api/appointments', body)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })
})

describe('reading', () => {
  test('a day comes in the order of the round, and a span day by day', async () => {
    const [first, second] = [freshDay(), freshDay()]
    const client = await addClient()
    const stop = (more: object) => post<Appointment>('/api/appointments', { isCallOnly: true, onDay: first, clientId: client.id, ...more })
    await book(second, { title: 'next day' })
    await stop({ title: 'PM #1', callPeriod: 'PM' })
    await stop({ title: 'AM #2', callNumber: 2 })
    await book(first, { clientId: client.id, title: '10:00', startTime: at(first, '10:00'), endTime: at(first, '11:00') })
    await book(first, { clientId: client.id, title: '08:00', startTime: at(first, '08:00'), endTime: at(first, '09:00') })
    const titles = async (query: string) =>
      (await server.gareth.get(`/api/appointments?${query}`)).json<Appointment[]>().map((v) => v.title)
    expect(await titles(`date=${first}`)).toEqual(['08:00', 'AM #2', '10:00', 'PM #1'])
    expect(await titles(`from=${first}&to=${second}`)).toEqual(['08:00', 'AM #2', '10:00', 'PM #1', 'next day'])
  })

  test.each(['date=yesterday', 'from=2026-11-01', 'from=2026-11-02&to=2026-11-01', 'from=2026-01-01&to=2026-03-04', 'date=0000-01-01'])(
    '%s is refused',
    async (query) => {
      expect((await server.gareth.get(`/api/appointments?${query}`)).statusCode).toBe(400)
    },
  )

  test('62 days are the most at once', async () => {
    expect((await server.gareth.get('/api/appointments?from=2026-01-01&to=2026-03-03')).statusCode).toBe(200)
  })

  test('no signed-out user sees the diary, and no practice sees another’s', async () => {
    const { id, horses } = await book(freshDay(), { horseId: (await addHorse((await addClient()).id)).id })
    const line = horses[0]?.id
    expect((await server.app.inject({ url: '/api/appointments' })).statusCode).toBe(401)
    for (const answer of [
      await server.other.get(`/api/appointments/${id}`),
      await server.other.put(`/api/appointments/${id}`, { title: 'Mine' }),
      await server.other.delete(`/api/appointments/${id}`),
      await server.other.post(`/api/appointments/${id}/cancel`, {}),
      await server.other.post(`/api/appointments/${id}/reopen`),
      await server.other.post(`/api/appointments/${id}/send-reminder`),
      await server.other.put(`/api/visit-horses/${line}`, { outcome: 'done' }),
      await server.other.delete(`/api/visit-horses/${line}`),
    ]) {
      expect(answer.statusCode).toBe(404)
    }
    expect((await server.other.get('/api/appointments?from=2026-11-01&to=2026-12-31')).json()).toEqual([])
  })
})

describe('changing', () => {
  test('absent fields stay, null clears a field', async () => {
    const { id } = await book(freshDay(), { notes: 'dogs', description: 'refit' })
    expect((await put(id, { notes: null })).json()).toMatchObject({ title: 'Trim', notes: null, description: 'refit' })
  })

  test('a new day keeps the time of day and the length across a clock change', async () => {
    // Clocks go forward on Sun 30 Mar 2098 and back on Sun 26 Oct 2098.
    for (const [from, to] of [
      ['2098-03-28', '2098-03-31'],
      ['2098-10-24', '2098-10-27'],
    ] as const) {
      const { id } = await book(from)
      const moved = (await put(id, { onDay: to })).json<Appointment>()
      expect(moved).toMatchObject({
        onDay: to,
        localStart: '13:00',
        localEnd: '14:15',
        startTime: at(to, '13:00'),
        endTime: at(to, '14:15'),
      })
    }
  })

  test('a new start alone keeps the length', async () => {
    const day = freshDay()
    const { id } = await book(day)
    expect((await put(id, { startTime: at(day, '08:00') })).json()).toMatchObject({ localStart: '08:00', localEnd: '09:15' })
  })

  test('a move gives up its place in the old day’s round', async () => {
    const day = freshDay()
    const { id } = await book(day)
    expect((await put(id, { roundRank: 'i' })).json()).toMatchObject({ roundRank: 'i' })
    expect((await put(id, { onDay: freshDay() })).json()).toMatchObject({ roundRank: null })
  })

  test('a stop becomes timed only with a time, and a timed visit becomes a stop', async () => {
    const day = freshDay()
    const { id } = await book(day)
    const stop = (await put(id, { isCallOnly: true, callNumber: 3 })).json<Appointment>()
    expect(stop).toMatchObject({ isCallOnly: true, onDay: day, callNumber: 3 })
    expect(stop.startTime).toBe(stop.endTime)
    expect((await put(id, { isCallOnly: false })).statusCode).toBe(400)
    const timed = await put(id, { isCallOnly: false, startTime: at(day, '09:00'), endTime: at(day, '10:00') })
    expect(timed.json()).toMatchObject({ isCallOnly: false, localStart: '09:00', localEnd: '10:00' })
  })

  test('another yard brings its address unless one is given', async () => {
    const yard = await post<{ id: string }>('/api/yards', { name: 'Kiln Lane' })
    const { id } = await book(freshDay(), { location: 'Somewhere' })
    expect((await put(id, { yardId: yard.id })).json()).toMatchObject({ yardId: yard.id, location: 'Kiln Lane' })
    expect((await put(id, { yardId: null, location: 'At home' })).json()).toMatchObject({ yardId: null, location: 'At home' })
  })

  test('a change leaves an activity row with the values before it', async () => {
    const { id } = await book(freshDay())
    const day = freshDay()
    await put(id, { onDay: day })
    const rows = await server.asOwner(`select verb, before ->> 'on_day' as was, after ->> 'on_day' as now from activity
      where entity_id = '${id}' order by at, verb`)
    expect(rows).toEqual([expect.objectContaining({ verb: 'added' }), expect.objectContaining({ verb: 'moved', now: day })])
  })

  test('a removed visit no longer exists, nor do its lines, for devices as well', async () => {
    const { id, horses } = await book(freshDay(), { horseId: (await addHorse((await addClient()).id)).id })
    const device = server.gareth.device()
    const { cursor } = (await device.pull()) as { cursor: number }
    expect((await server.gareth.delete(`/api/appointments/${id}`)).statusCode).toBe(204)
    for (const answer of [await server.gareth.get(`/api/appointments/${id}`), await put(id, { title: 'x' })]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ message: 'Appointment not found' })
    }
    const { rows } = (await device.pull(cursor)) as { rows: { id: string; deleted: boolean }[] }
    expect(rows.map((row) => [row.id, row.deleted])).toEqual([
      [id, true],
      [horses[0]?.id, true],
    ])
  })
})

describe('horses of a visit', () => {
  test('horseId replaces the first horse; the others stay', async () => {
    const client = await addClient()
    const [a, b, c] = [await addHorse(client.id), await addHorse(client.id), await addHorse(client.id)]
    const { id } = await book(freshDay(), { horses: [{ horseId: a.id }, { horseId: b.id }] })
    const changed = (await put(id, { horseId: c.id })).json<Appointment>()
    expect(changed.horses.map((line) => line.horseId)).toEqual([c.id, b.id])
    expect((await put(id, { horseId: null })).json<Appointment>().horses.map((line) => line.horseId)).toEqual([b.id])
    expect((await put(id, { horses: [{ horseId: a.id }] })).json<Appointment>().horses.map((line) => line.horseId)).toEqual([a.id])
  })

  test('a horse is added once, taken off, and may come back', async () => {
    const horse = await addHorse((await addClient()).id)
    const { id } = await book(freshDay())
    const add = () => server.gareth.post('/api/visit-horses', { appointmentId: id, horseId: horse.id, plannedWork: 'Trim' })
    const added = await add()
    expect(added.statusCode).toBe(201)
    expect((await add()).json()).toMatchObject({ code: 'horse_already_there' })
    expect((await server.gareth.delete(`/api/visit-horses/${added.json().id}`)).statusCode).toBe(204)
    expect((await add()).statusCode).toBe(201)
    expect((await one(id)).horses).toHaveLength(1)
  })

  test.each([
    [{ appointmentId: uuidv7(), horseId: uuidv7() }, 404],
    [{ appointmentId: 'x' }, 400],
  ])('%j is refused', async (body, status) => {
    expect((await server.gareth.post('/api/visit-horses', body)).statusCode).toBe(status)
  })

  test('a visit is finished exactly while each horse has an outcome', async () => {
    const client = await addClient()
    const { id, horses } = await book(freshDay(), {
      clientId: client.id,
      horses: [{ horseId: (await addHorse(client.id)).id }, { horseId: (await addHorse(client.id)).id }],
    })
    const [first, second] = horses.map((line) => `/api/visit-horses/${line.id}`)
    await server.gareth.put(first ?? '', { outcome: 'done' })
    expect((await put(id, { isCallComplete: true })).json()).toMatchObject({ isCallComplete: false, status: 'booked' })
    await server.gareth.put(second ?? '', { outcome: 'not_done', reason: 'lame' })
    expect(await one(id)).toMatchObject({ isCallComplete: true, status: 'done', asWas: { clientName: 'Marcus Yeo' } })
    await server.gareth.put(`/api/clients/${client.id}`, { name: 'Marcus Smith' })
    expect(await one(id)).toMatchObject({ clientName: 'Marcus Yeo' })
    await server.gareth.post('/api/visit-horses', { appointmentId: id, horseId: (await addHorse(client.id)).id })
    expect(await one(id)).toMatchObject({ isCallComplete: false, status: 'booked', asWas: null, clientName: 'Marcus Smith' })
  })

  test('done wins over not done, and only reopening takes it back', async () => {
    const { id, horses } = await book(freshDay(), { horseId: (await addHorse((await addClient()).id)).id })
    const line = `/api/visit-horses/${horses[0]?.id}`
    await server.gareth.put(line, { outcome: 'not_done', reason: 'away' })
    expect((await server.gareth.put(line, { outcome: 'done' })).json()).toMatchObject({ outcome: 'done', reason: null })
    for (const outcome of ['not_done', null]) expect((await server.gareth.put(line, { outcome })).json()).toMatchObject({ outcome: 'done' })
    expect((await server.gareth.put(line, { reopen: true })).json()).toMatchObject({ outcome: null, completedAt: null })
    await server.gareth.put(line, { outcome: 'done' })
    const reopened = await server.gareth.post(`/api/appointments/${id}/reopen`)
    expect(reopened.json()).toMatchObject({ status: 'booked', isCallComplete: false, horses: [{ outcome: null }] })
  })

  test('a visit without horses is finished by hand', async () => {
    const { id } = await book(freshDay())
    expect((await put(id, { isCallComplete: true })).json()).toMatchObject({ status: 'done', isCallComplete: true })
    expect((await put(id, { isCallComplete: false })).json()).toMatchObject({ isCallComplete: true })
    expect((await put(id, { status: 'booked' })).json()).toMatchObject({ status: 'booked', isCallComplete: false, completedAt: null })
  })
})

describe('cancelling', () => {
  test('a visit is cancelled with a reason, or as no one home, and opened again', async () => {
    const { id } = await book(freshDay())
    const cancel = (body: object) => server.gareth.post(`/api/appointments/${id}/cancel`, body)
    expect((await cancel({ reason: 'Horse lame' })).json()).toMatchObject({ status: 'cancelled', statusReason: 'Horse lame' })
    expect((await server.gareth.post(`/api/appointments/${id}/reopen`)).json()).toMatchObject({ status: 'booked', statusReason: null })
    expect((await cancel({ noShow: true })).json()).toMatchObject({ status: 'no_show' })
  })

  test('a finished visit is not cancelled', async () => {
    const { id } = await book(freshDay())
    await put(id, { isCallComplete: true })
    expect((await server.gareth.post(`/api/appointments/${id}/cancel`, {})).statusCode).toBe(412)
  })
})

describe('devices', () => {
  const update = (id: string, data: object, baseRev: number) => ({
    entity: 'appointments' as const,
    action: 'UPDATE' as const,
    id,
    baseRev,
    data: { ...data },
  })

  test('a visit and its horse made offline arrive together', async () => {
    const horse = await addHorse((await addClient()).id)
    const device = server.gareth.device()
    const [id, line] = [uuidv7(), uuidv7()]
    const day = freshDay()
    const data = { title: 'Barn', startTime: at(day, '09:00'), endTime: at(day, '10:00') }
    const { results } = await device.push(
      device.op({ entity: 'appointments', action: 'CREATE', id: `offline_${id}`, data }),
      device.op({ entity: 'visit_horses', action: 'CREATE', id: line, data: { appointmentId: `offline_${id}`, horseId: horse.id } }),
    )
    expect(results.map((result) => result.status)).toEqual(['applied', 'applied'])
    expect(await one(id)).toMatchObject({ onDay: day, horses: [{ id: line, horseId: horse.id }] })
  })

  test('day and time move as one: two devices that move a visit conflict, a change of title next to it does not', async () => {
    const { id } = await book(freshDay())
    const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
    expect((await phone.push(phone.op(update(id, { onDay: freshDay() }, 1)))).results[0]?.status).toBe('applied')
    expect((await tablet.push(tablet.op(update(id, { title: 'Refit' }, 1)))).results[0]?.status).toBe('applied')
    const clash = await tablet.push(tablet.op(update(id, { startTime: at(freshDay(), '08:00') }, 1)))
    expect(clash.results[0]).toMatchObject({ status: 'conflict', fields: ['when'], row: { id } })
  })

  test('a place in the round never raises a conflict, and one horse done twice is done once', async () => {
    const { id, horses } = await book(freshDay(), { horseId: (await addHorse((await addClient()).id)).id })
    const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
    const done = {
      entity: 'visit_horses' as const,
      action: 'UPDATE' as const,
      id: horses[0]?.id ?? '',
      baseRev: 1,
      data: { outcome: 'done' },
    }
    await phone.push(phone.op(update(id, { roundRank: 'a' }, 1)), phone.op(done))
    const { results } = await tablet.push(
      tablet.op(update(id, { roundRank: 'b' }, 1)),
      tablet.op({ ...done, data: { outcome: 'not_done' } }),
    )
    expect(results.map((result) => result.status)).toEqual(['applied', 'applied'])
    expect(await one(id)).toMatchObject({ roundRank: 'b', status: 'done', horses: [{ outcome: 'done' }] })
  })

  test('time off is kept and may cover all members', async () => {
    const device = server.gareth.device()
    const id = uuidv7()
    const data = { fromDay: '2026-12-24', toDay: '2027-01-02', kind: 'holiday', title: 'Christmas' }
    const { results } = await device.push(
      device.op({ entity: 'time_off', action: 'CREATE', id, data }),
      device.op({ entity: 'time_off', action: 'UPDATE', id, baseRev: 1, data: { toDay: '2026-12-20' } }),
      device.op({ entity: 'time_off', action: 'UPDATE', id, baseRev: 1, data: { localStart: '12:00' } }),
      device.op({ entity: 'time_off', action: 'DELETE', id, baseRev: 2, data: {} }),
    )
    expect(results[0]).toMatchObject({ status: 'applied', row: { memberId: null, kind: 'holiday', localStart: null } })
    expect(results[1]).toMatchObject({ status: 'rejected', code: 'wrong_order' })
    expect(results[2]).toMatchObject({ status: 'applied', row: { localStart: '12:00' } })
    expect(results[3]?.status).toBe('applied')
  })
})
