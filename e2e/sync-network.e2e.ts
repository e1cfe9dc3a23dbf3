import type { Route } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentTime, machineMs } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type House, shareHouse } from '#testing/e2e.ts'
import { calm, expectLedgersAgree } from '#testing/e2e-ledger.ts'
import { type Device, type HandChange, openPractice, outboxStates, readCopy, recordByHand, waiting } from '#testing/e2e-practice.ts'

const PUSH = '**/api/sync/push'
const DAY_MS = 24 * 60 * 60 * 1000

let house: House

beforeAll(() => {
  house = shareHouse()
})

afterAll(() => house.close())

test('(b) a lost answer: what the server has done already is neither done nor texted again (I1, I2)', async () => {
  const practice = await openPractice(house, 'Lost Answer')
  const phone = await practice.device()
  const lost: string[] = []
  await phone.context.route(PUSH, async (route) => {
    if (lost.length > 0) return route.continue()
    lost.push(await (await route.fetch()).text())
    return route.abort('connectionreset')
  })
  await recordByHand(phone.page, [bookedVisit()])
  await expect.poll(() => lost, waiting('an answer is lost')).toMatchObject([expect.stringContaining('applied')])
  await expectLedgersAgree(practice, [phone], { notices: { booked: 1 } })
  expect(phone.problems.filter((problem) => !problem.includes('ERR_CONNECTION_RESET'))).toEqual([])
})

test('(f) one poisoned change among 50 holds up nothing but what needs it, and goes when it is mended (I3, I7)', async () => {
  const practice = await openPractice(house, 'Poisoned')
  const phone = await practice.device()
  await phone.airplane(true)
  const poisoned = uuidv7()
  const horse = uuidv7()
  await recordByHand(phone.page, [
    ...newClients(24),
    [{ action: 'CREATE', entity: 'clients', id: poisoned, data: { name: 'Pip Poisoned', email: 'no address' } }],
    [{ action: 'CREATE', entity: 'horses', id: horse, data: { name: 'Dependant', clientId: poisoned } }],
    ...newClients(24),
  ])
  await phone.airplane(false)
  await expect
    .poll(() => outboxStates(phone), waiting('one is refused'))
    .toEqual([`rejected clients ${poisoned}`, `pending horses ${horse}`])
  const held = (await readCopy(phone.page))?.queue ?? []
  await expectLedgersAgree(practice, [phone], { stuck: held })
  expect(await practice.ask('select id from clients where practice_id = $1')).toHaveLength(48)

  await recordByHand(phone.page, [[{ action: 'UPDATE', entity: 'clients', id: poisoned, data: { email: 'pip@farrow.example' } }]])
  await expectLedgersAgree(practice, [phone])
  expect(await practice.ask('select id from horses where practice_id = $1 and client_id = $2', poisoned)).toEqual([{ id: horse }])
})

