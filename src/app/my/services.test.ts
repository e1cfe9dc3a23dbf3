import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeService } from '#features/records/services/server/arrange-service.ts'
import type { App } from '#platform/server/http/http.ts'
import { makeGuest } from '#testing/guests.ts'
import { startPortal } from '#testing/portal.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let portal: App
let practice: FixturePractice
beforeAll(async () => {
  server = await startTestServer({ own: true })
  portal = await startPortal(server.app.setup)
})
afterAll(async () => {
  await portal.close()
  await server.stop()
})
beforeEach(async () => {
  practice = await makeFixturePractice(server.app, 'Gareth Probert')
  await practice.put('/api/settings', { services: { 'vet-integration': true, portal: true } })
})

const made = async (path: string, body: object) => (await practice.post(path, body)).json<{ id: string }>().id
const said = ({ body }: LightMyRequestResponse) =>
  body
    .replace(/^[\s\S]*<main/, '<main')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

async function sarah(role: 'holder' | 'helper' = 'holder') {
  const email = `${practice.practiceId}@example.com`
  const clientId = await made('/api/clients', { name: 'Sarah Penrose', email })
  const [biscuit, merlin] = [
    await made('/api/horses', { name: 'Biscuit', clientId }),
    await made('/api/horses', { name: 'Merlin', clientId }),
  ]
  return { clientId, biscuit, merlin, email, ...(await makeGuest(portal, { practice, clientId, role })) }
}
const at = (path: string) => `/my/at/${practice.practiceId}/services${path}`

test('an owner chooses the horses, reads all of it above the button, begins it today and ends it with one press', async () => {
  const owner = await sarah()
  const first = await owner.get('/my/services')
  expect(said(first)).toContain('Vet Integration Your vet sees what was done')
  expect(said(first)).toContain('£2.99 a horse, a month, VAT included.')
  const choosing = await owner.get(at('?service=vet-integration'))
  expect(choosing.body).not.toContain('Pay £')
  const facts = await owner.get(at(`?service=vet-integration&horse=${owner.biscuit}&horse=${owner.merlin}`))
  const [above = ''] = said(facts).split('Pay £5.98 a month')
  for (const words of [
    'Vet Integration for Biscuit and Merlin , with',
    '£5.98 a month , VAT included, from',
    'It renews each month until you end it , with one press, here under Services.',
    '14 days to change your mind',
    'Test version: nothing is sold, and nothing is charged.',
  ])
    expect(above).toContain(words)
  const body = (more: object) =>
    new URLSearchParams([
      ['service', 'vet-integration'],
      ['horse', owner.biscuit],
      ['horse', owner.merlin],
      ...Object.entries(more),
    ]).toString()
  const begin = (more: object) =>
    portal.inject({
      ...{ method: 'POST', url: at('/begin'), cookies: owner.cookies, payload: body(more) },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const unticked = await begin({})
  expect([unticked.statusCode, said(unticked)]).toEqual([422, expect.stringContaining('Tick that it begins today')])
  expect((await begin({ now: 'yes' })).headers.location).toBe('/my/services?said=begun')
  const has = await owner.get('/my/services?said=begun')
  expect(said(has)).toContain('It has begun.')
  expect(said(has)).not.toContain('on its way')
  expect(said(has)).toMatch(/Biscuit Since .* Merlin Since/)
  // Both have it: there is nothing more to begin.
  expect((await owner.get(at('?service=vet-integration'))).statusCode).toBe(404)
  const [id = ''] = /name="id" value="([^"]+)"/.exec(has.body)?.slice(1) ?? []
  expect((await owner.submit(at('/end'), { id })).headers.location).toBe('/my/services?said=ended')
  expect(said(await owner.get('/my/services'))).toMatch(/Biscuit Ends on .* Merlin Since/)
})

