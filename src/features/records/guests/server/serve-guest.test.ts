import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { serveGuest } from '#features/records/guests/server/serve-guest.ts'
import { endpoint } from '#lib/endpoint.ts'
import { guestCookie } from '#platform/server/http/guest-cookie.ts'
import { type App, makeApp } from '#platform/server/http/http.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const upload = endpoint({
  method: 'POST',
  path: '/api/my/try',
  audience: 'guest',
  act: 'upload',
  summary: 'For this test alone',
  body: z.object({ name: z.string() }),
  response: z.object({ personId: z.string(), act: z.string() }),
})

let server: TestServer
let app: App
beforeAll(async () => {
  server = await startTestServer()
  app = await makeApp(server.app.setup)
  serveGuest(app, upload, async ({ session, act }) => ({ personId: session.personId, act }))
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const send = (cookies: Record<string, string>, payload: unknown = { name: 'Cariad' }, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/my/try', cookies, headers, payload: payload as object })

test('an endpoint of the portal knows who is signed in and what it does for them; any other gets a 401 before the body is read', async () => {
  const guest = await makeGuest(app)
  expect((await send(guest.cookies)).json()).toEqual({ personId: guest.personId, act: 'upload' })
  for (const cookies of [{}, server.gareth.cookies, { [guestCookie(app)]: server.gareth.cookies[app.cookieName] ?? '' }]) {
    const refused = await send(cookies, 'junk')
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'not_signed_in'])
  }
  expect((await send(guest.cookies, { name: 7 })).statusCode).toBe(400)
  expect((await send(guest.cookies, undefined, { origin: 'https://elsewhere.example' })).json().code).toBe('wrong_origin')
})

test('an endpoint of the portal without its act, or with an unlisted one, does not compile', () => {
  const { act, ...without } = upload
  // @ts-expect-error its act is missing
  endpoint(without)
  // @ts-expect-error this act is unlisted
  const unlisted = () => serveGuest(app, { ...upload, act: 'sellHorses' }, async () => ({ personId: '', act }))
  expect(unlisted).toBeInstanceOf(Function)
})
