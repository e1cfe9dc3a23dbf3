import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Integration } from '#features/office/integrations/contract.ts'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import { exchangeCalendar } from '#features/office/integrations/server/pass.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import { rotateVault } from '#features/office/integrations/server/rotate-vault.ts'
import { forgetConnections } from '#features/office/integrations/server/service.ts'
import { currentMs, setClock } from '#lib/clock.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { ROLES } from '#platform/server/database/roles.ts'
import { openSession } from '#platform/server/http/session.ts'
import { openReach, type Reach } from '#platform/server/reach.ts'
import { CLIENT, oidcMissing, signInThere, startOidc } from '#testing/oidc.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'
import { addSignedInCalendar } from '#testing/signed-in-calendar.ts'

/* Signing in to a calendar's service, at a real OAuth server whose tokens to renew by are good once. */

const CARD = '/api/integrations/almanac'
const ORIGIN = 'http://localhost:3000'
const CONNECTED = '/integrations?tab=calendar&connected=almanac'
const refused = (why: string) => `/integrations?tab=calendar&refused=almanac&why=${why}`
const OVER = '/integrations?refused=&why=over'

type Who = Pick<FixturePractice, 'cookies' | 'send'>
let far: Awaited<ReturnType<typeof startOidc>>
let server: TestServer
let removeCalendar: () => void
let second: Database
let reach: Reach
let isSilent: boolean
let addresses = 0
/** The common limits by address are not what is tested. */
const nextAddress = () => `10.3.${Math.floor(++addresses / 250)}.${addresses % 250}`

