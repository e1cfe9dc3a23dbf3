import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CalendarChange } from '#features/visits/calendars/contract.ts'
import {
  closeCalendarChange,
  listOpenCalendarChanges,
  type NewCalendarChange,
  putCalendarChange,
} from '#features/visits/calendars/server/put-calendar-change.ts'
import { addCalendarChange, placeAt } from '#testing/calendar-changes.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let gareth: FixturePractice
beforeAll(async () => {
  server = await startTestServer()
  gareth = server.gareth
})
afterAll(() => server.stop())

type Who = Pick<FixturePractice, 'get' | 'put'>
const made = async (path: string, body: object) => {
  const answer = await gareth.post(path, body)
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}
const WHEN = { startTime: '2098-01-06T09:00:00Z', endTime: '2098-01-06T10:00:00Z' }
const book = (more: object = {}) => made('/api/appointments', { ...WHEN, title: 'Trim', ...more })
const list = async (query = '', who: Who = gareth) => (await who.get(`/api/calendar-changes${query}`)).json<CalendarChange[]>()
/** The open questions about a visit. */
const about = async (visit: string) => (await list()).filter(({ appointmentId }) => appointmentId === visit)
const answer = (id: string, state: CalendarChange['state'], who: Who = gareth) => who.put(`/api/calendar-changes/${id}`, { state })
const put = (change: NewCalendarChange) => gareth.inPractice((tx, actor) => putCalendarChange(tx, { ...actor, memberId: null }, change))
const asked = (appointmentId: string, now = '2098-01-08T14:30:00Z'): NewCalendarChange => ({
  ...{ memberId: gareth.memberId, appointmentId, kind: 'moved', calendar: 'Apple and CalDAV' },
  ...{ was: placeAt(WHEN.startTime), now: placeAt(now) },
})

test('a move in a calendar becomes a question, is in the journal, and changes nothing on its own', async () => {
  const visit = await book({ clientId: await made('/api/clients', { name: 'Sarah Penrose' }) })
  const id = await addCalendarChange(gareth, { appointmentId: visit })
  expect(await about(visit)).toEqual([
    {
      ...{
        id,
        memberId: gareth.memberId,
        appointmentId: visit,
        kind: 'moved',
        calendar: 'Apple and CalDAV',
        state: 'open',
        decidedAt: null,
      },
      ...{ wasDay: '2098-01-06', wasStart: '2098-01-06T09:00:00.000Z', wasEnd: '2098-01-06T10:00:00.000Z' },
      ...{ nowDay: '2098-01-08', nowStart: '2098-01-08T14:30:00.000Z', nowEnd: '2098-01-08T15:30:00.000Z' },
    },
  ])
  expect((await gareth.get(`/api/appointments/${visit}`)).json()).toMatchObject({ startTime: '2098-01-06T09:00:00.000Z' })
  const [news] = (await gareth.get('/api/dashboard/activity?limit=1')).json<{ title: string; canUndo: boolean }[]>()
  expect(news).toMatchObject({ title: 'Moved in a calendar: Sarah Penrose', canUndo: false })
})

