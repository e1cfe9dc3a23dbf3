import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Embedded, type EmbeddedOptions, startEmbedded } from '#platform/server/embedded/embedded.ts'
import { removeWhenWeDie } from '#testing/remove-when-we-die.ts'

const THROWAWAY = ['fsync=off']
let folder: string
const running: Embedded[] = []

beforeAll(() => {
  folder = makeFolder()
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('starts an empty folder, stops without a trace and keeps what was written', async () => {
  const first = await start()
  expect(first.adopted).toBe(false)
  await ask(first, 'create table kept (word text)')
  await ask(first, `insert into kept values ('horseshoe')`)
  await first.stop()
  expect(existsSync(join(first.dataDir, 'postmaster.pid'))).toBe(false)
  const second = await start()
  expect(await ask(second, 'select word from kept')).toEqual([{ word: 'horseshoe' }])
})

test('checks its pages and speaks UTF-8 regardless of the system’s settings', async () => {
  const server = await start()
  const rows = await ask(server, `select current_setting('data_checksums') as sums, current_setting('server_encoding') as encoding`)
  expect(rows).toEqual([{ sums: 'on', encoding: 'UTF8' }])
})

test('adopts the database that a killed server left running', async () => {
  const pid = await killedServer()
  const heir = await start()
  expect(heir.adopted).toBe(true)
  expect(postmasterOf(heir)).toBe(pid)
  await heir.stop()
  expect((await start()).adopted).toBe(false)
})

test('refuses a second server on the same folder in one sentence, and leaves the first alone', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(
    `Another Pritchel server (process ${process.pid}) already uses ${folder}: stop it first, or choose another folder with PRITCHEL_DATA.`,
  )
  expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('takes over from a server that is just stopping', async () => {
  const first = await start()
  const [, second] = await Promise.all([first.stop(), start()])
  expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('lets exactly one of three servers started at once have a new folder', async () => {
  const fresh = makeFolder()
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => start({}, fresh)))
  const refused = outcomes.filter((each) => each.status === 'rejected').map((each) => String(each.reason))
  expect(refused).toHaveLength(2)
  for (const reason of refused) expect(reason).toContain('Another Pritchel server')
  const [winner] = running
  expect(winner && (await ask(winner, 'select 1 as one'))).toEqual([{ one: 1 }])
  await winner?.stop()
  rmSync(fresh, { recursive: true, force: true })
})

test('starts the database again when it dies, and the pool recovers', async () => {
  const notes: string[] = []
  const server = await start({ note: (line) => notes.push(line) })
  const pool = new pg.Pool(server.owner)
  pool.on('error', () => {})
  await pool.query('select 1')
  const before = postmasterOf(server)
  process.kill(before, 'SIGKILL')
  await expect.poll(() => notes, { interval: 20 }).toContain('The database is back')
  expect(postmasterOf(server)).not.toBe(before)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
  await expect(start()).rejects.toThrow('Another Pritchel server')
})

test('starts an adopted database again too', async () => {
  const pid = await killedServer()
  const notes: string[] = []
  const heir = await start({ note: (line) => notes.push(line) })
  expect(heir.adopted).toBe(true)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => notes, { interval: 20 }).toContain('The database is back')
  expect(await ask(heir, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('starts over a stale pid file and never touches the process that has its number now', async () => {
  const first = await start()
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...asDatabaseUser(first) })
  await first.stop()
  writeFileSync(join(first.dataDir, 'postmaster.pid'), `${stranger.pid}\n${first.dataDir}\n`)
  const second = await start()
  expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
  expect(stranger.exitCode ?? stranger.signalCode).toBe(null)
  stranger.kill()
})

test('starts over a pid file that a power cut left empty, and waits for one that is being written', async () => {
  const first = await start()
  await first.stop()
  const file = join(first.dataDir, 'postmaster.pid')
  writeFileSync(file, '')
  const second = await start()
  expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
})

test('starts from scratch after a start that was cut off while making the cluster', async () => {
  const fresh = makeFolder()
  const first = await start({}, fresh)
  await first.stop()
  const abandoned = `${first.dataDir}.4194304` // a number beyond the last process
  execFileSync('mv', [first.dataDir, abandoned])
  const second = await start({}, fresh)
  expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(existsSync(abandoned)).toBe(false)
  await second.stop()
  rmSync(fresh, { recursive: true, force: true })
})

test('works by a local port and a password where there are no sockets', async () => {
  const fresh = makeFolder()
  const server = await start({ overTcp: true }, fresh)
  expect(server.owner.host).toBe('127.0.0.1')
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
  await expect(ask({ owner: { ...server.owner, password: 'guess' } }, 'select 1')).rejects.toThrow('password authentication failed')
  await server.stop()
  rmSync(fresh, { recursive: true, force: true })
})

test('finds a shorter place for its socket when the folder is too deep for one', async () => {
  const fresh = makeFolder()
  const server = await start({}, join(fresh, 'a-rather-long-name-for-a-folder', 'and-another-one-inside-of-it', 'data'))
  const socket = String(server.owner.host)
  expect(socket.startsWith(fresh)).toBe(false)
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  rmSync(socket, { recursive: true })
  rmSync(fresh, { recursive: true, force: true })
})

test('never begins with an empty database where a link points to one that is gone', async () => {
  const fresh = makeFolder()
  symlinkSync(join(fresh, 'elsewhere'), join(fresh, 'postgres'))
  await expect(start({}, fresh)).rejects.toThrow(
    'which is not there: put the database back, or delete the link to begin with an empty one.',
  )
  rmSync(fresh, { recursive: true, force: true })
})

test('writes neither statements nor rows into its log', async () => {
  const server = await start()
  await ask(server, 'create table secrets (word text primary key)')
  await ask(server, `insert into secrets values ('gatecode-4711')`)
  await expect(ask(server, `insert into secrets values ('gatecode-4711')`)).rejects.toThrow('duplicate key')
  expect(readFileSync(join(server.home, 'postgres.log'), 'utf8')).not.toContain('gatecode-4711')
})

async function start(options: EmbeddedOptions = {}, where = folder) {
  const server = await startEmbedded(where, { settings: THROWAWAY, ...options })
  running.push(server)
  return server
}

/** Another process starts the database over our folder and is killed with -9; returns the number of the postmaster it left. */
async function killedServer() {
  const program = `
    import { readFileSync } from 'node:fs'
    import { startEmbedded } from '#platform/server/embedded/embedded.ts'
    const server = await startEmbedded(${JSON.stringify(folder)}, { settings: ['fsync=off'] })
    console.log(readFileSync(server.dataDir + '/postmaster.pid', 'utf8').split('\\n')[0])
    setInterval(() => {}, 1000)`
  const node = spawn('node', ['--input-type=module-typescript', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = await new Promise<number>((found) => node.stdout.once('data', (line) => found(Number(line))))
  const gone = new Promise((done) => node.once('exit', done))
  node.kill('SIGKILL')
  await gone
  return pid
}

async function ask({ owner }: Pick<Embedded, 'owner'>, text: string) {
  const client = new pg.Client(owner)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function makeFolder() {
  const made = mkdtempSync(join(tmpdir(), 'pritchel-embedded-'))
  chmodSync(made, 0o711)
  removeWhenWeDie(made, join(made, 'postgres', 'db'))
  return made
}

const postmasterOf = (server: Embedded) => Number(readFileSync(join(server.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])

/** As root, a process of the user the database runs as: only such a one could be taken for it. */
function asDatabaseUser(server: Embedded) {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = execFileSync('stat', ['-c', '%u %g', server.home], { encoding: 'utf8' }).split(' ').map(Number)
  return { uid: uid ?? 0, gid: gid ?? 0 }
}