describe.skipIf(oidcMissing)(`signing in elsewhere${oidcMissing ? ` (missing: ${oidcMissing})` : ''}`, () => {
  beforeAll(async () => {
    far = await startOidc(`${ORIGIN}/api/integrations/callback`)
    removeCalendar = addSignedInCalendar()
    const open = openReach({ reach: hosts() })
    reach = (url, init) => open(isSilent ? 'http://127.0.0.1:9/' : url, init)
    server = await startTestServer({ own: true, reach, ...places() })
    const app = { ...server.owner, user: ROLES.app, max: 4 }
    second = openDatabase({ app, directory: { ...app, user: ROLES.directory, max: 2 } })
  })
  afterAll(async () => {
    await second?.close()
    await server?.stop()
    removeCalendar?.()
    await far?.stop()
  })
  beforeEach(() => {
    isSilent = false
  })
  afterEach(async () => {
    resetClock()
    isSilent = false
    await server.gareth.delete(CARD)
  })

  const hosts = () => [new URL(far.api).host, new URL(far.signIn).host]
  const places = () => ({
    reachable: hosts(),
    farOrigins: { almanac: far.api, 'almanac:sign-in': far.signIn },
    oauthApps: { ALMANAC: CLIENT },
  })
  const start = async (who: Who = server.gareth) => {
    const answer = await who.send('POST', `${CARD}/sign-in`, { settings: { level: 'who' } }, { remoteAddress: nextAddress() })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<{ url: string }>().url
  }
  const comeBack = async (back: URL, { cookies }: Pick<Who, 'cookies'> = server.gareth) => {
    const { statusCode, headers } = await server.app.inject({
      url: `${back.pathname}${back.search}`,
      cookies,
      remoteAddress: nextAddress(),
    })
    expect(statusCode).toBe(303)
    return headers.location
  }
  const signIn = async (as = 'gareth') => comeBack(await signInThere(await start(), as))
  const card = async () => {
    const all = (await server.gareth.get('/api/integrations')).json<Integration[]>()
    return all.find(({ id }) => id === 'almanac') as Integration
  }
  const connecting = (db = server.db) => ({ db, vault: server.app.setup.vault, reach, isTestVersion: true, ...places() })
  const rowNow = async (): Promise<ConnectionRow> =>
    server.gareth.inPractice((tx) => tx.selectFrom('connections').selectAll().executeTakeFirstOrThrow())
  const pass = async () => {
    const log = { error: (details: object) => Promise.reject(details) }
    await exchangeCalendar({ ...connecting(), origin: ORIGIN, log }, await rowNow())
  }
  const later = (hours: number) => setClock(new Date(currentMs() + hours * 3_600_000))

  test('a member signs in on its pages, comes back connected, and the diary is exchanged', async () => {
    expect(await card()).toMatchObject({ status: 'disconnected', asks: { by: 'oauth', vendor: 'Almanac', isReady: true } })
    const url = new URL(await start())
    expect(url.origin).toBe(far.signIn)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      redirect_uri: `${ORIGIN}/api/integrations/callback`,
      code_challenge_method: 'S256',
      scope: 'offline_access calendar busy',
      prompt: 'consent',
    })
    expect(await card()).toMatchObject({ enabled: false, settings: { level: 'who' } })
    expect(await signIn()).toBe(CONNECTED)
    expect(await card()).toMatchObject({
      enabled: true,
      status: 'connected',
      account: 'gareth',
      settings: { level: 'who' },
      sentence: null,
    })
    expect((await card()).settings).not.toHaveProperty('apiKey')
    await pass()
    expect(await card()).toMatchObject({ status: 'connected', lastSuccessAt: expect.any(String) })
    expect((await server.gareth.get(`${CARD}/calendars`)).json()).toEqual({ calendars: [{ id: 'own', name: 'gareth' }], sentence: null })
  })

  test('a state that was made up, used, too old or another’s connects nothing, and another’s stays good for who began', async () => {
    const back = await signInThere(await start(), 'gareth')
    const forged = new URL(back)
    forged.searchParams.set('state', 'x'.repeat(43))
    expect(await comeBack(forged)).toBe(OVER)
    const stateless = new URL(back)
    stateless.searchParams.delete('state')
    expect(await comeBack(stateless)).toBe(OVER)
    const colleague = await server.gareth.addMember('Nia Colleague', 'owner')
    for (const who of [colleague, server.other]) expect(await comeBack(back, who)).toBe(OVER)
    expect(await server.asOwner('select id from connections where enabled')).toEqual([])
    expect(await comeBack(back)).toBe(CONNECTED)
    expect(await comeBack(back)).toBe(OVER)
    expect(await card()).toMatchObject({ status: 'connected', account: 'gareth' })
  })

  test('of two that bring one state back at once, one connects', async () => {
    const back = await signInThere(await start(), 'gareth')
    expect((await Promise.all([1, 2, 3].map(() => comeBack(back)))).toSorted()).toEqual([OVER, OVER, CONNECTED].toSorted())
  })

  test('another session of the same person can’t finish it, nor can anyone who is signed out', async () => {
    const back = await signInThere(await start(), 'gareth')
    expect(await comeBack(back, { cookies: {} })).toBe('/integrations')
    const { personId, practiceId } = server.gareth
    const token = await server.db.withDirectory((tx) => openSession(tx, { personId, practiceId, userAgent: 'test' }))
    expect(await comeBack(back, { cookies: { [server.app.cookieName]: token } })).toBe(OVER)
    expect(await comeBack(back)).toBe(CONNECTED)
  })

  test('ten minutes are enough, and eleven too many', async () => {
    const back = await signInThere(await start(), 'gareth')
    setClock(new Date(currentMs() + 11 * 60_000))
    expect(await comeBack(back)).toBe(OVER)
    resetClock()
    const again = await signInThere(await start(), 'gareth')
    setClock(new Date(currentMs() + 9 * 60_000))
    expect(await comeBack(again)).toBe(CONNECTED)
  })

  test('old ones go as new ones are made, and a person has ten at once', async () => {
    const count = async () => (await server.asOwner('select count(*)::int as n from directory.oauth_starts'))[0]?.n
    const first = await signInThere(await start(), 'gareth')
    for (let more = 0; more < 12; more++) await start()
    expect(await count()).toBe(10)
    expect(await comeBack(first)).toBe(OVER)
    setClock(new Date(currentMs() + 11 * 60_000))
    await start()
    expect(await count()).toBe(1)
  })

  test('a code that was used, another issuer, no consent and half a consent connect nothing, each with its reason', async () => {
    const back = await signInThere(await start(), 'gareth')
    const code = back.searchParams.get('code') as string
    expect(await comeBack(back)).toBe(CONNECTED)
    await server.gareth.delete(CARD)
    const second = await signInThere(await start(), 'gareth')
    second.searchParams.set('code', code)
    expect(await comeBack(second)).toBe(refused('refused'))
    const third = await signInThere(await start(), 'gareth')
    expect(third.searchParams.get('iss')).toBe(far.signIn)
    third.searchParams.set('iss', 'https://sign-in.mallory.example')
    expect(await comeBack(third)).toBe(refused('refused'))
    expect(await comeBack(await signInThere(await start(), 'gareth', false))).toBe(refused('denied'))
    const half = new URL(await start())
    half.searchParams.set('scope', 'offline_access calendar')
    expect(await comeBack(await signInThere(half.href, 'gareth'))).toBe(refused('partial'))
    expect(await card()).toMatchObject({ enabled: false, status: 'disconnected' })
  })

  test('a code that someone else was given is worth nothing: it needs the verifier of its own start', async () => {
    const [mine, theirs] = [await signInThere(await start(), 'gareth'), await signInThere(await start(), 'mallory')]
    mine.searchParams.set('code', theirs.searchParams.get('code') as string)
    expect(await comeBack(mine)).toBe(refused('refused'))
  })

  test('a vendor that is silent is named as the reason', async () => {
    const back = await signInThere(await start(), 'gareth')
    isSilent = true
    expect(await comeBack(back)).toBe(refused('silent'))
  })

  test('without this server’s registration the card says so, and no one is led anywhere', async () => {
    const { oauthApps } = server.app.setup
    Object.assign(oauthApps ?? {}, { ALMANAC: undefined })
    expect(await card()).toMatchObject({ asks: { isReady: false } })
    const answer = await server.gareth.post(`${CARD}/sign-in`, {})
    expect(answer.json()).toMatchObject({ code: 'sign_in_not_set_up', message: expect.stringContaining('signing in to Almanac') })
    Object.assign(oauthApps ?? {}, { ALMANAC: CLIENT })
    expect((await server.gareth.put(CARD, { enabled: true })).json()).toMatchObject({ code: 'sign_in_first' })
    expect((await server.gareth.post('/api/integrations/caldav/sign-in', {})).statusCode).toBe(404)
  })

  test('switched off it keeps the sign-in, and is tried before it is on again', async () => {
    await signIn()
    await server.gareth.put(CARD, { enabled: false })
    expect(await card()).toMatchObject({ enabled: false, account: 'gareth' })
    far.asked.length = 0
    expect((await server.gareth.put(CARD, { enabled: true })).json()).toMatchObject({ status: 'connected', account: 'gareth' })
    expect(far.asked.map(({ path }) => path)).toEqual(['/me'])
    await server.gareth.put(CARD, { enabled: false })
    await far.takeBack()
    await far.forgetTokens()
    expect((await server.gareth.put(CARD, { enabled: true })).json()).toMatchObject({ message: 'Sign in to Almanac again.' })
    expect(await signIn()).toBe(CONNECTED)
  })

  test('another account is begun with afresh', async () => {
    await signIn('gareth')
    await pass()
    await server.gareth.put(CARD, { enabled: true, settings: { busyCalendars: ['own'] } })
    expect(await rowNow()).toMatchObject({ account: 'gareth', far_calendar: 'pritchel', cursor: 'read' })
    expect(await signIn('olwen')).toBe(CONNECTED)
    expect(await rowNow()).toMatchObject({ account: 'olwen', far_calendar: null, cursor: null, settings: { level: 'who' } })
    await pass()
    expect(await card()).toMatchObject({ status: 'connected', account: 'olwen' })
  })

  test('a hundred times two workers meet tokens that have ended: each time one renews them, and no one is signed out', async () => {
    await signIn()
    Object.assign(far.seen, { renewals: 0, refusals: 0 })
    for (let round = 1; round <= 100; round++) {
      later(2)
      const row = await rowNow()
      const wires = await Promise.all([server.db, server.db, second].map((db) => wireOf(connecting(db), row)))
      const answers = await Promise.all(wires.flatMap((wire) => [wire.fetch(`${far.api}/a`), wire.fetch(`${far.api}/b`)]))
      expect([round, ...answers.map(({ status }) => status)]).toEqual([round, 200, 200, 200, 200, 200, 200])
      expect(far.seen).toMatchObject({ renewals: round, refusals: 0 })
    }
    expect((await rowNow()).tokens_rev).toBe(101)
  })

  test('tokens that are refused are renewed once, and sent to the service alone', async () => {
    await signIn()
    await far.forgetTokens()
    far.seen.renewals = 0
    const wire = await wireOf(connecting(), await rowNow())
    expect((await wire.fetch(`${far.api}/me`)).status).toBe(200)
    expect(far.seen.renewals).toBe(1)
    const elsewhere = await startOidc(ORIGIN)
    const to = openReach({ reach: [new URL(elsewhere.api).host] })
    const other = await wireOf({ ...connecting(), reach: to }, await rowNow())
    await expect(other.fetch(`${elsewhere.api}/next`)).rejects.toMatchObject({ kind: 'sign_in' })
    expect(elsewhere.asked).toEqual([{ path: '/next', token: '' }])
    await elsewhere.stop()
  })

  test('tokens are renewed over https alone, but for hosts the operator named', async () => {
    await signIn()
    later(2)
    Object.assign(far.seen, { renewals: 0, refusals: 0 })
    const wire = await wireOf({ ...connecting(), isTestVersion: false, reachable: [] }, await rowNow())
    await expect(wire.fetch(`${far.api}/me`)).rejects.toMatchObject({ kind: 'later' })
    expect(far.seen).toMatchObject({ renewals: 0, refusals: 0 })
  })

  test('a worker that was killed while renewing holds the others up for a minute, not for ever', async () => {
    await signIn()
    later(2)
    await server.asOwner(`update connections set renewing_until = clock_now() + interval '59 seconds'`)
    const row = await rowNow()
    const asking = wireOf(connecting(), row).then((wire) => wire.fetch(`${far.api}/me`))
    setClock(new Date(currentMs() + 60_000))
    expect((await asking).status).toBe(200)
  })

  test('a silent vendor gets another request later; a sign-in that was revoked there stops it, with a sentence on what to do', async () => {
    await signIn()
    later(2)
    isSilent = true
    await expect(wireOf(connecting(), await rowNow()).then((wire) => wire.fetch(`${far.api}/me`))).rejects.toMatchObject({ kind: 'later' })
    expect((await rowNow()).renewing_until).toBeNull()
    await pass()
    expect(await card()).toMatchObject({ status: 'connected', sentence: 'It is not answering. We keep trying.' })
    isSilent = false
    await far.takeBack()
    await server.gareth.post(`${CARD}/check`, {})
    await pass()
    expect(await card()).toMatchObject({ status: 'error', sentence: 'Sign in to Almanac again.' })
    expect(await signIn()).toBe(CONNECTED)
    expect(await card()).toMatchObject({ status: 'connected', sentence: null })
  })

  test('disconnecting takes the sign-in back there, at once, by the worker and at night; a silent vendor keeps nothing from ending', async () => {
    const revoked = () => far.seen.revoked.splice(0).length
    revoked()
    await signIn()
    await server.gareth.delete(CARD)
    expect([revoked(), await server.asOwner('select id from connections')]).toEqual([1, []])
    await signIn()
    await pass()
    await server.gareth.delete(`${CARD}?there=remove`)
    expect(revoked()).toBe(0)
    later(2)
    await pass()
    expect([revoked(), await server.asOwner('select id from connections')]).toEqual([1, []])
    await signIn()
    await server.gareth.put(CARD, { enabled: false })
    later(24 * 31)
    await forgetConnections(connecting())
    expect([revoked(), await server.asOwner('select id from connections')]).toEqual([1, []])
    resetClock()
    await signIn()
    isSilent = true
    expect((await server.gareth.delete(CARD)).json()).toMatchObject({ status: 'disconnected' })
    expect([revoked(), await server.asOwner('select id from connections')]).toEqual([0, []])
  })

  test('tokens of a connection that ends while they are renewed are revoked there', async () => {
    await signIn()
    later(2)
    const row = await rowNow()
    const ending: Reach = async (url, init) => {
      const answer = await reach(url, init)
      if (url.endsWith('/token')) await server.asOwner(`delete from connections where id = '${row.id}'`)
      return answer
    }
    far.seen.revoked.length = 0
    const wire = await wireOf({ ...connecting(), reach: ending }, row)
    await expect(wire.fetch(`${far.api}/me`)).rejects.toBeInstanceOf(Refusal)
    expect(far.seen.revoked).toHaveLength(1)
  })

  test('a new key of the vault seals tokens again, and a lost one asks to sign in', async () => {
    await signIn()
    const row = await rowNow()
    let moved = 0
    const vault = { ...server.app.setup.vault, keyId: () => 'newer' }
    vault.seal = (secret, of) => {
      moved += 1
      return { ...server.app.setup.vault.seal(secret, of), keyId: row.vault_key_id as string }
    }
    expect(await rotateVault(server.db, vault)).toBe(1)
    expect(moved).toBe(1)
    expect((await (await wireOf(connecting(), await rowNow())).fetch(`${far.api}/me`)).status).toBe(200)
    await server.asOwner(`update connections set vault_key_id = 'lost'`)
    expect(await card()).toMatchObject({ status: 'error', sentence: 'The key of this server has changed. Sign in to Almanac again.' })
    expect(await signIn()).toBe(CONNECTED)
    expect(await card()).toMatchObject({ status: 'connected', sentence: null })
  })
})

describe('in the test version, where nothing leaves', () => {
  test('it is connected without going there, and says so; a server that is in production later needs a sign-in', async () => {
    const remove = addSignedInCalendar()
    const away: Reach = (url) => Promise.reject(new Error(`it was asked: ${url}`))
    const house = await startTestServer({ own: true, reach: away })
    const read = async () => (await house.gareth.get('/api/integrations')).json<Integration[]>().find(({ id }) => id === 'almanac')
    expect(await read()).toMatchObject({ asks: { isReady: true } })
    const answer = await house.gareth.post(`${CARD}/sign-in`, { settings: { level: 'busy' } })
    expect(answer.json()).toEqual({ url: CONNECTED })
    expect(await read()).toMatchObject({
      status: 'connected',
      account: null,
      isRehearsed: true,
      settings: { level: 'busy' },
      sentence: null,
    })
    expect(await house.asOwner('select * from directory.oauth_starts')).toEqual([])
    expect((await house.gareth.delete(CARD)).json()).toMatchObject({ status: 'disconnected' })
    await house.gareth.post(`${CARD}/sign-in`, {})
    await house.stop()
    remove()
  })
})
