import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { radicale } from '#connectors/caldav/far-side.ts'
import { startGoogle } from '#connectors/google/far-side.ts'
import type { Erasure } from '#features/office/erasure/contract.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import { STARTED } from '#features/office/integrations/server/connecting.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { sealTokens } from '#features/office/integrations/server/oauth-tokens.ts'
import { insertConnection, updateConnection } from '#features/office/integrations/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import { openReach } from '#platform/server/reach.ts'
import type { Vault } from '#platform/server/vault.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { testVault } from '#testing/vault.ts'

/* A client is erased while a calendar that names them can't be written to. */

const ZONE = 'Europe/London'
let far: Awaited<ReturnType<typeof radicale.start>>
let google: Awaited<ReturnType<typeof startGoogle>>
let server: TestServer
const reached = () => {
  const reachable = [far.host, google.host]
  return { reach: openReach({ reach: reachable }), reachable, farOrigins: { google: google.credentials.address } }
}
const start = async () => {
  ;[far, google] = await Promise.all([radicale.start(), startGoogle()])
  server = await startTestServer({ own: true, ...reached() })
}
const stop = async () => {
  await server.stop()
  await Promise.all([far.stop(), google.stop()])
}

const at = (time: string, days = 3) => instantOf(addDays(dayOf(currentTime(), ZONE), days), time, ZONE)
const add = async (path: string, body: object) => {
  const answer = await server.gareth.post(path, body)
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}
const put = async (enabled: boolean, settings: object = {}, id = 'caldav') => {
  const answer = await server.gareth.put(`/api/integrations/${id}`, { enabled, settings })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
const pass = async (vault: Vault = server.app.setup.vault) => {
  await takeExchanges(server.db, new Date(currentTime().getTime() + 3_600_000))
  const run = { ...reached(), isTestVersion: true, origin: 'http://localhost:3000' }
  const log = { error: (details: object) => Promise.reject(details) }
  await exchangePractice({ ...run, db: server.db, vault, log }, server.gareth.practiceId)
}
/** All entries in the calendar of CalDAV, as their reader sees them. */
const texts = async () => {
  const ids = await server.asOwner(`select i.remote_id from connection_items i join connections c on c.id = i.connection_id
    where c.connector = 'caldav' and i.remote_id is not null`)
  return (await Promise.all(ids.map(({ remote_id }) => far.phone.read(String(remote_id))))).join('\n')
}
const key = () => {
  const { key: apiKey, ...where } = far.credentials
  return { ...where, apiKey, level: 'who' }
}
/** All entries that Google Calendar shows. */
const googleTexts = async () => {
  const entries = [...google.calendars.values()].flatMap(({ events }) => [...events.values()])
  return entries.flatMap(({ json }) => (json.status === 'cancelled' ? [] : JSON.stringify(json))).join('\n')
}
const signInToGoogle = () =>
  server.gareth.inPractice(async (tx) => {
    const { practiceId: practice_id, memberId: member_id } = server.gareth
    const row = await insertConnection(tx, { practice_id, id: uuidv7(), connector: 'google', member_id, enabled: true, off_at: null })
    const tokens = sealTokens(server.app.setup.vault, row, { access: google.credentials.key, refresh: 'none', untilMs: null })
    const settings = { level: 'who' as const }
    await updateConnection(tx, row.id, { ...tokens, ...STARTED, settings, account: google.credentials.account, next_at: currentTime() })
  })
/** A client with a visit gone by, one ahead and one that another shares. */
const addNamed = async (name: string) => {
  const [clientId, other] = [await add('/api/clients', { name }), await add('/api/clients', { name: 'Jane Pryce' })]
  const horse = await add('/api/horses', { name: 'Snowball', clientId: other })
  const of = { title: '', clientId, memberId: server.gareth.memberId }
  await add('/api/appointments', { ...of, startTime: at('09:00', -9), endTime: at('10:00', -9) })
  await add('/api/appointments', { ...of, startTime: at('09:00'), endTime: at('10:00') })
  await add('/api/appointments', { ...of, startTime: at('11:00'), endTime: at('12:00'), horses: [{ horseId: horse }] })
  return clientId
}
const erase = async (clientId: string, clientName: string) => {
  const erasureId = await add(`/api/clients/${clientId}/erasure`, { clientName })
  const places = {
    db: server.db,
    files: server.app.setup.files,
    dataFolder: server.filesFolder,
    keyedHash: server.app.setup.keyedHash,
    origin: 'http://localhost:3000',
  }
  await eraseClients(places).handle({ practiceId: server.gareth.practiceId, erasureId })
  return erasureId
}
const stillNamed = async (id: string) => {
  const one = (await server.gareth.get(`/api/erasures/${id}`)).json<Erasure>()
  const listed = (await server.gareth.get('/api/erasures')).json<Erasure[]>().find((each) => each.id === id)
  expect(listed).toEqual(one)
  expect(one.state).toBe('done')
  return one.stillNamed
}

describe.skipIf(radicale.missing)(`an erased client${radicale.missing ? ` (missing: ${radicale.missing})` : ''}`, () => {
  beforeAll(start)
  afterAll(stop)

  test('is listed by the calendar that is off, of each erasure its own, until it is on again', async () => {
    const [one, two] = [await addNamed('Zebedee Quill'), await add('/api/clients', { name: 'Nobody There' })]
    await put(true, key())
    await pass()
    expect((await texts()).match(/Zebedee/g)).toHaveLength(3)
    await put(false)
    const [erasure, none] = [await erase(one, 'Zebedee Quill'), await erase(two, 'Nobody There')]
    await pass()
    const off = "Gareth Probert's Apple and CalDAV is switched off: 3 entries there still name them. They're taken out when it's on again."
    expect([await stillNamed(erasure), await stillNamed(none)]).toEqual([[off], []])
    expect((await texts()).match(/Zebedee/g)).toHaveLength(3)
    await put(true)
    expect(await stillNamed(erasure)).toEqual([
      "Gareth Probert's Apple and CalDAV: 3 entries there still name them. They're taken out within minutes.",
    ])
    await pass()
    expect(await stillNamed(erasure)).toEqual([])
    expect(await texts()).not.toContain('Zebedee')
    expect(await texts()).toContain('Jane')
  })

  test('is listed by the calendar whose key is lost, until the password is entered again', async () => {
    const clientId = await addNamed('Ezra Quill')
    await pass()
    await pass(testVault())
    const erasure = await erase(clientId, 'Ezra Quill')
    const stopped = "Gareth Probert's Apple and CalDAV has stopped: 3 entries there still name them. They're taken out when it works again."
    expect(await stillNamed(erasure)).toEqual([stopped])
    await put(true, key())
    await pass()
    expect(await stillNamed(erasure)).toEqual([])
    expect(await texts()).not.toContain('Ezra')
  })

  test('is listed by the calendar of who has left, and who can help is named', async () => {
    const clientId = await addNamed('Ida Quill')
    await pass()
    const boss = await server.gareth.addMember('Bea Lloyd', 'owner')
    const erasureId = await erase(clientId, 'Ida Quill')
    expect((await boss.put(`/api/members/${server.gareth.memberId}`, { isActive: false })).statusCode).toBe(200)
    const { stillNamed: left } = (await boss.get(`/api/erasures/${erasureId}`)).json<Erasure>()
    expect(left).toEqual([
      'Gareth Probert has left, with Apple and CalDAV switched off: 3 entries there still name them. Ask Gareth Probert to delete them.',
    ])
  })
})

const CALENDARS = [
  { off: 'caldav', offName: 'Apple and CalDAV', read: texts, readOther: googleTexts, name: 'Obadiah' },
  { off: 'google', offName: 'Google Calendar', read: googleTexts, readOther: texts, name: 'Tobias' },
]
describe.skipIf(radicale.missing)('a client in two calendars of different kinds', () => {
  beforeAll(async () => {
    await start()
    await put(true, key())
    await signInToGoogle()
  })
  afterAll(stop)

  test('is taken out of both', async () => {
    const clientId = await addNamed('Jethro Quill')
    await pass()
    for (const read of [texts, googleTexts]) expect((await read()).match(/Jethro/g)).toHaveLength(3)
    const erasure = await erase(clientId, 'Jethro Quill')
    expect(await stillNamed(erasure)).toEqual(
      ['Apple and CalDAV', 'Google Calendar'].map(
        (name) => `Gareth Probert's ${name}: 3 entries there still name them. They're taken out within minutes.`,
      ),
    )
    await pass()
    expect(await stillNamed(erasure)).toEqual([])
    for (const read of [texts, googleTexts]) {
      expect(await read()).not.toContain('Jethro')
      expect(await read()).toContain('Jane')
    }
  })

  test.each(CALENDARS)(
    'is listed by $off alone while that is off, until it is on again',
    async ({ off, offName, read, readOther, name }) => {
      const clientId = await addNamed(`${name} Quill`)
      await pass()
      for (const each of [read, readOther]) expect((await each()).match(new RegExp(name, 'g'))).toHaveLength(3)
      await put(false, {}, off)
      const erasure = await erase(clientId, `${name} Quill`)
      await pass()
      expect(await stillNamed(erasure)).toEqual([
        `Gareth Probert's ${offName} is switched off: 3 entries there still name them. They're taken out when it's on again.`,
      ])
      expect(await readOther()).not.toContain(name)
      expect((await read()).match(new RegExp(name, 'g'))).toHaveLength(3)
      await put(true, {}, off)
      await pass()
      expect(await stillNamed(erasure)).toEqual([])
      expect(await read()).not.toContain(name)
    },
  )
})
