import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { removeWhenWeDie } from '#testing/remove-when-we-die.ts'
import { spawnServer } from '#testing/server-process.ts'
import { atLength } from '#testing/whole.ts'

const KILLS = atLength(1, 20)
const WRITES_BETWEEN_KILLS = 10

let folder: string
let ledger: string
let url: string
let server: ChildProcess
let writer: ChildProcess
let watcher: { finish: () => Promise<void> }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pritchel-durability-'))
  chmodSync(folder, 0o711)
  ledger = join(folder, 'ledger')
  writeFileSync(ledger, '')
  watcher = removeWhenWeDie(folder, join(folder, 'data/postgres/db'))
  url = `http://localhost:${await freePort()}`
  server = await startServer()
  const cookie = await register()
  writer = spawn(process.execPath, ['e2e/durability-writer.ts', url, cookie, ledger], { stdio: 'inherit' })
})

afterAll(async () => {
  writer.kill()
  const gone = once(server, 'exit')
  if (server.kill('SIGTERM')) await gone
  await watcher.finish()
})

test(`no acknowledged write is lost when Node is killed under load (${KILLS} times in all), and each next start works unaided`, async () => {
  for (let kill = 1; kill <= KILLS; kill++) {
    await moreWrites()
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
    server = await startServer()
    await expectEverythingAcknowledged()
  }
})

test(`no acknowledged write is lost when PostgreSQL is killed under load (${KILLS} times in all), and it comes back unaided`, async () => {
  for (let kill = 1; kill <= KILLS; kill++) {
    await moreWrites()
    process.kill(postmaster(), 'SIGKILL')
    await moreWrites()
    await expectEverythingAcknowledged()
  }
})

/** With the durable settings of the product. */
const startServer = () =>
  spawnServer({
    PORT: new URL(url).port,
    PRITCHEL_DATA: join(folder, 'data'),
    PRITCHEL_MODE: 'production',
    PRITCHEL_ORIGIN: url,
    LOG_LEVEL: 'silent',
  })

async function register() {
  const person = {
    firstName: 'Owain',
    lastName: 'Durable',
    email: 'owain@example.com',
    password: 'horseshoes and nails',
    practiceName: 'Durable',
  }
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  expect(answer.status).toBe(204)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

const acknowledged = () => readFileSync(ledger, 'utf8').split('\n').filter(Boolean)
const postmaster = () => Number(readFileSync(join(folder, 'data/postgres/db/postmaster.pid'), 'utf8').split('\n')[0])

async function moreWrites() {
  const before = acknowledged().length
  await vi.waitFor(() => expect(acknowledged().length).toBeGreaterThan(before + WRITES_BETWEEN_KILLS), { timeout: 120_000, interval: 10 })
}

/** Every acknowledged id of the ledger is in the table; the ledger is read first, because writing goes on. */
async function expectEverythingAcknowledged() {
  const said = acknowledged()
  const client = new pg.Client({
    host: join(folder, 'data/postgres/run'),
    port: 5432,
    user: 'pritchel_owner',
    database: 'pritchel',
    ssl: false,
  })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from clients')
  await client.end()
  const kept = new Set(rows.map((row) => row.id))
  expect(said.filter((id) => !kept.has(id))).toEqual([])
}
