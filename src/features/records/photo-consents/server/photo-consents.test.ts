import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { PhotoConsent } from '#features/records/photo-consents/contract.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../../../scripts/build.mjs'

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer()
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const record = (body: object) => server.gareth.post('/api/photo-consents', { uses: ['social'], how: 'said', wordingVersion: 1, ...body })
const withdraw = (id: string) => server.gareth.put(`/api/photo-consents/${id}`, { withdrawnAt: '2026-11-20T10:00:00Z' })
const listed = async (clientId: string) => (await server.gareth.get(`/api/photo-consents?clientId=${clientId}`)).json<PhotoConsent[]>()
const news = async () => (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string; title: string }[]>()[0]

async function owner() {
  const clientId = await made('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118', email: 'sarah@example.com' })
  return { clientId, horseId: await made('/api/horses', { name: 'Seren', clientId }) }
}

/** A question by text; the page that it leads to. */
async function asked(body: object = {}) {
  const { clientId, horseId } = await owner()
  const ask = { clientId, horseId, uses: ['social', 'card'], method: 'sms', ...body }
  const answer = await server.gareth.post('/api/photo-consents/ask', ask)
  const texts = (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()
  const token = texts.flatMap(({ body: text }) => /\/p\/(\w{12})/.exec(text)?.[1] ?? [])[0]
  return { clientId, horseId, answer, ask, id: answer.json<{ consent: PhotoConsent }>().consent?.id, url: `/photos/${token}` }
}
const open = (url: string) => server.app.inject({ method: 'GET', url })
const press = (url: string, form: string, origin?: string) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin && { origin }) },
    payload: form,
  })

test('what an owner says is recorded, withdrawn once and for good, and stands in the journal; its undo withdraws it', async () => {
  const { clientId, horseId } = await owner()
  const answer = await record({ clientId, horseId, uses: ['social', 'card'] })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    201,
    { clientId, horseId, uses: ['card', 'social'], how: 'said', memberId: server.gareth.memberId, withdrawnAt: null, wordingVersion: 1 },
  ])
  expect((await news())?.title).toBe('Sarah Penrose agrees to photos in public')
  const first = (await withdraw(answer.json<PhotoConsent>().id)).json<PhotoConsent>()
  expect(first).toMatchObject({ withdrawnBy: 'practice', withdrawnAt: expect.any(String) })
  expect((await withdraw(first.id)).json()).toEqual(first)
  const again = (await record({ clientId })).json<PhotoConsent>()
  expect((await server.gareth.post(`/api/activity/${(await news())?.id}/undo`)).statusCode).toBe(204)
  expect((await listed(clientId)).map(({ id, withdrawnBy }) => [id, withdrawnBy])).toEqual([
    [again.id, 'practice'],
    [first.id, 'practice'],
  ])
  for (const body of [
    { clientId, uses: [] },
    { clientId, uses: ['billboard'] },
    { clientId, how: 'link' },
  ])
    expect((await record(body)).statusCode, JSON.stringify(body)).toBe(400)
  expect((await record({ clientId, wordingVersion: 2 })).json()).toMatchObject({ code: 'wording_unknown' })
  const other = await owner()
  expect((await record({ clientId, horseId: other.horseId })).json()).toMatchObject({ code: 'horse_not_found' })
  expect((await server.other.put(`/api/photo-consents/${first.id}`, { withdrawnAt: '2026-11-20T10:00:00Z' })).statusCode).toBe(404)
  expect((await server.other.get(`/api/photo-consents?clientId=${clientId}`)).json()).toEqual([])
})

