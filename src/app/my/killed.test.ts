import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { guestCookie } from '#platform/server/http/guest-cookie.ts'
import { FRESH_MS } from '#platform/server/http/session.ts'
import { keyedHash } from '#platform/server/keyed-hash.ts'
import { openVault } from '#platform/server/vault.ts'
import { startMortalServer } from '#testing/mortal-server.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { codeIn } from '#testing/way-in.ts'
import { atLength } from '#testing/whole.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

const KILLS = atLength(4, 20)
const key = () => randomBytes(32).toString('base64')
const [vault, hash] = [key(), key()]

let server: TestServer
let post: Awaited<ReturnType<typeof startPost>>
let mortal: Awaited<ReturnType<typeof startMortalServer>>
beforeAll(async () => {
  buildIfNeeded()
  post = await startPost()
  server = await startTestServer({
    ...{ mode: 'production', hasProvider: { texts: true, mail: true, inboundMail: false } },
    vault: openVault({ dataFolder: '', vaultKeys: [vault] }),
    keyedHash: keyedHash(Buffer.from(hash, 'base64')),
  })
  await begin()
})
afterAll(async () => {
  await mortal.kill()
  await mortal.ended
  await Promise.all([server.stop(), post.stop()])
})

/** Where mails with codes arrive. `kills`: the server that hands one over is killed, and never hears that it arrived. */
async function startPost() {
  const mails: { id: string; to: string; body: string }[] = []
  const provider = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    mails.push(JSON.parse(Buffer.concat(parts).toString()))
    if (place.kills) mortal.kill()
    else response.end()
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const place = {
    mails,
    kills: false,
    url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    async stop() {
      provider.closeAllConnections()
      provider.close()
      await once(provider, 'close')
    },
  }
  return place
}

/** At an address that ends so, the server dies with its answer to give. */
const DIES = '?dies'
const begin = async () => {
  mortal = await startMortalServer(server.db, { diesAnswering: DIES, keys: { vault, hash, postUrl: post.url } })
}

/** A browser at the server that can be killed; an answer that never comes is none. */
function browser(address = `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`) {
  const cookies: Record<string, string> = {}
  const ask = async (method: 'GET' | 'POST', path: string, fields?: Record<string, string>) => {
    const headers = {
      'x-forwarded-for': address,
      cookie: Object.entries(cookies)
        .map((pair) => pair.join('='))
        .join('; '),
      ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const body = fields && new URLSearchParams(fields).toString()
    const answer = await fetch(mortal.url + path, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) }).catch(
      () => undefined,
    )
    for (const cookie of answer?.headers.getSetCookie() ?? []) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      if (value) cookies[name] = value
      else delete cookies[name]
    }
    return answer && { status: answer.status, to: answer.headers.get('location'), body: await answer.text().catch(() => '') }
  }
  return {
    cookies,
    get: (path: string) => ask('GET', path),
    submit: (path: string, fields: Record<string, string> = {}) => ask('POST', path, fields),
  }
}
type Browser = ReturnType<typeof browser>

let owners = 0
/** An owner who was invited, with a horse on a visit of next week. */
async function anOwner() {
  const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
  const email = `owner${++owners}@example.com`
  const client = await add('/api/clients', { name: `Owner ${owners}`, email })
  await server.asOwner(`update clients set portal = true where id = '${client}'`)
  const horseId = await add('/api/horses', { name: 'Biscuit', clientId: client })
  const day = addDays(dayOf(currentTime(), 'Europe/London'), 7)
  const visit = await add('/api/appointments', {
    ...{ startTime: `${day}T09:00:00Z`, endTime: `${day}T10:00:00Z`, title: 'Trim', clientId: client },
    horses: [{ horseId }],
  })
  return { email, client, visit, visitPath: `/my/at/${server.gareth.practiceId}/visits/${visit}` }
}
type Owner = Awaited<ReturnType<typeof anOwner>>

/** What always holds: no one is in without a proof of the client's address, and a visit is cancelled with its answer or not at all. */
async function expectWhole() {
  const unproven = await server.asOwner(`select a.client_id from client_access a join clients c on c.id = a.client_id
    where a.confirmed_at is not null and not exists (
      select from directory.proofs p where p.person_id = a.person_id and p.address = c.email)`)
  const sessions = await server.asOwner(`select s.id from directory.sessions s
    where s.kind = 'guest' and not exists (select from directory.proofs p where p.person_id = s.person_id)`)
  const halves = await server.asOwner(`select a.id from appointments a where (a.status = 'cancelled') <> exists (
    select from visit_answers v where v.appointment_id = a.id and v.kind = 'cancelled')`)
  expect({ unproven, sessions, halves }).toEqual({ unproven: [], sessions: [], halves: [] })
  const ids = post.mails.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
}

