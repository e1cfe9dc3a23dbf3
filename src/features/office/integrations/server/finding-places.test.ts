import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPostcodes } from '#connectors/postcodes/far-side.ts'
import { startWhat3words } from '#connectors/what3words/far-side.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import type { Import, ImportPlan, ImportTable } from '#features/office/imports/contract.ts'
import { importFiles } from '#features/office/imports/server/jobs.ts'
import type { Exchanged, Integration } from '#features/office/integrations/contract.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import { openReach } from '#platform/server/reach.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* Positions found by three words and by postcodes, at doubles of both services. */

const LUDLOW = { lat: 52.367, lng: -2.719 }
const KINGSLAND = { lat: 52.2461, lng: -2.8115 }
const SOAP = { lat: 51.520847, lng: -0.195521 }
const LION = { lat: 51.508341, lng: -0.125499 }
const NOWHERE = { lat: null, lng: null, positionSource: null }

let words: Awaited<ReturnType<typeof startWhat3words>>
let codes: Awaited<ReturnType<typeof startPostcodes>>
let server: TestServer
let reached: string[]
beforeAll(async () => {
  words = await startWhat3words()
  codes = await startPostcodes()
  reached = [words.host, codes.host]
  const farOrigins = { what3words: words.credentials.address, postcodes: codes.credentials.address }
  server = await startTestServer({ own: true, reach: openReach({ reach: reached }), reachable: reached, farOrigins })
})
afterAll(async () => {
  await server.stop()
  await words.stop()
  await codes.stop()
})
beforeEach(async () => {
  for (const id of ['what3words', 'postcodes']) await server.gareth.delete(`/api/integrations/${id}`)
  await server.gareth.inPractice(async (tx) => {
    for (const table of ['yards', 'clients'] as const) await tx.updateTable(table).set({ deleted_at: currentTime() }).execute()
  })
  words.plan(true)
  words.asked.length = 0
  codes.asked.length = 0
})

const exchanging = (reachable = reached) => ({
  db: server.db,
  vault: server.app.setup.vault,
  reach: openReach({ reach: reached }),
  reachable,
  farOrigins: { what3words: words.credentials.address, postcodes: codes.credentials.address },
  isTestVersion: true,
  origin: 'http://localhost:3000',
  log: { error: (details: object) => Promise.reject(details) },
})
/** The worker: everything that is due, or that has changed. */
const pass = async (reachable = reached) => {
  await takeExchanges(server.db, new Date(currentTime().getTime() + 48 * 3_600_000))
  await exchangePractice(exchanging(reachable), server.gareth.practiceId)
}
const put = (id: string, body: object) => server.gareth.put(`/api/integrations/${id}`, body)
const connectPostcodes = () => put('postcodes', { enabled: true })
const connectWords = () => put('what3words', { enabled: true, settings: { apiKey: words.credentials.key } })
const card = async (id: string) =>
  (await server.gareth.get('/api/integrations')).json<Integration[]>().find((one) => one.id === id) as Integration
const log = async (id: string) => (await server.gareth.get(`/api/integrations/${id}/log`)).json<Exchanged[]>()
const yard = async (body: object) => (await server.gareth.post('/api/yards', { name: 'Hollybush', ...body })).json<Yard>().id
const client = async (body: object) => (await server.gareth.post('/api/clients', { name: 'Sarah', ...body })).json<Client>().id
const change = (id: string, body: object) => server.gareth.put(`/api/yards/${id}`, body)
const yardNow = async (id: string) => {
  const found = (await server.gareth.get('/api/yards?limit=1000')).json<Yard[]>().find((one) => one.id === id) as Yard
  const { lat, lng, positionSource } = found
  return { lat, lng, positionSource }
}
const clientNow = async (id: string) => {
  const { lat, lng, positionSource } = (await server.gareth.get(`/api/clients/${id}`)).json<Client>()
  return { lat, lng, positionSource }
}
const seqNow = async () => (await server.asOwner(`select seq from sync_counters where practice_id = '${server.gareth.practiceId}'`))[0]?.seq