test('the list goes page by page, newest first, and of one member alone', async () => {
  const tom = await gareth.addMember('Tom Rees', 'farrier')
  const [tomsId] = await server.asOwner(`select id from members where practice_id = '${gareth.practiceId}' and name = 'Tom Rees'`)
  const memberId = String(tomsId?.id)
  const visits = [await book({ memberId }), await book({ memberId }), await book({ memberId })]
  const ids: string[] = []
  for (const appointmentId of visits) ids.unshift(await addCalendarChange(gareth, { appointmentId, memberId }))
  const first = await tom.get(`/api/calendar-changes?memberId=${memberId}&limit=2`)
  expect(first.json<CalendarChange[]>().map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect(first.headers.link).toContain(`after=${ids[1]}`)
  expect((await list(`?memberId=${memberId}&limit=2&after=${ids[1]}`)).map(({ id }) => id)).toEqual(ids.slice(2))
  expect((await gareth.get('/api/calendar-changes?memberId=nobody')).statusCode).toBe(404)
})

describe('who may answer', () => {
  test('each member for their own calendar, in any role; for anyone’s only the owner', async () => {
    const other = await gareth.addMember('Ann Farrier', 'farrier')
    for (const role of ['farrier', 'office', 'apprentice'] as const) {
      const who = await gareth.addMember(`The ${role}`, role)
      const [row] = await server.asOwner(`select id from members where practice_id = '${gareth.practiceId}' and name = 'The ${role}'`)
      const memberId = String(row?.id)
      const id = await addCalendarChange(gareth, { appointmentId: await book({ memberId }), memberId })
      expect((await answer(id, 'put_back', other)).statusCode, role).toBe(403)
      expect((await answer(id, 'put_back', who)).json(), role).toMatchObject({ state: 'put_back', decidedAt: expect.any(String) })
      expect((await answer(id, 'open')).json(), role).toMatchObject({ state: 'open', decidedAt: null })
    }
    expect((await answer(await addCalendarChange(gareth, { appointmentId: await book() }), 'applied', other)).statusCode).toBe(403)
    const theirs = await server.other.put(`/api/calendar-changes/${await addCalendarChange(gareth, { appointmentId: await book() })}`, {
      state: 'applied',
    })
    expect(theirs.statusCode).toBe(404)
  })

  test('a device answers together with the move, and another answer later is no conflict', async () => {
    const visit = await book()
    const id = await addCalendarChange(gareth, { appointmentId: visit })
    const [phone, tablet] = [gareth.device(), gareth.device()]
    const there = { startTime: '2098-01-08T14:30:00Z', endTime: '2098-01-08T15:30:00Z' }
    const change = { entity: 'calendar_changes' as const, action: 'UPDATE' as const, id, baseRev: 1 }
    const { results } = await phone.push(
      phone.op({ entity: 'appointments', action: 'UPDATE', id: visit, baseRev: 1, data: { ...there, sendSmsNotification: true } }),
      phone.op({ ...change, data: { state: 'applied' } }),
    )
    expect(results).toMatchObject([{ status: 'applied' }, { status: 'applied', row: { state: 'applied', decidedAt: expect.any(String) } }])
    expect((await tablet.push(tablet.op({ ...change, data: { state: 'put_back' } }))).results).toMatchObject([{ status: 'applied' }])
    expect((await tablet.push(tablet.op({ ...change, data: { nowDay: '2098-02-01' } }))).results).toMatchObject([
      { row: { nowDay: '2098-01-08' } },
    ])
  })

  test('an answer is undone in the journal: the question is open again', async () => {
    const visit = await book()
    const id = await addCalendarChange(gareth, { appointmentId: visit })
    await answer(id, 'put_back')
    expect(await about(visit)).toEqual([])
    const [line] = (await gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string; title: string }[]>()
    expect(line?.title).toBe('Put back in a calendar: Trim')
    expect((await gareth.post(`/api/activity/${line?.id}/undo`)).statusCode).toBe(204)
    expect(await about(visit)).toMatchObject([{ id, state: 'open', decidedAt: null }])
  })
})

describe('a question is made once', () => {
  test('moved on, or deleted after that, it is the same question with the later words; the same again writes nothing', async () => {
    const visit = await book()
    const first = await put(asked(visit))
    const again = await put(asked(visit))
    expect([again.id, again.rev]).toEqual([first.id, first.rev])
    await put(asked(visit, '2098-01-09T08:00:00Z'))
    expect(await about(visit)).toMatchObject([{ id: first.id, nowStart: '2098-01-09T08:00:00.000Z' }])
    await put({ ...asked(visit), kind: 'deleted', now: null })
    expect(await about(visit)).toMatchObject([{ id: first.id, kind: 'deleted', nowDay: null, nowStart: null }])
    await answer(first.id, 'put_back')
    const later = await put(asked(visit))
    expect(await about(visit)).toMatchObject([{ id: later.id, kind: 'moved' }])
  })

  test('that an entry is new is a question of its own', async () => {
    const visit = await book({ title: 'Vet at Clun' })
    await put({ ...asked(visit), kind: 'new', was: null })
    await put(asked(visit))
    expect((await about(visit)).map(({ kind }) => kind).sort()).toEqual(['moved', 'new'])
  })

  test('an answer given to what the calendar had before leaves the new question open', async () => {
    const visit = await book()
    const { id } = await put(asked(visit))
    await put(asked(visit, '2098-01-09T08:00:00Z'))
    const device = gareth.device()
    const late = device.op({ entity: 'calendar_changes', action: 'UPDATE', id, baseRev: 1, data: { state: 'applied' } })
    expect((await device.push(late)).results).toMatchObject([{ status: 'applied', row: { state: 'open' } }])
    expect(await about(visit)).toMatchObject([{ nowStart: '2098-01-09T08:00:00.000Z' }])
    const now = device.op({ entity: 'calendar_changes', action: 'UPDATE', id, baseRev: 2, data: { state: 'applied' } })
    expect((await device.push(now)).results).toMatchObject([{ status: 'applied', row: { state: 'applied' } }])
  })

  test('the engine closes one without a line in the journal, and an answered one stays as it was answered', async () => {
    const visit = await book()
    const { id } = await put(asked(visit))
    const lines = () => server.asOwner(`select count(*)::int as count from activity where entity_id = '${id}'`)
    const before = await lines()
    const close = (state: 'applied' | 'put_back') => gareth.inPractice((tx, actor) => closeCalendarChange(tx, actor, id, state))
    expect(await close('put_back')).toMatchObject({ state: 'put_back', decided_at: expect.any(Date) })
    expect(await close('applied')).toMatchObject({ state: 'put_back' })
    expect(await lines()).toEqual(before)
  })
})

describe('a question dies', () => {
  const dies = async (what: (visit: string) => Promise<unknown>, change: Partial<NewCalendarChange> = {}, more: object = {}) => {
    const visit = await book(more)
    await put({ ...asked(visit), ...change })
    expect(await about(visit)).toHaveLength(1)
    await what(visit)
    expect(await about(visit)).toEqual([])
    const open = await gareth.inPractice((tx) => listOpenCalendarChanges(tx, gareth.memberId))
    expect(open.filter(({ appointmentId }) => appointmentId === visit)).toEqual([])
  }
  const set = (visit: string, columns: string) => server.asOwner(`update appointments set ${columns} where id = '${visit}'`)

  test('as the visit begins', () =>
    dies((visit) => set(visit, "on_day = '2020-01-06', starts_at = '2020-01-06T09:00:00Z', ends_at = '2020-01-06T10:00:00Z'")))
  test('as it is cancelled', () => dies((visit) => gareth.post(`/api/appointments/${visit}/cancel`, {})))
  test('as it is done', () => dies((visit) => set(visit, "status = 'done', is_call_complete = true, completed_at = clock_now()")))
  test('as it is removed', () => dies((visit) => gareth.delete(`/api/appointments/${visit}`), { kind: 'deleted', now: null }))
  test('as it is moved to where the calendar has it', () =>
    dies((visit) => gareth.put(`/api/appointments/${visit}`, { startTime: '2098-01-08T14:30:00Z', endTime: '2098-01-08T15:30:00Z' })))
  test('as a new entry becomes a visit', async () => {
    const clientId = await made('/api/clients', { name: 'Vera' })
    await dies((visit) => gareth.put(`/api/appointments/${visit}`, { clientId }), { kind: 'new', was: null })
  })
})
