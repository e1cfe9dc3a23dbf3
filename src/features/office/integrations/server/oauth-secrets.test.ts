import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import { tokensOf } from '#features/office/integrations/server/oauth-tokens.ts'
import { exchangeCalendar } from '#features/office/integrations/server/pass.ts'
import { rotateVault } from '#features/office/integrations/server/rotate-vault.ts'
import { currentMs, setClock } from '#lib/clock.ts'
import { openReach, type Reach } from '#platform/server/reach.ts'
import { everywhere, foundIn, keptLog } from '#testing/left-behind.ts'
import { CLIENT, oidcMissing, signInThere, startOidc } from '#testing/oidc.ts'
import { formsOf } from '#testing/secret-forms.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'
import { addSignedInCalendar } from '#testing/signed-in-calendar.ts'

/* Everything a sign-in elsewhere is made of, looked for wherever it could have been left. */

const CARD = '/api/integrations/almanac'
const ORIGIN = 'http://localhost:3000'
const { log, written } = keptLog()
const answers: string[] = []
/** What was sent to the sign-in and what it answered: codes, verifiers and tokens. */
const spoken: string[] = []
let far: Awaited<ReturnType<typeof startOidc>>
let server: TestServer
let remove: () => void
let breaks: '' | 'silent' | 'broken'

const hosts = () => [new URL(far.api).host, new URL(far.signIn).host]
const reach: Reach = async (url, init) => {
  if (breaks === 'broken') throw new Error(`it broke at ${init?.body}`)
  const answer = await openReach({ reach: hosts() })(breaks === 'silent' ? 'http://127.0.0.1:9/' : url, init)
  if (url.startsWith(far.signIn)) spoken.push(String(init?.body), await answer.clone().text())
  return answer
}
const NAMES = ['code', 'code_verifier', 'access_token', 'refresh_token']
const secrets = () => {
  const values = spoken.flatMap((text) =>
    text.startsWith('{')
      ? Object.entries(JSON.parse(text) as Record<string, unknown>).flatMap(([name, value]) =>
          NAMES.includes(name) ? [String(value)] : [],
        )
      : NAMES.flatMap((name) => new URLSearchParams(text).get(name) ?? []),
  )
  return [...new Set([CLIENT.secret, ...states, ...values])]
}
const states: string[] = []

describe.skipIf(oidcMissing)(`what a sign-in is made of${oidcMissing ? ` (missing: ${oidcMissing})` : ''}`, () => {
  beforeAll(async () => {
    breaks = ''
    far = await startOidc(`${ORIGIN}/api/integrations/callback`)
    remove = addSignedInCalendar()
    const farOrigins = { almanac: far.api, 'almanac:sign-in': far.signIn }
    server = await startTestServer({ reach, reachable: hosts(), farOrigins, oauthApps: { ALMANAC: CLIENT }, log })
    const [startTime, endTime] = [1, 2].map((hours) => new Date(currentMs() + (24 + hours) * 3_600_000).toISOString())
    await server.gareth.post('/api/appointments', { title: 'Trim', startTime, endTime, memberId: server.gareth.memberId })
  })
  afterAll(async () => {
    resetClock()
    await server?.stop()
    remove?.()
    await far?.stop()
  })

  const connecting = () => {
    const { db, vault, farOrigins = {}, oauthApps = {}, reachable = [] } = server.app.setup
    return { db, vault, reach, reachable, farOrigins, oauthApps, isTestVersion: true, origin: ORIGIN, log }
  }
  const row = () => server.gareth.inPractice((tx) => tx.selectFrom('connections').selectAll().executeTakeFirstOrThrow())
  const pass = async () => exchangeCalendar(connecting(), await row()).catch((err) => log.error({ err }, 'an exchange failed'))
  const begin = async () => {
    const { url } = (await server.gareth.post(`${CARD}/sign-in`, {})).json<{ url: string }>()
    states.push(new URL(url).searchParams.get('state') as string)
    return signInThere(url, 'gareth')
  }
  const comeBack = async (back: URL) => {
    spoken.push(back.search.slice(1))
    const { headers, body } = await server.app.inject({ url: `${back.pathname}${back.search}`, cookies: server.gareth.cookies })
    answers.push(body, String(headers.location))
    return headers.location
  }
  const lookAround = async () => {
    for (const path of ['', '/almanac/log', '/almanac/calendars']) answers.push((await server.gareth.get(`/api/integrations${path}`)).body)
    answers.push((await server.gareth.post(`${CARD}/check`, {})).body)
  }

  test('is found nowhere, after success or failure', async () => {
    const { gareth } = server
    for (const way of ['silent', ''] as const) {
      const back = await begin()
      breaks = way
      await comeBack(back)
      breaks = ''
    }
    const wrong = await begin()
    wrong.searchParams.set('code', 'an-0ther-codes-w0rds')
    expect(await comeBack(wrong)).toContain('refused=almanac')
    await begin()
    await pass()
    await lookAround()
    breaks = 'broken'
    await pass()
    for (const way of ['', 'silent', 'broken'] as const) {
      setClock(new Date(currentMs() + 2 * 3_600_000))
      breaks = way
      await pass()
      await lookAround()
    }
    breaks = ''
    await wireOf(connecting(), await row()).then((wire) => wire.fetch(`${far.api}/me`))
    const vault = server.app.setup.vault
    const held = tokensOf(vault, await row())
    expect(secrets()).toEqual(expect.arrayContaining([held?.access, held?.refresh]))
    // The client's secret, states, codes, verifiers, and two tokens a renewal.
    expect(secrets().length).toBeGreaterThan(12)
    await rotateVault(server.db, {
      ...vault,
      keyId: () => 'newer',
      seal: (secret, of) => ({ ...vault.seal(secret, of), keyId: vault.keyId() }),
    })
    const connected = await everywhere({ server, members: [gareth], written, answers })
    expect(Object.entries(connected).filter(([, text]) => text.length < 500)).toEqual([])
    expect(written.join('')).toContain('an exchange failed')
    expect(written.join('')).toContain('a sign-in was refused')
    expect(foundIn(connected, secrets().flatMap(formsOf))).toEqual([])
    expect(foundIn({ export: connected.export, sync: connected.sync, log: connected.log }, [new URL(far.api).host])).toEqual([])
    breaks = 'silent'
    await gareth.delete(CARD)
    expect(written.join('')).toContain('a sign-in was not revoked there')
    const ended = await everywhere({ server, members: [gareth], written, answers })
    expect(foundIn(ended, secrets().flatMap(formsOf))).toEqual([])
    expect(await server.asOwner('select id from connections')).toEqual([])
  })
})
