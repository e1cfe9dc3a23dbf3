import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { makeGuest } from '#testing/guests.ts'
import { startPortal } from '#testing/portal.ts'
import { type Household, makeHousehold } from '#testing/portal-household.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

const QUESTION = 'Shall this phone tell you if it changes?'

let server: TestServer
let portal: App
let of: Household
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ pushKey: 'B'.repeat(87) })
  portal = await startPortal(server.app.setup)
})
afterAll(async () => {
  await portal.close()
  await server.stop()
})
beforeEach(async () => {
  of = await makeHousehold(server, 'Ffion')
  await of.submit(path(), { kind: 'confirmed' })
})

const path = () => `/my/at/${of.slug}/visits/${of.subjects.visits}`
type Guest = Pick<Household, 'cookies'>
/** The page after their yes. */
const after = async ({ cookies }: Guest, app = portal) => (await app.inject({ url: `${path()}?said=confirmed`, cookies })).body
const prefer = (preferredChannel: string) => server.gareth.put(`/api/clients/${of.client}`, { preferredChannel })
const preferred = async () => (await server.gareth.get(`/api/clients/${of.client}`)).json<{ preferredChannel: string }>().preferredChannel

test('the question is shown to an owner after their yes, and not before', async () => {
  expect(await after(of)).toContain(QUESTION)
  for (const more of ['', '?said=move', '?said=cancel'])
    expect((await portal.inject({ url: path() + more, cookies: of.cookies })).body).not.toContain(QUESTION)
})

test('it is not shown to a client who wants nothing sent or is notified already, nor to a guest whose choice it isn’t', async () => {
  for (const role of ['helper', 'sharer'] as const) {
    const other = await makeGuest(portal, {
      practice: server.gareth,
      clientId: of.client,
      horseId: of.subjects.horses,
      role,
      mayAnswer: true,
    })
    const page = await after(other)
    expect([page.includes('Thank you'), page.includes(QUESTION)], role).toEqual([true, false])
  }
  await prefer('none')
  expect(await after(of)).not.toContain(QUESTION)
  await prefer('sms')
  const keys = { p256dh: 'k'.repeat(87), auth: 'k'.repeat(22) }
  const payload = { endpoint: `https://push.example.com/${uuidv7()}`, ...keys }
  await server.app.inject({ method: 'PUT', url: '/api/my/push', cookies: of.cookies, payload })
  expect(await after(of)).not.toContain(QUESTION)
})

test('it is not shown where nothing can be sent to a phone', async () => {
  const { pushKey: _, ...setup } = server.app.setup
  const without = await startPortal(setup)
  expect(await after(of, without)).not.toContain(QUESTION)
  await without.close()
})

test('a yes has the farrier notify them on their phone, and leaves all else that they chose', async () => {
  const before = (await server.gareth.get(`/api/clients/${of.client}/sms-preferences`)).body
  const said = await of.submit(`/my/at/${of.slug}/texts/phone?for=${of.client}`)
  expect([said.statusCode, await preferred()]).toEqual([303, 'portal'])
  expect((await server.gareth.get(`/api/clients/${of.client}/sms-preferences`)).body).toBe(before)
})
