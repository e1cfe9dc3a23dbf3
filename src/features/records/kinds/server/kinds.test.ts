import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { ServiceType } from '#features/records/kinds/contract.ts'
import { kindId, SERVICE_TYPES, SHORT_WORK } from '#features/records/kinds/rules.ts'
import { addStandardRates } from '#features/records/prices/server/service.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let horse: string
beforeAll(async () => {
  server = await startTestServer()
  await server.gareth.inPractice(addStandardRates)
  const client = (await server.gareth.post('/api/clients', { name: 'Sarah Penrose' })).json<{ id: string }>().id
  horse = (await server.gareth.post('/api/horses', { name: 'Biscuit', clientId: client, cycleDays: 42 })).json<{ id: string }>().id
})
afterAll(() => server.stop())

const idOf = (serviceType: string) => kindId(server.gareth.practiceId, serviceType)
const kinds = async () => (await server.gareth.get('/api/service-types')).json<ServiceType[]>()
const add = (body: object) => server.gareth.post('/api/service-types', body)

describe('the kinds of work', () => {
  test('of a new practice are the standard ones, each with a price; a call-out and short work leave the cycle', async () => {
    const list = await kinds()
    expect(list.map((one) => one.serviceType)).toEqual([...SERVICE_TYPES, ...SHORT_WORK])
    expect(list.filter((one) => !one.resetsCycle).map((one) => one.label)).toEqual(['Emergency call-out', ...SHORT_WORK])
    const prices = (await server.gareth.get('/api/price-items')).json<{ serviceType: string }[]>()
    expect(prices.map((one) => one.serviceType)).toEqual(list.map((one) => one.serviceType))
  })

  test('are added, renamed and removed; a name is used once, and added again a removed kind is back', async () => {
    const added = await add({ serviceType: 'Bar shoes', resetsCycle: false })
    expect([added.statusCode, added.json()]).toEqual([
      201,
      { id: idOf('Bar shoes'), serviceType: 'Bar shoes', label: 'Bar shoes', resetsCycle: false, isOffered: true },
    ])
    const change = (body: object) => server.gareth.put(`/api/service-types/${idOf('Bar shoes')}`, body)
    expect((await change({ label: 'Egg bars' })).json()).toMatchObject({ serviceType: 'Bar shoes', label: 'Egg bars' })
    for (const label of ['trim', ' TRIM']) expect((await change({ label })).json()).toMatchObject({ code: 'kind_taken' })
    expect((await add({ serviceType: 'egg bars' })).statusCode).toBe(409)
    expect((await change({ isOffered: false })).json()).toMatchObject({ isOffered: false })
    expect((await add({ serviceType: 'Bar shoes' })).json()).toMatchObject({ id: idOf('Bar shoes'), isOffered: true, resetsCycle: true })
    for (const body of [{ serviceType: '' }, {}, { serviceType: 'x'.repeat(121) }]) expect((await add(body)).statusCode).toBe(400)
  })

  test('decide whether work restarts the cycle by default; a call-out can, and a custom kind need not', async () => {
    await add({ serviceType: 'Shoe back on', resetsCycle: false })
    const record = async (serviceType: string, more: object = {}) =>
      (await server.gareth.post('/api/work-entries', { horseId: horse, serviceType, workDate: '2026-10-05', ...more })).json<{
        resetsCycle: boolean
      }>().resetsCycle
    expect([await record('Shoe back on'), await record('Emergency call-out'), await record('In my own words')]).toEqual([
      false,
      false,
      false,
    ])
    expect(await record('Shoe back on', { resetsCycle: true })).toBe(true)
    await server.gareth.put(`/api/service-types/${idOf('Emergency call-out')}`, { resetsCycle: true })
    expect(await record('Emergency call-out')).toBe(true)
  })

  test('of another practice are not there, and no signed-out user sees any', async () => {
    expect((await server.other.put(`/api/service-types/${idOf('Trim')}`, { label: 'Theirs' })).statusCode).toBe(404)
    expect((await server.gareth.put(`/api/service-types/${uuidv7()}`, { label: 'x' })).json()).toMatchObject({ code: 'kind_not_found' })
    expect((await server.app.inject({ url: '/api/service-types' })).statusCode).toBe(401)
  })

  test('an apprentice’s device holds them without a price, and changes none; a farrier’s neither', async () => {
    const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
    const held = (await ned.device().pull()) as { rows: { entity: string; data: object }[] }
    expect(held.rows.filter((row) => row.entity === 'service_types').map((row) => Object.keys(row.data))).toContainEqual([
      'id',
      'serviceType',
      'label',
      'resetsCycle',
      'isOffered',
    ])
    expect(held.rows.some((row) => row.entity === 'price_items')).toBe(false)
    const al = await server.gareth.addMember('Al Farrier', 'farrier')
    for (const who of [ned, al]) expect((await who.post('/api/service-types', { serviceType: 'Mine' })).statusCode).toBe(403)
  })

  test('two devices that add one without signal add one, and what is undone is no longer offered', async () => {
    const id = idOf('Hot shoeing')
    const devices = [server.gareth.device(), server.gareth.device()]
    for (const device of devices) {
      const data = { serviceType: 'Hot shoeing', label: 'Hot shoeing', resetsCycle: true }
      const price = { serviceType: 'Hot shoeing', label: 'Hot shoeing', unitPence: 19_500 }
      const { results } = await device.push(
        device.op({ entity: 'service_types', action: 'CREATE', id, data }),
        device.op({ entity: 'price_items', action: 'CREATE', id, data: price }),
      )
      expect(results.map((one) => one.status)).toEqual(['applied', 'applied'])
    }
    expect((await kinds()).filter((one) => one.serviceType === 'Hot shoeing')).toHaveLength(1)
    const news = (await server.gareth.get('/api/dashboard/activity')).json<{ id: string; title: string }[]>()
    expect(news.slice(0, 2).map((one) => one.title)).toEqual(['Price of Hot shoeing set', 'Added Hot shoeing'])
    await server.gareth.post(`/api/activity/${news[1]?.id}/undo`)
    expect((await kinds()).find((one) => one.serviceType === 'Hot shoeing')).toMatchObject({ isOffered: false })
  })
})

