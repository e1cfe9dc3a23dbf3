import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { settingsId } from '#features/core/practice/rules.ts'
import { STANDARD_RATES } from '#features/records/prices/rules.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'

const FOLDER = new URL('../../../../../db/migrations/', import.meta.url)
const THIS = '0004-settings-and-money.sql'
const database = `t_${randomUUID().replaceAll('-', '')}`
const practice = uuidv7()
let client: pg.Client

// A practice as it was before its settings had a record of their own.
beforeAll(async () => {
  await asOwner((owner) => owner.query(`create database ${database}`))
  client = new pg.Client({ ...inject('database'), database })
  await client.connect()
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  for (const name of files.sort().filter((each) => each < THIS)) await client.query(readFileSync(new URL(name, FOLDER), 'utf8'))
  await client.query(`insert into directory.practices (id, name, slug, working_days) values ($1, 'Before', 'before', '{1,2,6}')`, [
    practice,
  ])
  await client.query(`insert into sync_counters (practice_id, seq, epoch) values ($1, 40, $1)`, [practice])
  await client.query(readFileSync(new URL(THIS, FOLDER), 'utf8'))
})
afterAll(async () => {
  await client.end()
  await asOwner((owner) => owner.query(`drop database ${database} with (force)`))
})

test('a practice of before keeps its working days, under the id a device would give its settings', async () => {
  const { rows } = await client.query('select * from settings')
  expect(rows).toMatchObject([{ practice_id: practice, id: settingsId(practice), seq: '41', rev: 1, travel_buffer_minutes: 15 }])
  const worked = (rows[0].working_hours as { dayOfWeek: number; isWorking: boolean }[]).filter((day) => day.isWorking)
  expect(worked.map((day) => day.dayOfWeek)).toEqual([1, 2, 6])
})

test('it gets the standard rates, and its devices receive them', async () => {
  const { rows } = await client.query('select id, service_type, label, unit_pence, seq from price_items order by seq')
  expect(rows).toEqual(
    STANDARD_RATES.map((rate, at) => ({
      id: uuidOf(practice, 'price_items', rate.serviceType),
      service_type: rate.serviceType,
      label: rate.label,
      unit_pence: rate.unitPence,
      seq: String(42 + at),
    })),
  )
  expect((await client.query('select seq from sync_counters')).rows).toEqual([{ seq: '49' }])
})

async function asOwner(work: (owner: pg.Client) => Promise<unknown>) {
  const owner = new pg.Client(inject('database'))
  await owner.connect()
  await work(owner).finally(() => owner.end())
}
