import { existsSync } from 'node:fs'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PhotoConsent } from '#features/records/photo-consents/contract.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  if (!existsSync('dist/web')) throw new Error('the pages are painted by the build: npm run build')
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const answers = () => `/my/at/${server.gareth.practiceId}/sharing/photos`
const said = ({ body }: LightMyRequestResponse) =>
  body
    .replace(/^[\s\S]*<main/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const QUESTION = 'May photos of your horse’s feet be used in public?'

/** Sarah, who is signed in, and is asked about Seren by a text. */
async function asked() {
  const clientId = await made('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  const horseId = await made('/api/horses', { name: 'Seren', clientId })
  const ask = { clientId, horseId, uses: ['social', 'card'], method: 'sms' }
  const { consent } = (await server.gareth.post('/api/photo-consents/ask', ask)).json<{ consent: PhotoConsent }>()
  return { clientId, horseId, id: consent.id, sarah: await makeGuest(server.app, { practice: server.gareth, clientId }) }
}
const now = async (clientId: string) => (await server.gareth.get(`/api/photo-consents?clientId=${clientId}`)).json<PhotoConsent[]>()[0]

test('the question stands on an owner’s first page until it is answered, and what was given is withdrawn where it was', async () => {
  const { clientId, id, sarah } = await asked()
  expect(said(await sarah.get('/my'))).toContain(QUESTION)
  expect(said(await sarah.get('/my/sharing'))).toContain('may use photos of the feet of Seren:')
  expect((await sarah.submit(answers(), { id, says: 'yes' })).statusCode).toBe(422)
  expect((await sarah.submit(answers(), { id, says: 'yes', use: 'social' })).headers.location).toBe('/my/sharing#photos')
  expect(await now(clientId)).toMatchObject({ how: 'portal', uses: ['social'], withdrawnAt: null })
  expect(said(await sarah.get('/my'))).not.toContain(QUESTION)
  expect(said(await sarah.get('/my/sharing'))).toContain('You have agreed. In your portal on')
  expect((await sarah.submit(answers(), { id, says: 'stop' })).statusCode).toBe(303)
  expect(await now(clientId)).toMatchObject({ withdrawnBy: 'owner' })
  expect(said(await sarah.get('/my/sharing'))).toMatch(/None of your photos may be used\. Ended \(1\)/)
})

test('only the client themselves answers: another’s question is none of theirs, nor a helper’s', async () => {
  const [{ id, clientId }, tom] = [await asked(), await asked()]
  expect((await tom.sarah.submit(answers(), { id, says: 'yes', use: 'social' })).statusCode).toBe(404)
  const helper = await makeGuest(server.app, { practice: server.gareth, clientId, role: 'helper' })
  expect(said(await helper.get('/my'))).not.toContain(QUESTION)
  expect(said(await helper.get('/my/sharing'))).not.toContain('Photos in public')
  expect((await helper.submit(answers(), { id, says: 'yes', use: 'social' })).statusCode).toBe(404)
  expect(await now(clientId)).toMatchObject({ givenAt: null })
})

test('where a plan has ended nothing is agreed to, and what was given is withdrawn', async () => {
  const { clientId, id, sarah } = await asked()
  await sarah.submit(answers(), { id, says: 'yes', use: 'social' })
  const later = await asked()
  await server.asOwner(
    `update directory.practices set tier = 'professional', trial_ends_on = null, paid_until = current_date - 60, next_tier = null where id = '${server.gareth.practiceId}'`,
  )
  expect((await later.sarah.submit(answers(), { id: later.id, says: 'yes', use: 'social' })).statusCode).toBe(422)
  expect((await sarah.submit(answers(), { id, says: 'stop' })).statusCode).toBe(303)
  expect(await server.asOwner(`select withdrawn_by from photo_consents where id = '${id}' and client_id = '${clientId}'`)).toEqual([
    { withdrawn_by: 'owner' },
  ])
})