test('an owner asked by a text ticks what they agree to, and withdraws it by the same link; looking changes nothing', async () => {
  const { clientId, id, url } = await asked()
  for (let time = 0; time < 2; time++) {
    const { statusCode, body, headers } = await open(url)
    expect([statusCode, headers['cache-control'], headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex'])
    expect(body).toContain('may use photos of the feet of Seren:')
  }
  expect((await listed(clientId))[0]).toMatchObject({ givenAt: null, uses: ['card', 'social'] })
  // A form of another site's presses nothing, and no tick is no yes.
  expect((await press(url, 'says=yes&use=social', 'https://elsewhere.example')).statusCode).toBe(403)
  expect([(await press(url, 'says=yes')).statusCode, (await press(url, 'says=perhaps')).statusCode]).toEqual([422, 303])
  expect((await listed(clientId))[0]).toMatchObject({ givenAt: null })
  expect((await press(url, 'says=yes&use=social&use=billboard')).headers.location).toBe(url)
  expect((await listed(clientId))[0]).toMatchObject({ id, uses: ['social'], how: 'link', withdrawnAt: null, givenAt: expect.any(String) })
  expect((await open(url)).body).toMatch(/You have agreed\..*Withdraw it now/s)
  // Once given, a no is a withdrawal, and a wider yes is another question.
  expect((await press(url, 'says=no')).statusCode).toBe(422)
  expect((await press(url, 'says=yes&use=card')).statusCode).toBe(303)
  expect((await listed(clientId))[0]?.uses).toEqual(['social'])
  expect((await press(url, 'says=stop')).statusCode).toBe(303)
  expect((await listed(clientId))[0]).toMatchObject({ withdrawnBy: 'owner' })
  expect((await open(url)).body).toContain('You have withdrawn this.')
  expect((await press(url, 'says=yes&use=social')).statusCode).toBe(422)
})

test('a no is a no; the same question is sent again as long as it waits, and is another once it was answered', async () => {
  const { clientId, id, ask, url } = await asked()
  const again = (await server.gareth.post('/api/photo-consents/ask', { ...ask, method: 'email' })).json<{ consent: PhotoConsent }>()
  expect(again.consent.id).toBe(id)
  await press(url, 'says=no')
  expect((await open(url)).body).toContain('You said no.')
  expect((await listed(clientId))[0]).toMatchObject({ refusedAt: expect.any(String), givenAt: null })
  // Nothing is left of it to withdraw.
  expect((await withdraw(id)).json()).toMatchObject({ withdrawnAt: null })
  await server.gareth.post('/api/photo-consents/ask', ask)
  expect(await listed(clientId)).toHaveLength(2)
  const { clientId: without } = { clientId: await made('/api/clients', { name: 'No phone' }) }
  const refused = await server.gareth.post('/api/photo-consents/ask', { clientId: without, uses: ['social'], method: 'sms' })
  expect([refused.json(), await listed(without)]).toMatchObject([{ code: 'no_phone' }, []])
  expect((await open('/photos/none')).statusCode).toBe(404)
})

test('recorded and withdrawn without signal, on two devices, it is withdrawn, and nothing removes it', async () => {
  const { clientId } = await owner()
  const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
  const { id } = (await record({ clientId })).json<PhotoConsent>()
  const op = (device: typeof phone, action: 'UPDATE' | 'DELETE') =>
    device.push(
      device.op({
        entity: 'photo_consents',
        action,
        id,
        baseRev: 1,
        data: action === 'UPDATE' ? { withdrawnAt: '2026-11-20T10:00:00Z' } : {},
      }),
    )
  expect((await op(phone, 'UPDATE')).results).toMatchObject([{ status: 'applied' }])
  expect((await op(tablet, 'UPDATE')).results).toMatchObject([{ status: 'applied' }])
  expect((await op(tablet, 'DELETE')).results).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
  expect(await listed(clientId)).toMatchObject([{ id, withdrawnBy: 'practice' }])
})

test('of two clients who are one, the kept one has the consents of both; taken apart, each has their own', async () => {
  const [kept, other] = [await owner(), await asked()]
  await record({ clientId: kept.clientId })
  const { activityId } = (await server.gareth.post(`/api/clients/${kept.clientId}/merge`, { otherId: other.clientId, fields: {} })).json<{
    activityId: string
  }>()
  expect(await listed(kept.clientId)).toHaveLength(2)
  // The link that the other got still answers.
  expect((await press(other.url, 'says=yes&use=social')).statusCode).toBe(303)
  expect((await listed(kept.clientId)).find(({ id }) => id === other.id)).toMatchObject({ how: 'link' })
  await server.gareth.post(`/api/activity/${activityId}/undo`)
  expect((await listed(other.clientId)).map(({ id }) => id)).toEqual([other.id])
})
