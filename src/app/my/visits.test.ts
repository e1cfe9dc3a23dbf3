import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import type { VisitAnswer } from '#features/visits/answers/contract.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { currentMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer()
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const visitOf = async (id: string) => (await server.gareth.get(`/api/appointments/${id}`)).json<Appointment>()
const answers = async (id: string) => (await server.gareth.get(`/api/visit-answers?appointmentId=${id}`)).json<VisitAnswer[]>()
const HOUR = 3_600_000

/** Sarah's Biscuit and Tom's Merlin on one visit; Sarah, her groom and Tom are signed in. */
async function aVisit({ hours = 72 } = {}) {
  const sarah = await add('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  const tom = await add('/api/clients', { name: 'Tom Haddon' })
  const biscuit = await add('/api/horses', { name: 'Biscuit', clientId: sarah })
  const merlin = await add('/api/horses', { name: 'Merlin', clientId: tom })
  const start = Math.floor(currentMs() / HOUR + hours) * HOUR
  const visit = await add('/api/appointments', {
    ...{ startTime: new Date(start).toISOString(), endTime: new Date(start + 45 * 60_000).toISOString() },
    ...{ title: 'Hollybush', clientId: tom, notes: 'Owes us' },
    horses: [biscuit, merlin].map((horseId) => ({ horseId, plannedWork: 'Trim' })),
  })
  const practice = server.gareth
  const owner = await makeGuest(server.app, { practice, clientId: sarah })
  const groom = await makeGuest(server.app, { practice, clientId: sarah, role: 'helper' })
  const other = await makeGuest(server.app, { practice, clientId: tom })
  return { sarah, tom, visit, owner, groom, other, path: `/my/at/${practice.practiceId}/visits/${visit}` }
}

test('an owner’s visits name their own horses and no one else’s, and each visit its answers', async () => {
  const { owner, path } = await aVisit()
  const list = await owner.get('/my/visits')
  expect(list.statusCode).toBe(200)
  expect(list.body).toContain(`href="${path}"`)
  expect(list.body).toContain('Biscuit')
  const page = await owner.get(path)
  expect(page.statusCode).toBe(200)
  for (const body of [list.body, page.body]) for (const hidden of ['Merlin', 'Tom Haddon', 'Owes us']) expect(body).not.toContain(hidden)
  expect(page.body).toContain('Cancel my horses')
  expect(page.body).toContain('Other owners’ horses stay on the visit.')
})

test('an owner can do all that the link’s page takes, and a form that is wrong keeps what was typed', async () => {
  const { owner, visit, path, sarah } = await aVisit()
  const fromHome = `${path}?of=${sarah}`
  const home = (await owner.get('/my')).body
  expect([home.includes(`action="${fromHome}"`), home.includes(`href="${fromHome}#answer-move"`)]).toEqual([true, true])
  const yes = await owner.submit(fromHome, { kind: 'confirmed' })
  expect([yes.statusCode, yes.headers.location]).toEqual([303, `${fromHome}&said=confirmed`])
  const after = (await owner.get('/my')).body
  expect([after.includes('You have confirmed this visit'), after.includes(`action="${fromHome}"`)]).toEqual([true, false])
  expect((await owner.get(`${path}?said=confirmed`)).body).toContain('Thank you, Sarah.')
  await owner.submit(path, { kind: 'gate_code', words: '4711' })
  expect(await answers(visit)).toMatchObject([{ kind: 'gate_code', clientId: sarah, words: '4711' }, { kind: 'confirmed' }])
  const wrong = await owner.submit(path, { kind: 'box_rest', horseId: '', words: 'Vet says four weeks' })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain('Vet says four weeks')
  for (const junk of [{}, { kind: 'junk' }, { kind: 'cancelled' }]) {
    const { statusCode } = await owner.submit(path, junk)
    expect([400, 422]).toContain(statusCode)
  }
  const journal = await server.asOwner(
    `select distinct by_person from activity where entity = 'visit_answers' and after ->> 'appointment_id' = '${visit}'`,
  )
  expect(journal).toEqual([{ by_person: owner.personId }])
})

test('cancelling takes their horses off at once, once, and the other owner’s page shows their visit as it was', async () => {
  const { owner, other, visit, path } = await aVisit()
  const gone = await owner.submit(path, { kind: 'cancel', words: '' })
  expect([gone.statusCode, gone.headers.location]).toEqual([303, '/my/visits?said=cancelled'])
  expect((await owner.submit(path, { kind: 'cancel' })).headers.location).toBe('/my/visits?said=cancelled')
  expect((await owner.get('/my/visits?said=cancelled')).body).toContain('It’s cancelled, and your farrier knows.')
  expect((await answers(visit)).map(({ kind }) => kind)).toEqual(['cancelled'])
  expect((await visitOf(visit)).horses).toHaveLength(1)
  expect((await other.get(path)).body).toContain('Merlin')
  await other.submit(path, { kind: 'cancel' })
  expect((await visitOf(visit)).status).toBe('cancelled')
  expect((await other.get(path)).body).toContain('This visit is cancelled.')
})

test('later than the notice it is a wish, and what it may cost stands above the button', async () => {
  await server.gareth.post('/api/price-items', { serviceType: 'Trim', unitPence: 4500 })
  const { owner, visit, path } = await aVisit({ hours: 5 })
  const { body } = await owner.get(path)
  expect(body).toContain('It’s less than 24 hours away, so your farrier decides.')
  expect(body).toContain('up to £22.50, and nothing if somebody else takes the time.')
  expect((await owner.submit(path, { kind: 'cancel', words: 'Lame' })).headers.location).toBe(`${path}?said=cancel`)
  expect(await visitOf(visit)).toMatchObject({ status: 'booked', horses: [{}, {}] })
  expect((await owner.get(`${path}?said=cancel`)).body).toContain('You have asked to cancel')
})

test('a helper confirms and does not cancel; for a stranger, after an end, and under another practice there is nothing there', async () => {
  const { owner, groom, sarah, visit, path } = await aVisit()
  expect((await groom.submit(path, { kind: 'confirmed' })).statusCode).toBe(303)
  expect((await groom.get(path)).body).not.toContain('Cancel my horses')
  const refused = await groom.submit(path, { kind: 'cancel', words: 'She asked me to' })
  expect(refused.statusCode).toBe(422)
  expect((await visitOf(visit)).horses).toHaveLength(2)
  const stranger = await makeGuest(server.app, { practice: server.gareth, clientId: await add('/api/clients', { name: 'Huw Bevan' }) })
  const nothing = (await stranger.get(`/my/at/${server.gareth.practiceId}/visits/${uuidv7()}`)).body
  expect(nothing).toContain('There’s nothing here')
  const addresses = [path, `/my/at/${server.other.practiceId}/visits/${visit}`, `/my/at/${server.gareth.practiceId}/visits/junk`]
  const tries = async (who: typeof owner, url: string) => [
    await who.get(url),
    await who.submit(url, { kind: 'cancel' }),
    await who.submit(url, { kind: 'confirmed' }),
  ]
  for (const answer of (await Promise.all(addresses.map((url) => tries(stranger, url)))).flat())
    expect([answer.statusCode, answer.body]).toEqual([404, nothing])
  await server.gareth.inPractice((tx) => endAccess(tx, { personId: owner.personId, clientId: sarah }))
  for (const answer of await tries(owner, path)) expect([answer.statusCode, answer.body]).toEqual([404, nothing])
})
