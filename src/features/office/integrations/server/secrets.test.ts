import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { radicale } from '#connectors/caldav/far-side.ts'
import type { Exchanged } from '#features/office/integrations/contract.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { rotateVault } from '#features/office/integrations/server/rotate-vault.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { OutOfReach, openReach, type Reach } from '#platform/server/reach.ts'
import { openVault, type Vault } from '#platform/server/vault.ts'
import { everywhere, foundIn, keptLog } from '#testing/left-behind.ts'
import { formsOf } from '#testing/secret-forms.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* Everything that was typed to connect, and each address of a feed, looked for wherever it could have been left. */

const CARD = '/api/integrations/caldav'
const folder = mkdtempSync(join(tmpdir(), 'pritchel-secrets-'))
let far: Awaited<ReturnType<typeof radicale.start>>
let server: TestServer
let vault: Vault
let cai: Awaited<ReturnType<TestServer['gareth']['addMember']>>

const { log, written } = keptLog()
/** No server answers there. */
const SILENT = '127.0.0.1:9'
const reach: Reach = (url, init) =>
  url.includes(SILENT) ? Promise.reject(new OutOfReach('silent')) : openReach({ reach: [far.host] })(url, init)
const broken: Reach = (_, init) => Promise.reject(new Error(`it broke at ${init?.method}`))
const reachable = () => [far.host, SILENT]

const [WRONG, UNHEARD, CAIS, SHORT] = ['Wr0ng-Ham8er-77', 'Unheard-Anv1l-88', 'Cai-R4sp-Pincers-99', 'pr1tch3']
const ACCOUNT_OF_CAI = 'cai.rowe@rasp.example'
const feeds: string[] = []
const secrets = () => [far.credentials.key, WRONG, UNHEARD, CAIS, SHORT, ...feeds].flatMap(formsOf)
const found = (places: Record<string, string>, words = secrets()) => foundIn(places, words)

type Answer = { statusCode: number; body: string; json: <T>() => T }
const answers: string[] = []
const noted = async (asked: Promise<Answer>) => {
  const answer = await asked
  answers.push(answer.body)
  return answer
}
const put = (who: Pick<TestServer['gareth'], 'put'>, enabled: boolean, settings: object = {}) => noted(who.put(CARD, { enabled, settings }))
const pass = (by = reach) => {
  const run = { db: server.db, vault, reach: by, reachable: reachable(), isTestVersion: true, origin: 'http://localhost:3000', log }
  return exchangePractice(run, server.gareth.practiceId)
}
const lookAround = async () => {
  for (const who of [server.gareth, cai])
    for (const path of ['', '/caldav/log', '/caldav/calendars', '/caldav/rehearsal', '/feed/log'])
      await noted(who.get(`/api/integrations${path}`))
  await noted(server.gareth.post(`${CARD}/check`, {}))
}
const addressOfFeed = async (method: 'get' | 'post') => {
  const { url } = (await server.gareth[method]('/api/integrations/feed/address')).json<{ url: string }>()
  feeds.push(/\/calendar\/(.+)\.ics$/.exec(url)?.[1] as string)
  await server.app.inject(new URL(url).pathname)
}