test('a practice from before has a kind for every line of its price list, and its devices receive them', async () => {
  const folder = new URL('../../../../../db/migrations/', import.meta.url)
  const name = '0016-kinds-templates-tasks.sql'
  const database = `t_${randomUUID().replaceAll('-', '')}`
  const practice = uuidv7()
  const owner = new pg.Client(inject('database'))
  await owner.connect()
  await owner.query(`create database ${database}`)
  const client = new pg.Client({ ...inject('database'), database })
  await client.connect()
  for (const each of readdirSync(folder).sort())
    if (each.endsWith('.sql') && each < name) await client.query(readFileSync(new URL(each, folder), 'utf8'))
  await client.query(`insert into directory.practices (id, name, slug) values ($1, 'Before', 'before')`, [practice])
  await client.query(`insert into sync_counters (practice_id, seq, epoch) values ($1, 40, $1)`, [practice])
  await client.query(
    `insert into price_items (practice_id, id, service_type, label, unit_pence, rev, seq)
     values ($1, $2, 'Trim', 'Trim', 3500, 1, 1), ($1, $3, 'Emergency call-out', 'Emergency call-out, additional', 2500, 1, 2)`,
    [practice, kindId(practice, 'Trim'), kindId(practice, 'Emergency call-out')],
  )
  await client.query(readFileSync(new URL(name, folder), 'utf8'))
  const { rows } = await client.query('select id, label, resets_cycle, is_offered, seq from service_types order by seq')
  const counters = await client.query('select seq from sync_counters')
  await client.end()
  await owner.query(`drop database ${database} with (force)`)
  await owner.end()
  expect(rows).toEqual([
    { id: kindId(practice, 'Trim'), label: 'Trim', resets_cycle: true, is_offered: true, seq: '41' },
    { id: kindId(practice, 'Emergency call-out'), label: 'Emergency call-out', resets_cycle: false, is_offered: true, seq: '42' },
  ])
  expect(counters.rows).toEqual([{ seq: '42' }])
})
