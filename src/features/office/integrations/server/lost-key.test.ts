import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { radicale } from '#connectors/caldav/far-side.ts'
import type { Integration } from '#features/office/integrations/contract.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { rotateVault } from '#features/office/integrations/server/rotate-vault.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import { ROLES } from '#platform/server/database/roles.ts'
import { openReach } from '#platform/server/reach.ts'
import { openVault, type Vault } from '#platform/server/vault.ts'
import { serveDatabase } from '#testing/hosted.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ZONE = 'Europe/London'
const LOST = "This server's own key has changed, so what you typed can't be read any more. Enter it again."
let far: Awaited<ReturnType<typeof radicale.start>>
let server: TestServer
let vault: Vault
const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'pritchel-lost-key-')))

const at = (time: string) => instantOf(addDays(dayOf(currentTime(), ZONE), 3), time, ZONE)
const book = (start: string, end: string) =>
  server.gareth.post('/api/appointments', { title: 'Trim', startTime: at(start), endTime: at(end), memberId: server.gareth.memberId })
const reaching = () => ({ reach: openReach({ reach: [far.host] }), reachable: [far.host] })
const pass = async (by: Vault) => {
  await takeExchanges(server.db, new Date(currentTime().getTime() + 3_600_000))
  const run = { ...reaching(), isTestVersion: true, origin: 'http://localhost:3000' }
  await exchangePractice(
    { ...run, db: server.db, vault: by, log: { error: (details: object) => Promise.reject(details) } },
    server.gareth.practiceId,
  )
}
const connect = async ({ put }: Pick<TestServer['gareth'], 'put'>) => {
  const { key: apiKey, ...where } = far.credentials
  const answer = await put('/api/integrations/caldav', { enabled: true, settings: { ...where, apiKey } })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
const cardIn = (answer: { json: <T>() => T }) => answer.json<Integration[]>().find(({ id }) => id === 'caldav')
const entries = async () => {
  const [row] = await server.asOwner(`select far_calendar from connections where connector = 'caldav'`)
  return { calendar: String(row?.far_calendar), count: await far.phone.count(String(row?.far_calendar)) }
}

describe.skipIf(radicale.missing)(`the key of the vault${radicale.missing ? ` (missing: ${radicale.missing})` : ''}`, () => {
  beforeAll(async () => {
    far = await radicale.start()
    vault = openVault({ dataFolder: String(folders[0]) })
    server = await startTestServer({ ...reaching(), vault })
    await book('09:00', '10:00')
    await book('11:00', '12:00')
    await connect(server.gareth)
    await pass(vault)
  })
  afterAll(async () => {
    await server.stop()
    await far.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  test('is replaced, again and again, and the connection goes on', async () => {
    for (const hour of ['13', '14', '15']) {
      vault.rotate()
      expect(await rotateVault(server.db, vault)).toBe(1)
      await book(`${hour}:00`, `${hour}:30`)
      await pass(vault)
      expect(cardIn(await server.gareth.get('/api/integrations'))).toMatchObject({ status: 'connected', sentence: null })
    }
    expect((await entries()).count).toBe(5)
  })

  test('is lost: the server starts and the card says so, once; the password entered again goes on where it was', async () => {
    const before = await entries()
    const other = openVault({ dataFolder: String(folders[1]) })
    const { owner } = server
    const [user, directory] = [
      { ...owner, user: ROLES.app },
      { ...owner, user: ROLES.directory },
    ]
    const { app, stop } = await serveDatabase({ owner, app: user, directory }, { ...reaching(), vault: other })
    try {
      const { cookies } = server.gareth
      const get = (url: string) => app.inject({ method: 'GET', url, cookies })
      for (const _ of [1, 2]) {
        expect(cardIn(await get('/api/integrations'))).toMatchObject({ enabled: true, status: 'error', sentence: LOST })
        await app.inject({ method: 'POST', url: '/api/integrations/caldav/check', payload: {}, cookies })
        await pass(other)
      }
      expect((await get('/api/tasks')).json<{ notes: string }[]>().filter(({ notes }) => notes.startsWith(LOST))).toHaveLength(1)
      expect(await rotateVault(server.db, other)).toBe(0)
      await book('16:00', '17:00')
      await connect({ put: (url, payload) => app.inject({ method: 'PUT', url, cookies, payload: payload ?? {} }) })
      await pass(other)
      expect(cardIn(await get('/api/integrations'))).toMatchObject({ status: 'connected', sentence: null, entries: 6 })
      expect(await entries()).toEqual({ calendar: before.calendar, count: 6 })
      expect((await get('/api/calendar-changes')).json()).toEqual([])
    } finally {
      await stop()
    }
  })
})