test('(g) the session is lost between two batches: nothing is refused, and signing in sends the rest (I7, I16)', async () => {
  const practice = await openPractice(house, 'Signed Out')
  const phone = await practice.device()
  await phone.airplane(true)
  await recordByHand(phone.page, newClients(120))
  let answers = 0
  await phone.context.route(PUSH, async (route) => {
    const answer = await route.fetch()
    if (++answers === 1) await phone.context.clearCookies()
    return route.fulfill({ response: answer })
  })
  await phone.airplane(false)
  await expect
    .poll(() => outboxStates(phone).then((all) => [answers, all.length]), waiting('the second batch is turned away'))
    .toEqual([2, 20])
  expect((await outboxStates(phone)).filter((each) => /rejected|conflict/.test(each))).toEqual([])
  expect(await practice.ask('select id from clients where practice_id = $1')).toHaveLength(100)

  const { page } = phone
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(practice.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(practice.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectLedgersAgree(practice, [phone])
  expect(await practice.ask('select id from clients where practice_id = $1')).toHaveLength(120)
})

test('(k) clocks a day off decide nothing: a day behind still adds, and a day ahead still conflicts (I6)', async () => {
  const practice = await openPractice(house, 'Wrong Clocks')
  const [ahead, behind] = await Promise.all([deviceOff(DAY_MS), deviceOff(-DAY_MS)])
  const clientId = uuidv7()
  const change = (data: object): HandChange[][] => [[{ action: 'UPDATE', entity: 'clients', id: clientId, data }]]
  await recordByHand(ahead.page, [[{ action: 'CREATE', entity: 'clients', id: clientId, data: { name: 'Dai Clock', address: 'Here' } }]])
  await calm(practice, [ahead])
  await reconnect(behind)
  await calm(practice, [behind])
  await Promise.all([ahead.airplane(true), behind.airplane(true)])
  await recordByHand(ahead.page, change({ name: 'Dai Ahead' }))
  await recordByHand(behind.page, change({ name: 'Dai Behind' }))
  await recordByHand(behind.page, change({ address: 'There' }))

  await behind.airplane(false)
  await calm(practice, [behind])
  await ahead.airplane(false)
  await expect.poll(() => outboxStates(ahead), waiting('it asks')).toEqual([`conflict clients ${clientId}`])
  await expectLedgersAgree(practice, [ahead, behind], { stuck: (await readCopy(ahead.page))?.queue ?? [] })
  expect(await practice.ask('select name, address from clients where practice_id = $1')).toEqual([{ name: 'Dai Behind', address: 'There' }])

  function deviceOff(byMs: number): Promise<Device> {
    return practice.device({ width: byMs > 0 ? 1280 : 375, prepare: ({ context }) => context.clock.install({ time: machineMs() + byMs }) })
  }
})

test('(k) a clock put right during a back-off does not put the next try off by a day (I13)', async () => {
  const practice = await openPractice(house, 'Clock Put Right')
  const phone = await practice.device({ prepare: ({ context }) => context.clock.install({ time: machineMs() + DAY_MS }) })
  let refused = 0
  const refuse = (route: Route) => {
    refused++
    return route.fulfill({ status: 503, body: 'busy' })
  }
  await phone.context.route(PUSH, refuse)
  await recordByHand(phone.page, newClients(1))
  await reconnect(phone)
  await expect.poll(() => refused, waiting('a try fails')).toBeGreaterThan(0)
  await phone.context.clock.setSystemTime(machineMs())
  await phone.context.unroute(PUSH, refuse)
  await phone.context.clock.fastForward(60_000)
  await expectLedgersAgree(practice, [phone])
})

test('(m) a portal that answers everything with its own page is no connection: nothing is lost, refused or forgotten (I3, I16)', async () => {
  const practice = await openPractice(house, 'Portal')
  const phone = await practice.device({ keepsApp: true })
  const { page } = phone
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  let swallowed = 0
  await phone.context.route('**/*', (route) => {
    if (route.request().url().endsWith('/push')) swallowed++
    return route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to Barn Wi-Fi</h1>' })
  })
  await recordByHand(page, newClients(3))
  await page.reload()
  await page.getByRole('heading', { name: 'Client 1' }).waitFor()
  await expect.poll(() => swallowed, waiting('changes go into the portal')).toBeGreaterThan(0)
  expect((await outboxStates(phone)).filter((each) => /rejected|conflict/.test(each))).toEqual([])
  await phone.context.unroute('**/*')
  await expectLedgersAgree(practice, [phone])
  expect(await practice.ask('select id from clients where practice_id = $1')).toHaveLength(3)
})

/** As when a phone comes round the corner. */
async function reconnect(device: Device) {
  await device.airplane(true)
  await device.airplane(false)
}

const newClients = (count: number): HandChange[][] =>
  Array.from({ length: count }, (_, at) => [{ action: 'CREATE', entity: 'clients', data: { name: `Client ${at + 1}`, isActive: true } }])

/** A client with a horse, booked for tomorrow, who must be notified. */
function bookedVisit(): HandChange[] {
  const [clientId, horseId, visitId] = [uuidv7(), uuidv7(), uuidv7()]
  const tomorrow = addDays(dayOf(currentTime(), 'Europe/London'), 1)
  const [startTime, endTime] = ['10:00', '11:00'].map((time) => instantOf(tomorrow, time, 'Europe/London').toISOString())
  return [
    { action: 'CREATE', entity: 'clients', id: clientId, data: { name: 'Bronwen Lost', phone: '07700 900123' } },
    { action: 'CREATE', entity: 'horses', id: horseId, data: { name: 'Biscuit', clientId } },
    { action: 'CREATE', entity: 'appointments', id: visitId, data: { title: 'Trim', clientId, startTime, endTime, onDay: tomorrow } },
    { action: 'CREATE', entity: 'visit_horses', data: { appointmentId: visitId, horseId, place: 0 } },
    { action: 'UPDATE', entity: 'appointments', id: visitId, data: { status: 'booked' }, alsoSend: { sendSmsNotification: true } },
  ]
}
