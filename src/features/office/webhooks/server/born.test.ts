import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { THINGS, type Thing } from '#features/office/webhooks/rules.ts'
import { bearErased } from '#features/office/webhooks/server/bear-erased.ts'
import { makeWebhook } from '#features/office/webhooks/server/service.ts'
import { addClient, removeClient } from '#features/records/clients/server/service.ts'
import { uuidv7 } from '#lib/ids.ts'
import { holdWriters } from '#platform/server/database/rows.ts'
import { makeGround } from '#testing/ground.ts'
import { makeMoney } from '#testing/money.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { testVault } from '#testing/vault.ts'

let server: TestServer
let gareth: FixturePractice
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  gareth = await makeFixturePractice(server.app, 'Gareth Probert')
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.stop())

const setup = { vault: testVault(), isTestVersion: true, reachable: [] }
const hook = (things: readonly Thing[] = THINGS, practice = gareth) =>
  practice.inPractice((tx, actor) => makeWebhook(tx, actor, setup, { url: 'https://hooks.example/', things: [...things] }))
type Born = { type: string; subject_id: string; rev: number }
/** The messages that were born since the last call of this. */
async function born(practice = gareth): Promise<Born[]> {
  const rows = await server.asOwner(
    `delete from webhook_deliveries where practice_id = '${practice.practiceId}' returning type, subject_id, rev`,
  )
  return (rows as Born[]).toSorted((a, b) => (`${a.type} ${a.subject_id}` < `${b.type} ${b.subject_id}` ? -1 : 1))
}
const types = async () => (await born()).map(({ type }) => type)
const revOf = async (table: string, id: string) => (await server.asOwner(`select rev from ${table} where id = '${id}'`))[0]?.rev
type Made = { id: string }

