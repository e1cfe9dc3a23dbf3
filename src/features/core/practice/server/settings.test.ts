import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrentUser, PracticeSettings } from '#features/core/practice/contract.ts'
import { settingsFrom, settingsId } from '#features/core/practice/rules.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const settings = async (who: Pick<TestServer['gareth'], 'get'> = server.gareth) => (await who.get('/api/settings')).json<PracticeSettings>()
const saturdays = settingsFrom(undefined).workingHours.map((day) =>
  day.dayOfWeek === 6 ? { ...day, isWorking: true, endTime: '12:30' } : day,
)

test('a practice goes by the defaults until the owner decides, and the working days follow from the hours', async () => {
  expect(await settings()).toEqual({ id: settingsId(server.gareth.practiceId), ...settingsFrom(undefined) })
  const answer = await server.gareth.put('/api/settings', { workingHours: saturdays.toReversed(), prepLine: '', travelBufferMinutes: 25 })
  expect(answer.json()).toMatchObject({ workingHours: saturdays, prepLine: null, travelBufferMinutes: 25, feet: 'near-off' })
  expect((await server.gareth.get('/api/auth/user')).json<CurrentUser>().practice.workingDays).toEqual([1, 2, 3, 4, 5, 6])
  await server.gareth.put('/api/practice', { workingDays: [1, 2] })
  expect((await settings()).workingHours[6]).toEqual({ dayOfWeek: 6, isWorking: false, startTime: '09:00', endTime: '12:30' })
})

test('two devices that make the first change create one record and conflict where they differ; unchanged fields are not written', async () => {
  const { other } = server
  const id = settingsId(other.practiceId)
  const [phone, tablet] = [other.device(), other.device()]
  const create = (device: typeof phone, data: object) => device.op({ entity: 'settings', action: 'CREATE', id, data: { ...data } })
  const made = await phone.push(create(phone, { prepLine: 'Caught and dry' }))
  expect(made.results).toMatchObject([{ status: 'applied', row: { id, prepLine: 'Caught and dry' } }])
  const late = await tablet.push(create(tablet, { prepLine: 'Caught, clean' }), create(tablet, { feet: 'left-right' }))
  expect(late.results).toMatchObject([
    { status: 'conflict', fields: ['prepLine'], row: { prepLine: 'Caught and dry' } },
    { status: 'applied', row: { prepLine: 'Caught and dry', feet: 'left-right' } },
  ])
  const [first] = await other.inPractice((tx) => tx.selectFrom('settings').selectAll().execute())
  await other.put('/api/settings', { workingHours: settingsFrom(undefined).workingHours, wording: {} })
  const rows = await other.inPractice((tx) => tx.selectFrom('settings').selectAll().execute())
  expect(rows).toEqual([first])
})

test('a wording that cannot be filled in, or does not say who it is from, is refused with the reason', async () => {
  const refusals = [
    [{ reminder: 'Hi {firstname}. {practice}' }, /^\{firstname\} can't be used here/],
    [{ reminder: 'See you {day}' }, /add \{practice\}/],
  ] as const
  for (const [wording, sentence] of refusals) {
    const answer = await server.gareth.put('/api/settings', { wording })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'bad_wording'])
    expect(answer.json<{ message: string }>().message).toMatch(sentence)
  }
  const device = server.gareth.device()
  const op = device.op({
    entity: 'settings',
    action: 'CREATE',
    id: settingsId(server.gareth.practiceId),
    data: { wording: refusals[0][0] },
  })
  expect((await device.push(op)).results).toMatchObject([{ status: 'rejected', code: 'bad_wording' }])
})

test('what the forms refuse is refused whichever way it comes: a day that ends before it starts, twice the same day, no way out of marketing', async () => {
  const [first, ...rest] = saturdays
  const backwards = [{ ...first, isWorking: true, startTime: '17:00', endTime: '09:00' }, ...rest]
  const faults = [
    [{ workingHours: backwards }, 'wrong_order', 'A working day has to end after it starts.'],
    [{ workingHours: [rest[0], ...rest] }, 'bad_request', 'Each day of the week can appear only once.'],
    [{ sending: { optOutLine: 'Have a nice day.' } }, 'bad_wording', 'Include the word STOP.'],
  ] as const
  for (const [change, code, message] of faults) {
    expect((await server.gareth.put('/api/settings', change)).json()).toMatchObject({ code, message })
  }
  expect((await server.gareth.post('/api/messaging/settings', { workingHours: backwards })).json()).toMatchObject({ code: 'wrong_order' })
  const off = [{ ...first, isWorking: false, startTime: '17:00', endTime: '09:00' }, ...rest]
  expect((await server.gareth.put('/api/settings', { workingHours: off })).statusCode).toBe(200)
})

test('hours that are none, and a week of six days, are refused', async () => {
  const [first, ...rest] = saturdays
  for (const fault of [
    { workingHours: rest },
    { workingHours: [{ ...first, startTime: '9' }, ...rest] },
    { feet: 'both' },
    { travelBufferMinutes: -5 },
  ]) {
    expect((await server.gareth.put('/api/settings', fault)).statusCode, JSON.stringify(fault).slice(0, 60)).toBe(400)
  }
})

test('every member reads them, only an owner changes them, and no signed-out user sees them', async () => {
  for (const role of ['farrier', 'apprentice', 'office'] as const) {
    const colleague = await server.gareth.addMember('A Colleague', role)
    expect((await settings(colleague)).travelBufferMinutes).toBe(25)
    expect((await colleague.put('/api/settings', { feet: 'left-right' })).statusCode, role).toBe(403)
  }
  expect((await server.app.inject({ url: '/api/settings' })).statusCode).toBe(401)
})