describe('postcodes', () => {
  test('places without a position get the centre of their postcode, each postcode requested once, and then nothing', async () => {
    const [one, two] = [await yard({ postcode: 'sy81aa' }), await yard({ postcode: ' SY8 1AA ' })]
    const home = await client({ postcode: 'HR6 0VK' })
    expect((await connectPostcodes()).json()).toMatchObject({ status: 'connected', lastSuccessAt: null, isRehearsed: false })
    await pass()
    expect(codes.asked).toEqual([['SY8 1AA', 'HR6 0VK']])
    for (const id of [one, two]) expect(await yardNow(id)).toEqual({ ...LUDLOW, positionSource: 'postcode' })
    expect(await clientNow(home)).toEqual({ ...KINGSLAND, positionSource: 'postcode' })
    expect(await card('postcodes')).toMatchObject({ status: 'connected', sentence: null, lastSuccessAt: expect.any(String) })
    expect(await log('postcodes')).toMatchObject([{ verb: 'read', count: 2, words: '2 postcodes, 2 found' }])
    const before = await seqNow()
    await pass()
    await pass()
    expect(codes.asked).toHaveLength(1)
    expect(await seqNow()).toBe(before)
    expect(await log('postcodes')).toHaveLength(1)
  })

  test.each(['gps', 'pin', 'pasted', 'geocoder', 'what3words'])('never a position by %s is replaced', async (positionSource) => {
    const id = await yard({ postcode: 'SY8 1AA', lat: 52, lng: -2, positionSource })
    await connectPostcodes()
    await pass()
    expect(codes.asked).toEqual([])
    expect(await yardNow(id)).toEqual({ lat: 52, lng: -2, positionSource })
  })

  test('another postcode is another position; a position taken on the spot replaces it for good', async () => {
    const id = await yard({ postcode: 'SY8 1AA' })
    await connectPostcodes()
    await pass()
    await change(id, { postcode: 'HR6 0VK' })
    await pass()
    expect(await yardNow(id)).toEqual({ ...KINGSLAND, positionSource: 'postcode' })
    await change(id, { lat: 52.2, lng: -2.8, positionSource: 'gps' })
    await change(id, { postcode: 'LD8 2AB' })
    await pass()
    expect(await yardNow(id)).toEqual({ lat: 52.2, lng: -2.8, positionSource: 'gps' })
    expect(codes.asked).toEqual([['SY8 1AA'], ['HR6 0VK']])
  })

  test('an unknown postcode is named, and not requested again until it changes', async () => {
    const id = await yard({ postcode: 'ZZ1 1ZZ' })
    await connectPostcodes()
    await pass()
    await change(id, { gateCode: '44' })
    await pass()
    expect(codes.asked).toEqual([['ZZ1 1ZZ']])
    expect(await yardNow(id)).toEqual(NOWHERE)
    expect(await log('postcodes')).toMatchObject([{ words: '1 postcode, 0 found. Not known there: ZZ1 1ZZ' }])
    await change(id, { postcode: 'SY8 1AA' })
    await pass()
    expect(await yardNow(id)).toEqual({ ...LUDLOW, positionSource: 'postcode' })
  })

  test('what is no postcode, and what is in Northern Ireland, never leaves; nor does that of a client who is switched off', async () => {
    await yard({ postcode: 'ask Jane' })
    await yard({ postcode: 'BT1 5GS' })
    const off = await client({ postcode: 'SY8 1AA' })
    await server.gareth.put(`/api/clients/${off}`, { isActive: false })
    await connectPostcodes()
    await pass()
    expect(codes.asked).toEqual([])
  })

  test('a position that a person cleared does not come back', async () => {
    const id = await yard({ postcode: 'SY8 1AA' })
    await connectPostcodes()
    await pass()
    await change(id, NOWHERE)
    await pass()
    expect(await yardNow(id)).toEqual(NOWHERE)
    expect(codes.asked).toHaveLength(1)
  })

  test('a device that stood there meanwhile is not overwritten, and one that did so without a signal meets no conflict', async () => {
    const [online, offline] = [await yard({ postcode: 'SY8 1AA' }), await yard({ postcode: 'HR6 0VK' })]
    const phone = server.gareth.device()
    const here = (id: string) =>
      phone.op({ entity: 'yards', action: 'UPDATE', id, baseRev: 1, data: { lat: 52.2, lng: -2.8, positionSource: 'gps' } })
    codes.beforeAnswering(async () => {
      expect((await phone.push(here(online))).results[0]?.status).toBe('applied')
    })
    await connectPostcodes()
    await pass()
    expect(await yardNow(online)).toEqual({ lat: 52.2, lng: -2.8, positionSource: 'gps' })
    expect(await yardNow(offline)).toEqual({ ...KINGSLAND, positionSource: 'postcode' })
    expect((await phone.push(here(offline))).results[0]?.status).toBe('applied')
    await pass()
    expect(await yardNow(offline)).toEqual({ lat: 52.2, lng: -2.8, positionSource: 'gps' })
  })

  test('a postcode that was changed during its request is requested again', async () => {
    const id = await yard({ postcode: 'SY8 1AA' })
    codes.beforeAnswering(async () => void (await change(id, { postcode: 'HR6 0VK' })))
    await connectPostcodes()
    await pass()
    expect(await yardNow(id)).toEqual(NOWHERE)
    await pass()
    expect(await yardNow(id)).toEqual({ ...KINGSLAND, positionSource: 'postcode' })
  })

  test('an import of places with postcodes has positions within one pass, a hundred a request; it can still be undone', async () => {
    await connectPostcodes()
    await pass()
    const rows = Array.from(
      { length: 120 },
      (_, index) => `Yard ${index},${index < 2 ? 'SY8 1AA' : `HR6 ${index % 10}${'ABCDEFGHJLNP'[Math.floor(index / 10)]}K`}`,
    )
    const content = Buffer.from(['yard,postcode', ...rows].join('\r\n')).toString('base64')
    const draft = (await server.gareth.post('/api/imports', { name: 'yards.csv', content })).json<Import & { table: ImportTable }>()
    const plan = { kind: 'yards', mapping: draft.table.mappings.yards, usualWork: 'Trim' } as ImportPlan
    expect((await server.gareth.post(`/api/imports/${draft.id}/start`, { plan, choices: {} })).json()).toMatchObject({ state: 'queued' })
    const work = () => importFiles(server.db).handle({ importId: draft.id, actor: { ...server.gareth.actor, opId: uuidv7() } })
    await work()
    await pass()
    const yards = async () => (await server.gareth.get('/api/yards?limit=1000')).json<Yard[]>()
    expect(codes.asked.map(({ length }) => length)).toEqual([100, 19])
    expect((await yards()).filter(({ positionSource }) => positionSource === 'postcode')).toHaveLength(2)
    await server.gareth.post(`/api/imports/${draft.id}/undo`)
    await work()
    expect(await yards()).toEqual([])
  })

  test('an own server is used instead of the public one; one that is none is refused with a sentence', async () => {
    const id = await yard({ postcode: 'SY8 1AA' })
    const address = `${codes.credentials.address}/none`
    await put('postcodes', { enabled: true, settings: { address } })
    await pass()
    expect(await card('postcodes')).toMatchObject({ status: 'error', sentence: "Postcodes.io won't answer (404). Check its address." })
    await put('postcodes', { enabled: true, settings: { address: codes.credentials.address } })
    await pass()
    expect(await card('postcodes')).toMatchObject({ status: 'connected', sentence: null })
    expect(await yardNow(id)).toEqual({ ...LUDLOW, positionSource: 'postcode' })
  })

  test('in the test version nothing leaves, and what would have is shown word for word, once; later it is really sent', async () => {
    const id = await yard({ postcode: 'SY8 1AA' })
    await client({ postcode: 'HR6 0VK' })
    await connectPostcodes()
    await pass([])
    await pass([])
    expect(codes.asked).toEqual([])
    expect(await yardNow(id)).toEqual(NOWHERE)
    expect(await log('postcodes')).toMatchObject([{ verb: 'rehearsed', count: 2, words: '2 postcodes: SY8 1AA, HR6 0VK' }])
    await pass()
    expect(await yardNow(id)).toEqual({ ...LUDLOW, positionSource: 'postcode' })
  })

  test('a yard that was just added can still be undone, and its position is in no list of what was done', async () => {
    const id = await yard({ name: 'Mistyped', postcode: 'SY8 1AA', ...NOWHERE })
    await connectPostcodes()
    await pass()
    expect(await yardNow(id)).toMatchObject(LUDLOW)
    const [newest] = (await server.gareth.get('/api/dashboard/activity')).json<{ id: string; title: string; canUndo: boolean }[]>()
    expect(newest).toMatchObject({ title: 'Added Mistyped', canUndo: true })
    expect((await server.gareth.post(`/api/activity/${newest?.id}/undo`)).statusCode).toBe(204)
    expect((await server.gareth.get('/api/yards?limit=1000')).json<Yard[]>().some((one) => one.id === id)).toBe(false)
  })

  test('what was remembered of a client goes with their erasure', async () => {
    const id = await client({ name: 'Zebedee Quill', postcode: 'ZE1 9ZZ' })
    await connectPostcodes()
    await pass()
    const named = () => server.asOwner(`select * from connection_log where words like '%ZE1 9ZZ%'`)
    expect(await named()).toHaveLength(1)
    const remembered = () => server.asOwner(`select * from connection_items where subject_id = '${id}'`)
    expect(await remembered()).toHaveLength(1)
    const { practiceId, post } = server.gareth
    const erasureId = (await post(`/api/clients/${id}/erasure`, { clientName: 'Zebedee Quill' })).json<{ id: string }>().id
    const places = {
      db: server.db,
      files: server.app.setup.files,
      dataFolder: server.filesFolder,
      keyedHash: server.app.setup.keyedHash,
      origin: 'http://localhost:3000',
    }
    await eraseClients(places).handle({ practiceId, erasureId })
    expect(await remembered()).toEqual([])
    expect(await named()).toEqual([])
  })

  test('what was remembered of a place goes with it', async () => {
    const id = await yard({ postcode: 'SY8 1AA' })
    await connectPostcodes()
    await pass()
    await server.gareth.delete(`/api/yards/${id}`)
    await pass()
    expect(await server.asOwner(`select * from connection_items where subject_id = '${id}'`)).toEqual([])
  })
})

