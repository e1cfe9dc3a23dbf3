import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Refusal } from '#connectors/kit/refusal.ts'
import { TRIED } from '#connectors/registry.ts'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import { manifestOf } from '#features/office/integrations/server/manifest-of.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import { currentMs, setClock } from '#lib/clock.ts'
import { openReach } from '#platform/server/reach.ts'
import { CLIENT, oidcMissing, signInThere, startOidc } from '#testing/oidc.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'
import { addSignedInCalendar } from '#testing/signed-in-calendar.ts'

/* Signing in for one of several companies, and how many requests a day go there, at a real OAuth server. */

const CARD = '/api/integrations/almanac'
const ORIGIN = 'http://localhost:3000'
const CONNECTED = '/integrations?tab=calendar&connected=almanac'
const PARTIAL = '/integrations?tab=calendar&refused=almanac&why=partial'
const COMPANY = '4620816365'

describe.skipIf(oidcMissing)(`the company one signs in for${oidcMissing ? ` (missing: ${oidcMissing})` : ''}`, () => {
  let far: Awaited<ReturnType<typeof startOidc>>
  let server: TestServer
  let removeCalendar: () => void
  beforeAll(async () => {
    far = await startOidc(`${ORIGIN}/api/integrations/callback`)
    removeCalendar = addSignedInCalendar()
    server = await startTestServer({ own: true, ...setup() })
  })
  afterAll(async () => {
    await server?.stop()
    removeCalendar?.()
    await far?.stop()
  })
  afterEach(async () => {
    resetClock()
    await server.gareth.delete(CARD)
  })

  function setup() {
    const hosts = [new URL(far.api).host, new URL(far.signIn).host]
    const farOrigins = { almanac: far.api, 'almanac:sign-in': far.signIn }
    return { reach: openReach({ reach: hosts }), reachable: hosts, farOrigins, oauthApps: { ALMANAC: CLIENT } }
  }
  const connecting = () => ({ db: server.db, vault: server.app.setup.vault, isTestVersion: true, ...setup() })
  const rowNow = async (): Promise<ConnectionRow> =>
    server.gareth.inPractice((tx) => tx.selectFrom('connections').selectAll().executeTakeFirstOrThrow())
  const wireNow = async (more = {}) => wireOf({ ...connecting(), ...more }, await rowNow())
  const signIn = async (realmId?: string) => {
    const { url } = (await server.gareth.post(`${CARD}/sign-in`, {})).json<{ url: string }>()
    const back = await signInThere(url, 'gareth')
    if (realmId !== undefined) back.searchParams.set('realmId', realmId)
    return (await server.app.inject({ url: `${back.pathname}${back.search}`, cookies: server.gareth.cookies })).headers.location
  }

  test('is kept with the tokens, also when they are renewed, shows nowhere, and is digits or nothing', async () => {
    const { asks } = manifestOf('almanac')
    Object.assign(asks, { companyParam: 'realmId' })
    onTestFinished(() => void Object.assign(asks, { companyParam: undefined }))
    for (const none of [undefined, '', '../7', '12a']) expect([none, await signIn(none)]).toEqual([none, PARTIAL])
    expect(await signIn(COMPANY)).toBe(CONNECTED)
    expect((await wireNow()).credentials.account).toBe(COMPANY)
    const { tokens_rev: before } = await rowNow()
    await far.forgetTokens()
    expect((await (await wireNow()).fetch(`${far.api}/me`)).status).toBe(200)
    expect((await rowNow()).tokens_rev).toBeGreaterThan(before)
    expect((await wireNow()).credentials.account).toBe(COMPANY)
    expect((await server.gareth.get('/api/integrations')).body).not.toContain(COMPANY)
  })

  test('that the service names itself is kept too', async () => {
    const { almanac } = TRIED
    if (!almanac) throw new Error('no almanac')
    const { check } = almanac
    almanac.check = async (wire) => ({ ...(await check(wire)), company: 'tenant-7' })
    onTestFinished(() => void Object.assign(almanac, { check }))
    expect(await signIn()).toBe(CONNECTED)
    expect((await wireNow()).credentials.account).toBe('tenant-7')
  })

  test('gets no more requests a day than its vendor takes, and the rest waits until it takes some again', async () => {
    await signIn()
    const oauthApps = { ALMANAC: { ...CLIENT, callsADay: 2 } }
    const ask = async (): Promise<unknown> => {
      const wire = await wireNow({ oauthApps })
      return wire.fetch(`${far.api}/me`).then(
        ({ status }) => status,
        (error) => error,
      )
    }
    const before = far.asked.length
    expect([await ask(), await ask()]).toEqual([200, 200])
    const refusal = (await ask()) as Refusal
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ kind: 'later', sentence: expect.stringContaining('Almanac takes 2 requests a day') })
    expect((refusal.afterMs ?? 0) / 3_600_000).toBeCloseTo(24, 1)
    expect(far.asked.length - before).toBe(2)
    setClock(new Date(currentMs() + (refusal.afterMs ?? 0) + 1000))
    expect(await ask()).toBe(200)
  })
})