test('who signed in a while ago proves it is them before they begin, and ends without', async () => {
  const owner = await sarah()
  await server.asOwner(`update directory.sessions set proved_at = proved_at - interval '1 hour' where person_id = '${owner.personId}'`)
  const answer = await owner.submit(at('/begin'), { service: 'vet-integration', horse: owner.biscuit, now: 'yes' })
  expect([answer.statusCode, said(answer)]).toEqual([422, expect.stringContaining('You signed in a while ago')])
  await arrangeService({ db: server.db, origin: 'http://localhost' }, await named(owner.email, 'vet-integration'))
  const [id = ''] = /name="id" value="([^"]+)"/.exec((await owner.get('/my/services')).body)?.slice(1) ?? []
  expect((await owner.submit(at('/end'), { id })).statusCode).toBe(303)
})

const named = async (email: string, service: 'vet-integration' | 'portal', isOn = true) => {
  const [row] = await server.asOwner(`select slug from directory.practices where id = '${practice.practiceId}'`)
  return { slug: String(row?.slug), email, service, isOn }
}

test('a helper is offered nothing and ends nothing, and of someone else’s horse there is no page', async () => {
  const [owner, helper] = [await sarah(), await sarah('helper')]
  expect(said(await helper.get('/my/services'))).toContain('Your farrier offers nothing that costs extra.')
  const refused = [
    await helper.get(at('?service=vet-integration')),
    await helper.submit(at('/begin'), { service: 'vet-integration', horse: helper.biscuit, now: 'yes' }),
    await helper.submit(at('/end'), { id: owner.biscuit }),
    await owner.get(at(`?service=vet-integration&horse=${helper.biscuit}`)),
    await owner.submit(at('/begin'), { service: 'vet-integration', horse: helper.biscuit, now: 'yes' }),
    await owner.get(at('?service=para-professional')),
    await owner.get(at('?service=none')),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404, 404])
})

test('where no money is taken the page names who arranges it, and has no button', async () => {
  const owner = await sarah()
  Object.assign(portal.setup, { mode: 'production' })
  const shown = await owner.get('/my/services')
  expect(said(shown)).toContain('Services on this server are arranged by the person who runs it. Ask your farrier.')
  expect(shown.body).not.toContain('?service=')
  expect((await owner.get(at('?service=vet-integration'))).body).not.toContain('Pay £')
  const pressed = await owner.submit(at('/begin'), { service: 'vet-integration', horse: owner.biscuit, now: 'yes' })
  expect([pressed.statusCode, said(pressed)]).toEqual([422, expect.stringContaining('arranged by the person who runs it')])
  Object.assign(portal.setup, { mode: 'test' })
})

test('on Essential a horse’s record opens with the service alone, for that horse, and closes with it', async () => {
  const owner = await sarah()
  const other = await made('/api/clients', { name: 'Huw Rees' })
  const pony = await made('/api/horses', { name: 'Dolly', clientId: other })
  const huw = await makeGuest(portal, { practice, clientId: other })
  await server.asOwner(`update directory.practices set tier = 'essential', trial_ends_on = null where id = '${practice.practiceId}'`)
  const page = (guest: typeof owner | typeof huw, id: string) => guest.get(`/my/at/${practice.practiceId}/horses/${id}`)
  const CLOSED = 'is on a plan without the horse’s record'
  const places = { db: server.db, origin: 'http://localhost' }
  expect(said(await page(owner, owner.biscuit))).toContain(CLOSED)
  const upload = (horseId: string) =>
    portal.inject({
      ...{ method: 'POST', url: '/api/my/uploads', cookies: owner.cookies },
      payload: { practice: practice.practiceId, horseId, id: '019b0000-0000-7000-8000-000000000001', bytes: 10 },
    })
  expect((await upload(owner.biscuit)).statusCode).toBe(404)
  await arrangeService(places, await named(owner.email, 'portal'))
  expect(said(await page(owner, owner.biscuit))).not.toContain(CLOSED)
  expect((await upload(owner.biscuit)).statusCode).toBe(200)
  expect(said(await page(huw, pony))).toContain(CLOSED)
  await arrangeService(places, await named(owner.email, 'portal', false))
  await server.asOwner(
    `update horse_services set from_on = from_on - 2, ends_on = ends_on - 1 where practice_id = '${practice.practiceId}'`,
  )
  expect(said(await page(owner, owner.biscuit))).toContain(CLOSED)
  expect((await upload(owner.biscuit)).statusCode).toBe(404)
})