describe('what3words', () => {
  test('three words become a position, also in place of the centre of a postcode, and new words a new one', async () => {
    const [id, home] = [
      await yard({ what3words: 'filled.count.soap', postcode: 'SY8 1AA' }),
      await client({ what3words: '///daring.lion.race' }),
    ]
    await connectPostcodes()
    await pass()
    expect(await yardNow(id)).toEqual({ ...LUDLOW, positionSource: 'postcode' })
    expect((await connectWords()).json()).toMatchObject({ status: 'connected', account: 'what3words', settings: { apiKey: '••••3f9a' } })
    await pass()
    expect(await yardNow(id)).toEqual({ ...SOAP, positionSource: 'what3words' })
    expect(await clientNow(home)).toEqual({ ...LION, positionSource: 'what3words' })
    await change(id, { what3words: 'daring.lion.race' })
    await pass()
    await pass()
    expect(await yardNow(id)).toEqual({ ...LION, positionSource: 'what3words' })
    // The first is of trying the key.
    expect(words.asked.slice(1)).toEqual(['filled.count.soap', 'daring.lion.race', 'daring.lion.race'])
  })

  test.each(['gps', 'pin', 'pasted', 'geocoder'])('never a position by %s is replaced', async (positionSource) => {
    const id = await yard({ what3words: 'filled.count.soap', lat: 52, lng: -2, positionSource })
    await connectWords()
    await pass()
    expect(words.asked).toHaveLength(1)
    expect(await yardNow(id)).toEqual({ lat: 52, lng: -2, positionSource })
  })

  test('words that are none are named, and requested once', async () => {
    const id = await yard({ what3words: 'no.address.here' })
    await connectWords()
    await pass()
    await pass()
    expect(words.asked).toHaveLength(2)
    expect(await yardNow(id)).toEqual(NOWHERE)
    expect(await log('what3words')).toMatchObject([
      { verb: 'read', words: '1 what3words address, 0 found. Not known there: ///no.address.here' },
    ])
  })

  test('a wrong key, and a plan that does not convert, are refused on connecting', async () => {
    const wrong = await put('what3words', { enabled: true, settings: { apiKey: 'wrong' } })
    expect(wrong.json()).toMatchObject({ code: 'key_refused', message: 'what3words refused the key. Enter it again.' })
    words.plan(false)
    expect((await connectWords()).json()).toMatchObject({ code: 'key_refused', message: expect.stringContaining('Change the plan there') })
  })

  test('a plan that no longer converts stops it with a sentence and a task, what was found stays; Check now goes on', async () => {
    const id = await yard({ what3words: 'filled.count.soap' })
    await connectWords()
    words.plan(false)
    await pass()
    expect(await card('what3words')).toMatchObject({ status: 'error', sentence: expect.stringContaining('Change the plan there') })
    expect(await yardNow(id)).toEqual(NOWHERE)
    words.plan(true)
    await server.gareth.post('/api/integrations/what3words/check', {})
    await pass()
    expect(await card('what3words')).toMatchObject({ status: 'connected', sentence: null })
    expect(await yardNow(id)).toEqual({ ...SOAP, positionSource: 'what3words' })
  })
})
