import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invited } from '#features/records/guests/contract.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer()
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test('a member looks at the very page of a client, in which nothing can be pressed, and is led back', async () => {
  const clientId = await made('/api/clients', { name: 'Ffion Rees' })
  await made('/api/horses', { name: 'Seren', clientId })
  const given = await server.gareth.post(`/api/clients/${clientId}/portal/preview`, {})
  const [cookie] = given.cookies.filter(({ name }) => name.endsWith('-as'))
  if (!cookie) throw new Error('no cookie')
  const own = { ...server.gareth.cookies, [cookie.name]: cookie.value }
  const page = await server.app.inject({ method: 'GET', url: '/my', cookies: own })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Seren')
  expect(page.body).toContain('<fieldset disabled')
  expect(await server.asOwner(`select id from guest_log where client_id = '${clientId}'`)).toEqual([])
  expect((await server.app.inject({ method: 'GET', url: '/my/settings', cookies: own })).body).not.toContain('Seren')
  const back = await server.app.inject({ method: 'GET', url: '/my/stop-looking', cookies: own })
  expect(back.headers.location).toBe(`/clients?client=${clientId}`)
  const led = async (cookies: Record<string, string>) => (await server.app.inject({ method: 'GET', url: '/my', cookies })).headers.location
  // Without the member's session, with another practice's, and with a cookie that was tampered with, it is nothing.
  expect(await led({ [cookie.name]: cookie.value })).toBe('/my/sign-in')
  expect(await led({ ...own, ...server.other.cookies })).toBe('/my/sign-in')
  expect(await led({ ...own, [cookie.name]: cookie.value.replace(/.$/, (last) => (last === '0' ? '1' : '0')) })).toBe('/my/sign-in')
})

test('the page of an invitation names the practice alone, and the link that was handed over opens the portal by a press', async () => {
  const clientId = await made('/api/clients', { name: 'Huw Bevan' })
  await made('/api/horses', { name: 'Taran', clientId })
  const { link } = (await server.gareth.post(`/api/clients/${clientId}/portal/invite`, { how: 'handed' })).json<Invited>()
  const path = `/join/${link?.split('/').at(-1)}`
  const page = await server.app.inject({ method: 'GET', url: path })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Gareth Probert Farriery')
  expect(page.body).not.toMatch(/Huw|Bevan|Taran/)
  const pressed = await server.app.inject({ method: 'POST', url: path, headers: FORM, payload: '' })
  expect(pressed.headers.location).toBe('/my')
  const cookies = Object.fromEntries(pressed.cookies.map(({ name, value }) => [name, value]))
  expect((await server.app.inject({ method: 'GET', url: '/my', cookies })).body).toContain('Taran')
  const again = await server.app.inject({ method: 'POST', url: path, headers: FORM, payload: '' })
  expect([again.statusCode, again.cookies]).toEqual([404, []])
  const unknown = await server.app.inject({ method: 'GET', url: '/join/unknown' })
  expect([unknown.statusCode, unknown.body]).toEqual([404, (await server.app.inject({ method: 'GET', url: path })).body])
})
