import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/build-app.ts'
import { uuidv7 } from '#lib/ids.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { type Answer, requestFrom, startProxy } from '#testing/proxy.ts'
import { startTestServer } from '#testing/server.ts'

type Place = { host: string; port: number }
const PASSWORD = 'hot shoe, cold water'
const closing: (() => Promise<unknown>)[] = []
/** Two servers on one database: one behind a proxy that connects from 127.0.0.2, one behind a proxy on ::1. */
let proxies: [Place, Place]

beforeAll(async () => {
  const first = await startTestServer({ proxies: '127.0.0.2' })
  const { app, directory } = { app: first.db.pool.options, directory: { ...first.db.pool.options, user: 'pritchel_directory', max: 2 } }
  const db = openDatabase({ app, directory })
  const { proxies: _, ...setup } = first.app.setup
  const second = await buildApp({ ...setup, db })
  await first.app.listen({ host: '127.0.0.1', port: 0 })
  await second.listen({ host: '::1', port: 0 })
  const behind = [
    await startProxy({ host: '127.0.0.1', port: portOf(first.app.server) }, '127.0.0.2'),
    await startProxy({ host: '::1', port: portOf(second.server) }, '::1'),
  ] as const
  proxies = [behind[0], behind[1]]
  closing.push(
    behind[0].stop,
    behind[1].stop,
    () => second.close(),
    () => db.close(),
    first.stop,
  )
})
afterAll(async () => {
  for (const close of closing) await close()
})

const portOf = (server: Server) => (server.address() as AddressInfo).port

let machines = 0
/** A caller of their own: another address of this machine. */
const newCaller = () => {
  machines += 1
  return `127.0.9.${machines}`
}
const signIn = (from: string, to: Place, email: string, password: string, headers: Record<string, string> = {}) =>
  requestFrom(from, to, { method: 'POST', path: '/api/auth/password', headers, body: { email, password } })
async function registered(from: string): Promise<{ email: string; device: string }> {
  const email = `${uuidv7()}@example.com`
  const body = { firstName: 'Nia', lastName: 'Rees', email, password: PASSWORD, practiceName: 'Rees Farriery' }
  const answer = await requestFrom(from, proxies[0], { method: 'POST', path: '/api/auth/register', body })
  expect(answer.status).toBe(204)
  return { email, device: deviceIn(answer) }
}
const deviceIn = ({ headers }: Answer) =>
  (headers['set-cookie'] ?? []).find((one) => one.startsWith('pritchel-device='))?.split(';')[0] ?? ''
const statuses = async (tries: Promise<Answer>[]) => (await Promise.all(tries)).map(({ status }) => status)

describe.each([0, 1])('behind proxy %i', (at) => {
  test('each caller has a limit of their own, regardless of the header they send', async () => {
    const [greedy, other] = [newCaller(), newCaller()]
    const forged = (to: number) => ({ 'x-forwarded-for': `203.0.113.${to}` })
    const path = '/api/auth/email-link/use'
    const use = (from: string, to = 0) =>
      requestFrom(from, proxies[at as 0], { method: 'POST', path, headers: forged(to), body: { token: 'x'.repeat(43) } })
    const answers = await statuses(Array.from({ length: 21 }, (_, to) => use(greedy, to)))
    expect(answers.filter((status) => status === 429)).toHaveLength(1)
    expect((await use(other)).status).toBe(401)
  })
})

describe('wrong passwords', () => {
  test('are ten over both servers, and the owner with the right one gets in from elsewhere', async () => {
    const [stranger, owner] = [newCaller(), newCaller()]
    const { email } = await registered(owner)
    const guesses = Array.from({ length: 12 }, (_, n) => signIn(stranger, proxies[(n % 2) as 0], email, 'a guess'))
    expect((await statuses(guesses)).toSorted()).toEqual([...Array(10).fill(401), 429, 429])
    expect((await signIn(stranger, proxies[1], email, PASSWORD)).status).toBe(429)
    expect((await signIn(owner, proxies[0], email, PASSWORD)).status).toBe(204)
    expect((await signIn(newCaller(), proxies[1], email, PASSWORD)).status).toBe(204)
  })

  test('of a stranger behind the same address do not keep the owner’s own device out, which has ten tries of its own', async () => {
    const shared = newCaller()
    const { email, device } = await registered(shared)
    expect(device).not.toBe('')
    await statuses(Array.from({ length: 10 }, (_, n) => signIn(shared, proxies[(n % 2) as 0], email, 'a guess')))
    expect((await signIn(shared, proxies[0], email, PASSWORD)).status).toBe(429)
    expect((await signIn(shared, proxies[1], email, PASSWORD, { cookie: device })).status).toBe(204)
    const own = Array.from({ length: 11 }, (_, n) => signIn(newCaller(), proxies[(n % 2) as 0], email, 'a typo', { cookie: device }))
    expect((await statuses(own)).toSorted()).toEqual([...Array(10).fill(401), 429])
  })

  test('from everywhere are a hundred at one account, but for a device that was good there before', async () => {
    const home = newCaller()
    const [{ email, device }, neighbour] = [await registered(home), await registered(home)]
    for (let caller = 0; caller < 10; caller += 1) {
      const from = newCaller()
      await statuses(Array.from({ length: 10 }, (_, n) => signIn(from, proxies[(n % 2) as 0], email, 'a guess')))
    }
    expect((await signIn(newCaller(), proxies[0], email, PASSWORD)).status).toBe(429)
    expect((await signIn(newCaller(), proxies[0], email, PASSWORD, { cookie: neighbour.device })).status).toBe(429)
    expect((await signIn(newCaller(), proxies[1], email, PASSWORD, { cookie: device })).status).toBe(204)
  })
})
