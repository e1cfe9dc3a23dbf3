import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { prepareDatabase } from '#platform/server/database/prepare.ts'
import { startEmbedded } from '#platform/server/embedded/embedded.ts'
import { startOlderPostgres } from '#testing/older-postgres.ts'

// Roles belong to a whole cluster, so these tests have one that nothing else uses.
let folder: string
let superuser: pg.PoolConfig
let stop: () => Promise<unknown>
beforeAll(async () => {
  folder = mkdtempSync(join(inject('folder'), 'roles-'))
  chmodSync(folder, 0o711)
  const settings = ['fsync=off']
  const programs = process.env.PRITCHEL_TEST_POSTGRES
  const cluster = programs ? await startOlderPostgres(programs, folder, settings) : await startEmbedded(folder, { settings })
  superuser = 'superuser' in cluster ? cluster.superuser : cluster.owner
  stop = () => cluster.stop()
})
afterAll(() => stop())
afterEach(async () => {
  await ask(superuser, 'drop database if exists diary with (force)')
  await ask(superuser, 'drop role if exists administrator, pritchel_app, pritchel_directory, pritchel_guest')
})

/** What a hosting company gives: no superuser, but a role that may make databases, and perhaps roles. */
async function administrator(rights: string) {
  await ask(superuser, `create role administrator login ${rights}`)
  return { ...superuser, database: 'diary', user: 'administrator' }
}

let folders = 0
const newKeys = () => join(folder, `keys-${folders++}`)
const prepare = (owner: pg.PoolConfig, keysFolder: string) => prepareDatabase(owner, { keysFolder })

/** Does what the sentence of a refused start says, as a superuser, to the letter; the administrator thinks up the passwords. */
async function obey(refused: Promise<unknown>, keysFolder: string): Promise<string[]> {
  const { message } = (await refused.then(
    () => ({ message: 'it started' }),
    (error: Error) => error,
  )) as Error
  const told = [...message.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command)
  for (const command of told) await ask(superuser, command.replace('…', 'thought up'))
  if (message.includes(`write both passwords into ${join(keysFolder, 'database.json')}`)) {
    mkdirSync(keysFolder, { recursive: true })
    writeFileSync(join(keysFolder, 'database.json'), JSON.stringify({ app: 'thought up', directory: 'thought up' }))
  }
  return told
}

/** Whether the app's role becomes the guest's for a transaction, and has none of its rights before. */
async function guestStands(app: pg.PoolConfig) {
  const seen = await ask(
    app,
    'begin; set local role pritchel_guest; select count(*)::int as horses, current_user as me from horses; rollback',
  )
  expect(seen).toEqual([{ horses: 0, me: 'pritchel_guest' }])
  await expect(ask(app, 'select * from guest_clients()')).rejects.toThrow('permission denied')
}

test('an administrator who may make roles, and is no superuser, starts it: the role of guests is made', async () => {
  const { app } = await prepare(await administrator('createdb createrole'), newKeys())
  await guestStands(app)
})

test('a role that may make none reads what to run, and that is enough', async () => {
  const [owner, keys] = [await administrator('createdb'), newKeys()]
  expect(await obey(prepare(owner, keys), keys)).toEqual([
    "create role pritchel_app login password '…'",
    "create role pritchel_directory login password '…'",
    'create role pritchel_guest nologin; alter role pritchel_app noinherit; grant pritchel_guest to pritchel_app',
  ])
  await guestStands((await prepare(owner, keys)).app)
})

test('with roles from before there were guests, what is there is not to be made again', async () => {
  const [owner, keys] = [await administrator('createdb'), newKeys()]
  await obey(prepare(owner, keys), keys)
  await ask(superuser, 'drop role pritchel_guest')
  expect(await obey(prepare(owner, keys), keys)).toEqual([
    'create role pritchel_guest nologin; alter role pritchel_app noinherit; grant pritchel_guest to pritchel_app',
  ])
  await guestStands((await prepare(owner, keys)).app)
})

test('with roles that another role made, one that may make roles reads what is left to do, if anything', async () => {
  const [owner, keys] = [await administrator('createdb createrole'), newKeys()]
  for (const name of ['app', 'directory']) await ask(superuser, `create role pritchel_${name} login`)
  const told = await obey(prepare(owner, keys), keys)
  // Up to PostgreSQL 15 a role that makes roles may change all of them.
  expect(told).toEqual(
    (await version()) < 160_000
      ? []
      : [
          "alter role pritchel_app login password '…'",
          "alter role pritchel_directory login password '…'",
          'create role pritchel_guest nologin; alter role pritchel_app noinherit; grant pritchel_guest to pritchel_app',
        ],
  )
  await guestStands((await prepare(owner, keys)).app)
})

const version = async () => Number((await ask(superuser, `select current_setting('server_version_num') as n`))[0]?.n)

async function ask(connection: pg.PoolConfig, text: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const results = [(await client.query(text)) as pg.QueryResult | pg.QueryResult[]].flat()
    return (results.find(({ rows }) => rows.length > 0)?.rows ?? []) as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