describe.skipIf(radicale.missing)(`what was typed to connect${radicale.missing ? ` (missing: ${radicale.missing})` : ''}`, () => {
  beforeAll(async () => {
    far = await radicale.start()
    vault = openVault({ dataFolder: folder })
    server = await startTestServer({ reach, reachable: reachable(), vault, log })
    cai = await server.gareth.addMember('Cai Rowe', 'farrier')
    const day = addDays(dayOf(currentTime(), 'Europe/London'), 3)
    const at = (time: string) => instantOf(day, time, 'Europe/London')
    const { memberId } = server.gareth
    await server.gareth.post('/api/appointments', { title: 'Trim', startTime: at('09:00'), endTime: at('10:00'), memberId })
  })
  afterAll(async () => {
    await server.stop()
    await far.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is found nowhere, after success or failure, and no one sees with whom a colleague has connected', async () => {
    const { gareth } = server
    const { key: apiKey, ...where } = far.credentials
    expect((await put(gareth, true, { ...where, apiKey: WRONG })).json()).toMatchObject({ code: 'key_refused' })
    expect((await put(gareth, true, { ...where, apiKey: UNHEARD, address: `http://${SILENT}` })).json()).toMatchObject({
      code: 'far_side_silent',
    })
    const inAddress = `https://farrier:${UNHEARD}@caldav.icloud.com`
    for (const enabled of [true, false])
      expect((await put(gareth, enabled, { ...where, address: inAddress, apiKey })).json()).toMatchObject({ code: 'key_refused' })
    expect((await put(gareth, true, { ...where, apiKey })).statusCode).toBe(200)
    await put(cai, true, { address: 'https://caldav.icloud.com', account: ACCOUNT_OF_CAI, apiKey: SHORT })
    const card = (await put(cai, true, { apiKey: CAIS })).json<{ settings: object }>()
    expect(card.settings).toMatchObject({ apiKey: '••••s-99', account: ACCOUNT_OF_CAI })
    await noted(gareth.put('/api/integrations/feed', { enabled: true }))
    await addressOfFeed('get')
    await addressOfFeed('post')
    await pass()
    await lookAround()
    // Refused, and silent, on the way.
    for (const change of [`'{"account": "nobody"}'`, `'{"account": "farrier", "address": "http://${SILENT}"}'`]) {
      await server.asOwner(`update connections set settings = settings || ${change} where account like 'farrier%'`)
      await server.asOwner('update connections set far_calendar = null, cursor = null, next_at = clock_now(), leased_until = null')
      await pass()
      await lookAround()
    }
    await pass(broken)
    expect(written.join('')).toContain('an exchange failed')
    const failed = (await gareth.get(`${CARD}/log`)).json<Exchanged[]>().filter(({ verb }) => verb === 'failed')
    expect(failed.map(({ words }) => words)).toEqual([
      'It is not answering. We keep trying.',
      'The name or password was refused. Enter them again.',
    ])
    await server.asOwner(`update connections set settings = settings || '{"address": "http://${far.host}"}' where account like 'farrier%'`)
    vault.rotate()
    await rotateVault(server.db, vault)
    await lookAround()
    await pass()
    const connected = await everywhere({ server, members: [server.gareth, cai], written, answers })
    expect(Object.entries(connected).filter(([, text]) => text.length < 500)).toEqual([])
    // What is there is found: the account name of the connection.
    expect(found(connected, ['farrier at'])).toEqual(['dump', 'backup', 'answers'].map((place) => `${place}: farrier at`))
    expect(feeds).toEqual([expect.stringMatching(/^.{40,}$/), expect.stringMatching(/^.{40,}$/)])
    expect(found(connected)).toEqual([])
    const theirs = [ACCOUNT_OF_CAI, far.host, 'farrier at']
    expect(found({ export: connected.export, sync: connected.sync, log: connected.log }, theirs)).toEqual([])
    const [ofGareth, ofCai] = await Promise.all([gareth, cai].map(async ({ get }) => (await get('/api/integrations')).body))
    expect(ofGareth).not.toContain(ACCOUNT_OF_CAI)
    expect(ofCai).not.toContain(far.host)
    for (const path of ['feed', 'caldav']) await noted(gareth.delete(`/api/integrations/${path}`))
    await noted(cai.delete(`${CARD}?there=remove`))
    await pass()
    const ended = await everywhere({ server, members: [server.gareth, cai], written, answers })
    expect(found(ended)).toEqual([])
    expect(await server.asOwner('select id from connections')).toEqual([])
    expect(found({ dump: ended.dump, backup: ended.backup }, [ACCOUNT_OF_CAI, far.host])).toEqual([])
  })

  test('is not even shown by its last characters where it is short', async () => {
    const card = await put(cai, true, { address: 'https://caldav.icloud.com', account: 'cai', apiKey: SHORT })
    expect(card.json<{ settings: object }>().settings).toMatchObject({ apiKey: '••••' })
    expect((await put(cai, true, { apiKey: '••••', level: 'busy' })).statusCode).toBe(200)
    expect(await server.asOwner('select secret_tail from connections')).toEqual([{ secret_tail: '' }])
  })
})
