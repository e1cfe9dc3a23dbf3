import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CareRole } from '#features/records/guests/rules.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { letCare } from '#testing/care.ts'
import { addFile, storeFile } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

const LONDON = 'Europe/London'
const LENGTH = {
  kind: 'length',
  places: [
    { x: 1, y: 2 },
    { x: 30, y: 40 },
  ],
  frame: 0,
  label: null,
}

let server: TestServer
let clientId: string
let horseId: string
beforeAll(async () => {
  server = await startTestServer({ pushKey: 'B'.repeat(87) })
  clientId = await add('/api/clients', { name: 'Ffion Rees' })
  horseId = await add('/api/horses', { name: 'Seren', clientId })
  const apprentice = await server.gareth.addMember('Dai Pugh', 'apprentice')
  for (const [at, member] of [server.gareth, apprentice, server.other].entries()) {
    const device = { endpoint: `https://push.example/${at}`, p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    expect((await member.post('/api/alerts/devices', device)).statusCode).toBe(201)
  }
})
afterAll(() => server.stop())
// Far from midnight, whatever the moment of the run.
beforeEach(() => setClock(instantOf(today(), '12:00', LONDON)))
afterEach(async () => {
  resetClock()
  await server.asOwner('delete from notices')
})

const today = () => dayOf(currentTime(), LONDON)
const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const film = async () => {
  const bytes = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.from(uuidv7())])
  const fileId = await storeFile(server.gareth, bytes)
  return (await addFile(server.gareth, { fileId, fileType: 'radiograph', uploadedBy: 'vet', horseId })).id
}
const come = async (role: CareRole = 'vet') => {
  const guest = await makeGuest(server.app)
  await letCare(server.gareth, { clientId, horseIds: [horseId], personId: guest.personId, role })
  return guest
}
type Vet = Awaited<ReturnType<typeof come>>

const marks = (filmId: string) => `/api/my/films/${server.gareth.practiceId}/${filmId}/marks`
const measure = async ({ cookies }: Vet, filmId: string, id = uuidv7()) =>
  (await server.app.inject({ method: 'POST', url: marks(filmId), cookies, payload: { ...LENGTH, id } })).statusCode
const alerts = () =>
  server.asOwner("select practice_id, member_id, subject, body, facts ->> 'path' as path, channel from notices where kind = 'alert'")

test('the farrier is alerted once to what a vet measures on a film in a day, and no apprentice and no other practice is', async () => {
  const [vet, filmId, id] = [await come(), await film(), uuidv7()]
  const all = await Promise.all([id, id, uuidv7(), uuidv7()].map((each) => measure(vet, filmId, each)))
  expect(all).toEqual([201, 201, 201, 201])
  // A handle is dragged: the measurement before goes, and another comes.
  await server.app.inject({ method: 'DELETE', url: `${marks(filmId)}/${id}`, cookies: vet.cookies })
  await measure(vet, filmId)
  const { practiceId: practice_id, memberId: member_id } = server.gareth
  const body = 'Mia Bevan measured a radiograph of Seren.'
  const path = `/horses?horse=${horseId}&tab=files`
  expect(await alerts()).toEqual([{ practice_id, member_id, subject: 'Ffion Rees', body, path, channel: 'push' }])
})

test('two vets are two alerts, and so are two films', async () => {
  const [filmId, other] = [await film(), await film()]
  const [mia, tom] = [await come(), await come()]
  for (const vet of [mia, tom, mia, tom]) await measure(vet, filmId)
  expect(await alerts()).toHaveLength(2)
  for (const _ of [1, 2]) await measure(mia, other)
  expect(await alerts()).toHaveLength(3)
})

test('the next day by the farrier’s clock is another alert', async () => {
  const [vet, filmId, day] = [await come(), await film(), today()]
  for (const [on, time, count] of [
    [day, '23:58', 1],
    [day, '23:59', 1],
    [addDays(day, 1), '00:01', 2],
    [addDays(day, 1), '17:00', 2],
  ] as const) {
    setClock(instantOf(on, time, LONDON))
    expect(await measure(vet, filmId)).toBe(201)
    expect(await alerts(), `${on} ${time}`).toHaveLength(count)
  }
})

test('what a farrier measures in a barn, or a vet takes away, alerts no one; nor does what is refused', async () => {
  const [vet, filmId, id] = [await come(), await film(), uuidv7()]
  await measure(vet, filmId, id)
  await server.asOwner('delete from notices')
  expect((await server.app.inject({ method: 'DELETE', url: `${marks(filmId)}/${id}`, cookies: vet.cookies })).statusCode).toBe(204)
  const barn = server.gareth.device()
  const mark = { entity: 'film_marks' as const, action: 'CREATE' as const, id: uuidv7(), data: { ...LENGTH, attachmentId: filmId } }
  expect((await barn.push(barn.op(mark))).results).toMatchObject([{ status: 'applied' }])
  expect(await measure(await come('para-professional'), filmId)).toBe(403)
  expect(await alerts()).toEqual([])
})