describe('what is written', () => {
  test('is one message a record: created, changed and removed, with its revision', async () => {
    await hook()
    const { id } = (await gareth.post('/api/clients', { name: 'Sarah Penrose' })).json<Made>()
    expect(await born()).toEqual([{ type: 'client.created', subject_id: id, rev: await revOf('clients', id) }])
    await gareth.put(`/api/clients/${id}`, { notes: 'Gate code 1234' })
    expect(await born()).toEqual([{ type: 'client.changed', subject_id: id, rev: await revOf('clients', id) }])
    await gareth.put(`/api/clients/${id}`, { notes: 'Gate code 1234' })
    expect(await born()).toEqual([])
    await gareth.delete(`/api/clients/${id}`)
    expect(await born()).toEqual([{ type: 'client.removed', subject_id: id, rev: await revOf('clients', id) }])
  })

  test('is one message however often a transaction writes it, and none of what it made and removed', async () => {
    await hook()
    const [kept, gone] = [uuidv7(), uuidv7()]
    await gareth.inPractice(async (tx, actor) => {
      await addClient(tx, actor, kept, { name: 'Sarah Penrose' })
      await addClient(tx, actor, gone, { name: 'Tom Hughes' })
      await removeClient(tx, actor, gone)
    })
    expect(await born()).toMatchObject([{ type: 'client.created', subject_id: kept }])
  })

  test('is none where the transaction failed', async () => {
    await hook()
    const failing = gareth.inPractice(async (tx, actor) => {
      await addClient(tx, actor, uuidv7(), { name: 'Sarah Penrose' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await born()).toEqual([])
  })

  test('by a device is one message a record, and none of a change that was refused', async () => {
    await hook()
    const device = gareth.device()
    const [sarah, tom] = [uuidv7(), uuidv7()]
    const client = (id: string, name: string) => device.op({ entity: 'clients', action: 'CREATE', id, data: { name } })
    const { results } = await device.push(
      client(sarah, 'Sarah Penrose'),
      client(tom, 'Tom Hughes'),
      device.op({ entity: 'horses', action: 'CREATE', id: uuidv7(), data: { name: 'Biscuit', clientId: uuidv7() } }),
      device.op({ entity: 'clients', action: 'UPDATE', id: tom, data: { notes: 'Rings first' } }),
    )
    expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'rejected', 'applied'])
    const messages = await born()
    expect(messages.map(({ type }) => type)).toEqual(['client.created', 'client.created'])
    for (const { subject_id, rev } of messages) expect(rev).toBe(await revOf('clients', subject_id))
  })

  test('of everything there is: visits with their horses, work, and money with what follows from it', async () => {
    await hook()
    const ground = await makeGround(gareth)
    const made = await types()
    for (const type of ['client.created', 'horse.created', 'visit.created', 'work.created']) expect(made).toContain(type)
    await makeMoney(ground)
    const paid = await types()
    for (const type of ['invoice.created', 'payment.created']) expect(paid).toContain(type)
  })

  test('to the line of one horse is a change of its visit', async () => {
    const { horseId, clientId } = await household()
    const times = { startTime: '2027-06-01T09:00:00Z', endTime: '2027-06-01T10:00:00Z' }
    const visit = (await gareth.post('/api/appointments', { title: 'Trim', clientId, horses: [{ horseId }], ...times })).json<
      Made & { horses: Made[] }
    >()
    await hook(['visit'])
    const line = visit.horses[0]?.id ?? ''
    const device = gareth.device()
    const { results } = await device.push(
      device.op({ entity: 'visit_horses', action: 'UPDATE', id: line, data: { plannedWork: 'Full set' } }),
    )
    expect(results).toMatchObject([{ status: 'applied' }])
    expect(await born()).toEqual([{ type: 'visit.changed', subject_id: visit.id, rev: await revOf('appointments', visit.id) }])
  })

  test('concerns the webhooks of its own practice alone', async () => {
    const other = await makeFixturePractice(server.app, 'Olwen Other')
    await hook(THINGS, other)
    await gareth.post('/api/clients', { name: 'Sarah Penrose' })
    expect([await born(), await born(other)]).toEqual([[], []])
  })
})

async function household() {
  const { id: clientId } = (await gareth.post('/api/clients', { name: 'Sarah Penrose' })).json<Made>()
  const { id: horseId } = (await gareth.post('/api/horses', { name: 'Biscuit', clientId })).json<Made>()
  return { clientId, horseId }
}

test('a transaction sends one statement more with a webhook, and none without', async () => {
  const statements = async (work: () => Promise<unknown>) => {
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    await work()
    const { calls, contexts } = sent.mock
    sent.mockRestore()
    const texts = calls.map(([query]) => (typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')))
    const begun = texts.findIndex((text) => text.startsWith('begin') && text.includes(gareth.practiceId))
    // What the server does besides goes through other connections.
    const own = texts.filter((_, at) => at >= begun && contexts[at] === contexts[begun])
    return own.slice(0, own.indexOf('commit') + 1)
  }
  const twenty = (from: number) =>
    gareth.inPractice(async (tx, actor) => {
      for (let n = from; n < from + 20; n++) await addClient(tx, actor, uuidv7(), { name: `Client ${n}` })
    })
  await twenty(0)
  const without = await statements(() => twenty(20))
  expect(without.filter((text) => text.includes('webhook_'))).toEqual([])
  await hook(['client'])
  await twenty(40)
  const withOne = await statements(() => twenty(60))
  expect(without.length).toBeGreaterThan(20)
  expect(withOne).toHaveLength(without.length + 1)
  expect(await born()).toHaveLength(40)
  await gareth.put(`/api/webhooks/${(await gareth.get('/api/webhooks')).json<Made[]>()[0]?.id}`, { isOn: false })
  expect(await statements(() => twenty(80))).toHaveLength(without.length)
})

test('what is erased is removed, and what was removed already is not named again', async () => {
  const { clientId, horseId } = await household()
  const { id: gone } = (await gareth.post('/api/clients', { name: 'Tom Hughes' })).json<Made>()
  await gareth.delete(`/api/clients/${gone}`)
  await hook()
  await gareth.inPractice(async (tx) => {
    await holdWriters(tx)
    await bearErased(
      tx,
      gareth.practiceId,
      new Map([
        ['clients', [clientId, gone]],
        ['horses', [horseId]],
        ['notices', [uuidv7()]],
      ]),
    )
  })
  expect(await born()).toEqual([
    { type: 'client.removed', subject_id: clientId, rev: Number(await revOf('clients', clientId)) + 1 },
    { type: 'horse.removed', subject_id: horseId, rev: Number(await revOf('horses', horseId)) + 1 },
  ])
})
