import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentMs } from '#lib/clock.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const client = async (name: string) => (await server.gareth.post('/api/clients', { name })).json<{ id: string }>().id
const write = (text: string) => server.gareth.post('/api/terms-versions', { sections: [{ title: 'General', text }] })
const path = () => `/my/at/${server.gareth.practiceId}/terms`
const accepted = (clientId: string) =>
  server.asOwner(`select typed_name, terms_version, member_id from terms_acceptances where client_id = '${clientId}' order by accepted_at`)
const signing = { version: '1', name: 'Ffion Rees', read: 'yes' }

test('as long as a practice has put no terms in force there is nothing to accept', async () => {
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId: await client('Early Bird') })
  expect((await guest.get(path())).statusCode).toBe(404)
  expect((await guest.get('/my')).body).not.toContain('Terms to read')
  expect((await guest.get('/my/settings')).body).not.toContain(path())
})

test('terms in force are shown at home, read, signed once, and kept as a PDF; newer ones are shown again', async () => {
  await write('Payment is due at the time of service.')
  const clientId = await client('Ffion Rees')
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  expect((await guest.get('/my')).body).toContain(`${path()}?for=${clientId}`)
  const page = await guest.get(path())
  for (const words of ['Payment is due', 'for Ffion', 'Accept the terms']) expect(page.body).toContain(words)
  expect((await guest.get(`${path()}/accepted.pdf`)).statusCode).toBe(404)
  for (let time = 0; time < 2; time++) expect((await guest.submit(path(), signing)).statusCode).toBe(303)
  expect(await accepted(clientId)).toEqual([{ typed_name: 'Ffion Rees', terms_version: '1', member_id: null }])
  const journal = await server.asOwner(
    `select by_person from activity where entity = 'terms_acceptances' and after ->> 'client_id' = '${clientId}'`,
  )
  expect(journal).toEqual([{ by_person: guest.personId }])
  expect((await guest.get(path())).body).toContain('You have accepted these terms.')
  expect((await guest.get(`${path()}/accepted.pdf`)).headers['content-type']).toBe('application/pdf')
  expect((await guest.get('/my')).body).not.toContain('Terms to read')
  expect((await guest.get('/my/settings')).body).toContain(`href="${path()}?for=${clientId}"`)
  await write('Payment is due within 7 days.')
  expect((await guest.get('/my')).body).toContain('Terms to read')
})

test('what is missing, or was replaced while they read, is shown, and what they typed stays', async () => {
  const clientId = await client('Huw Bevan')
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  for (const [fields, said] of [
    [{ version: '2', name: ' ', read: 'yes' }, 'Type your name'],
    [{ version: '2', name: 'Huw B' }, 'Tick that you'],
    [{ version: '1', name: 'Huw B', read: 'yes' }, 'newer terms in force'],
  ] as const) {
    const refused = await guest.submit(path(), fields)
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain(said)
    if (fields.name.trim()) expect(refused.body).toContain('value="Huw B"')
    expect(refused.body).toContain('within 7 days')
  }
  expect(await accepted(clientId)).toEqual([])
})

test('accepting wants a proof of the last quarter of an hour', async () => {
  const clientId = await client('Nia Pugh')
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  const longAgo = new Date(currentMs() - 16 * 60_000).toISOString()
  await server.asOwner(`update directory.sessions set proved_at = '${longAgo}' where person_id = '${guest.personId}'`)
  const refused = await guest.submit(path(), { version: '2', name: 'Nia Pugh', read: 'yes' })
  expect([refused.statusCode, await accepted(clientId)]).toEqual([422, []])
  expect(refused.body).toContain('Get a new code')
  expect(refused.body).toContain('value="Nia Pugh"')
})

test('an acceptance that the farrier noted is not requested again; a helper has none to give, and opens none', async () => {
  const [noted, other] = [await client('Gwen Parry'), await client('Elin Huws')]
  await server.gareth.post('/api/terms-acceptance', { clientId: noted, acceptanceMethod: 'verbal' })
  const holder = await makeGuest(server.app, { practice: server.gareth, clientId: noted })
  expect((await holder.get('/my')).body).not.toContain('Terms to read')
  const helper = await makeGuest(server.app, { practice: server.gareth, clientId: other, role: 'helper', seesMoney: true })
  expect((await helper.get('/my')).body).not.toContain('Terms to read')
  expect((await helper.get(path())).statusCode).toBe(404)
  expect((await helper.submit(path(), { ...signing, version: '2' })).statusCode).toBe(404)
  expect((await holder.submit(`${path()}?for=${other}`, { ...signing, version: '2' })).statusCode).toBe(404)
  expect(await accepted(other)).toEqual([])
})
