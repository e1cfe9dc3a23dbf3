import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#features/core/practice/contract.ts'
import { type Act, may } from '#features/core/practice/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { syncedNames } from '#lib/synced.ts'
import type { ServedRoute } from '#platform/server/http/http.ts'
import type { Need } from '#testing/feature-sample.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { makeRecords, makeSamples, NEEDS, type Samples, TAKES } from '#testing/samples.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ROLES: readonly Role[] = ['owner', 'farrier', 'office', 'apprentice']

const OWN = [
  'DELETE /api/auth/sessions/:id',
  'GET /api/auth/kept-keys/:id',
  'DELETE /api/auth/kept-keys/:id',
  'DELETE /api/alerts/devices/:id',
  'GET /api/reports/:id/file',
  'DELETE /api/reports/:id',
  'POST /api/lone-timer/:id/answer',
]

const allows = (role: Role, need: Need) => need === 'nothing' || (need !== 'nobody' && may(role, need))

let server: TestServer
let routes: ServedRoute[]
beforeAll(async () => {
  server = await startTestServer()
  routes = server.app.routeTable.filter((route) => route.audience === 'member' && route.method !== 'HEAD' && route.schema?.summary)
})
afterAll(() => server.stop())

const nameOf = (route: ServedRoute) => `${route.method} ${route.path}`
const needOf = (name: string): Act | 'nothing' | undefined => NEEDS[name] ?? (name.startsWith('GET ') ? 'nothing' : undefined)
let addresses = 0
const nextAddress = () => `10.1.${Math.floor(++addresses / 250)}.${addresses % 250}`

function send(who: Pick<FixturePractice, 'cookies'>, samples: Samples, name: string) {
  const sample = samples.of(name)
  return server.app.inject({
    method: name.split(' ')[0] as 'GET',
    url: sample.url.replace(/\/id(?=\/|$)/, `/${sample.id}`),
    remoteAddress: nextAddress(),
    cookies: who.cookies,
    ...(sample.body === undefined
      ? {}
      : { payload: sample.body as object, headers: { 'content-type': sample.contentType ?? 'application/json' } }),
  })
}

test('every endpoint that writes declares whose it is, and none is named that is not there', () => {
  const names = routes.map(nameOf)
  expect(names.filter((name) => needOf(name) === undefined)).toEqual([])
  expect(Object.keys(NEEDS).filter((name) => !names.includes(name))).toEqual([])
})

describe.each(ROLES)('for an %s', (role) => {
  test('every endpoint works or is refused as the table of roles has it', async () => {
    const practice = await makeFixturePractice(server.app, `A ${role}`)
    const samples = await makeSamples(practice)
    const who = await practice.addMember('The Member', role)
    const wrong: string[] = []
    for (const name of samples.inOrder(routes.map(nameOf)).filter((each) => !OWN.includes(each))) {
      const { statusCode, body } = await send(who, samples, name)
      const isAllowed = allows(role, needOf(name) ?? 'nothing')
      if (isAllowed ? !samples.of(name).expected.includes(statusCode) : statusCode !== 403)
        wrong.push(`${name}: ${statusCode} ${body.slice(0, 200)}`)
    }
    for (const own of OWN) expect((await send(who, samples, own)).statusCode, own).toBe(404)
    expect(wrong).toEqual([])
  })

  test('every change of a device is applied or refused as the table of roles has it', async () => {
    const practice = await makeFixturePractice(server.app, `A ${role}`)
    const made = await makeRecords(practice)
    const device = (await practice.addMember('The Member', role)).device()
    const wrong: string[] = []
    for (const entity of syncedNames()) {
      const { id, create, change } = made[entity]
      const ops = [
        { need: TAKES[entity].create, op: device.op({ entity, action: 'CREATE', id: create.id, data: create.data }) },
        { need: TAKES[entity].change, op: device.op({ entity, action: 'UPDATE', id, data: change }) },
        { need: TAKES[entity].remove, op: device.op({ entity, action: 'DELETE', id, data: {} }) },
      ]
      for (const { need, op } of ops) {
        const [result] = (await device.push(op)).results
        const isRight = allows(role, need) ? result?.status === 'applied' : result?.status === 'rejected' && result.code === 'forbidden'
        if (!isRight) wrong.push(`${op.action} ${entity}: ${result?.status} ${result?.code}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('an apprentice', () => {
  test('finishes a stop, horse by horse or at once, and corrects their own work but no one else’s', async () => {
    const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
    const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
    const clientId = await add('/api/clients', { name: 'Sarah Penrose' })
    const horseId = await add('/api/horses', { name: 'Biscuit', clientId })
    const today = currentTime().toISOString().slice(0, 10)
    const visit = await add('/api/appointments', {
      clientId,
      horseId,
      title: 'Trim',
      startTime: `${today}T22:00:00Z`,
      endTime: `${today}T22:30:00Z`,
    })
    const [line] = (await ned.get(`/api/appointments/${visit}`)).json<{ horses: { id: string }[] }>().horses
    expect((await ned.put(`/api/visit-horses/${line?.id}`, { outcome: 'done' })).statusCode).toBe(200)
    expect((await ned.put(`/api/appointments/${visit}/complete-call`)).statusCode).toBe(200)
    const theirs = await add('/api/work-entries', { horseId, serviceType: 'Trim', workDate: today })
    const own = (await ned.post('/api/work-entries', { horseId, serviceType: 'Trim', workDate: today })).json<{ id: string }>().id
    expect((await ned.put(`/api/work-entries/${own}`, { findings: 'Thrush' })).statusCode).toBe(200)
    expect((await ned.put(`/api/work-entries/${theirs}`, { findings: 'Thrush' })).statusCode).toBe(403)
  })
})