/** The code of the last request. */
async function lastCode() {
  const [ask] = await server.asOwner('select id from directory.asks order by asked_at desc limit 1')
  const found = () => post.mails.find(({ id }) => id === ask?.id)
  await expect.poll(found).toBeTruthy()
  return codeIn(found()?.body)
}
const accessOf = ({ client }: Owner) =>
  server.asOwner(`select person_id from client_access where client_id = '${client}' and confirmed_at is not null and until is null`)

const STEPS = ['ask', 'code', 'access', 'cancel'] as const
type Step = (typeof STEPS)[number]

/** Sends the form of a step; returns where it leads. Undefined: the answer never came. */
async function send(step: Step, of: Browser, owner: Owner, dies = '') {
  if (step === 'ask') return (await of.submit(`/my/sign-in${dies}`, { address: owner.email }))?.to
  if (step === 'code') return (await of.submit(`/my/sign-in/code${dies}`, { code: await lastCode() }))?.to
  if (step === 'access') return (await of.submit(`/my/farriers${dies}`, { practice: server.gareth.practiceId, answer: 'yes' }))?.to
  return (await of.submit(`${owner.visitPath}${dies}`, { kind: 'cancel' }))?.to
}

/** Does a step, or repeats it, as a person who saw no answer would; returns the browser they are in now. */
async function take(step: Step, of: Browser, owner: Owner): Promise<Browser> {
  if (step === 'access' && (await accessOf(owner)).length > 0) return of
  const to = await send(step, of, owner)
  if (step === 'code' && to !== '/my') return signInAnew(owner)
  expect(to).toBe({ ask: '/my/sign-in/code', code: '/my', access: '/my', cancel: '/my/visits?said=cancelled' }[step])
  return of
}

async function signInAnew(owner: Owner): Promise<Browser> {
  const of = browser()
  expect((await of.submit('/my/sign-in', { address: owner.email }))?.to).toBe('/my/sign-in/code')
  expect((await of.submit('/my/sign-in/code', { code: await lastCode() }))?.to).toBe('/my')
  return of
}

/** Kills the server in a step: with its answer to give, with its mail handed over, or somewhere on the way; then another begins. */
async function killIn(step: Step, of: Browser, owner: Owner, way: number) {
  if (step === 'code') await lastCode()
  if (way === 1 && step === 'ask') post.kills = true
  else if (way > 0) setTimeout(() => mortal.kill(), Math.random() * 40)
  await send(step, of, owner, way === 0 ? DIES : '')
  expect(await mortal.ended).toBe('SIGKILL')
  post.kills = false
  // What its worker had taken is due again in a minute.
  await server.asOwner('update directory.asks set due_at = clock_now() where due_at is not null')
  await begin()
}

test(
  `the server is killed ${KILLS} times between ask, code, access and cancel: nobody is in without proof, no visit is half cancelled, no message goes twice`,
  async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const owner = await anOwner()
      const deadly = STEPS[kill % STEPS.length]
      let of = browser()
      for (const step of STEPS) {
        if (step === deadly) {
          await killIn(step, of, owner, (kill + Math.floor(kill / STEPS.length)) % 3)
          await expectWhole()
          if (step === 'ask') of = browser()
          if (step === 'ask' || step === 'code') expect(await accessOf(owner)).toEqual([])
        }
        of = await take(step, of, owner)
        await expectWhole()
      }
      expect(await accessOf(owner)).toHaveLength(1)
      expect(await server.asOwner(`select kind from visit_answers where appointment_id = '${owner.visit}'`)).toEqual([
        { kind: 'cancelled' },
      ])
    }
  },
  KILLS * 60_000,
)

test('of two servers on one database, an end on one holds on the other, and limits are one count', async () => {
  const owner = await anOwner()
  const of = await take('access', await signInAnew(owner), owner)
  const there = (path: string) => server.app.inject({ url: path, cookies: of.cookies })
  const [statuses, now] = [async () => (await there(owner.visitPath)).statusCode, vi.spyOn(performance, 'now')]
  expect(await statuses()).toBe(200)
  // Access is checked at each request; a session is kept for FRESH_MS, and refused then.
  await server.asOwner(`update client_access set until = clock_now() - interval '1 minute' where client_id = '${owner.client}'`)
  expect([await statuses(), (await of.get(owner.visitPath))?.status]).toEqual([404, 404])
  await of.submit('/my/sign-out')
  const later = performance.now() + FRESH_MS
  now.mockImplementation(() => later)
  expect((await there('/my')).headers.location).toBe('/my/sign-in')
  now.mockRestore()
  expect(Object.keys(of.cookies)).not.toContain(guestCookie(server.app))

  const [address, asked] = ['stranger@example.com', [] as unknown[]]
  for (let ask = 0; ask < 4; ask++) {
    asked.push((await browser().submit('/my/sign-in', { address }))?.status)
    const here = { method: 'POST' as const, url: '/my/sign-in', remoteAddress: `10.8.0.${ask}` }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    asked.push((await server.app.inject({ ...here, headers, payload: `address=${address}` })).statusCode)
  }
  expect(asked).toEqual([303, 303, 303, 303, 303, 429, 429, 429])
})
