import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Import, ImportPlan, ImportTable } from '#features/office/imports/contract.ts'
import { importFiles } from '#features/office/imports/server/jobs.ts'
import type { FileReader } from '#features/office/imports/server/read-apart.ts'
import { lookInto, planFile, showFile } from '#features/office/imports/server/reading.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const CSV =
  'Horse,Owner,Phone,Yard,Last visit,Price\nAjax,Una Do,07700 900701,Mill Yard,01/10/2026,40\nBolt,Vera Do,07700 900702,,02/10/2026,\n'
const content = Buffer.from(CSV).toString('base64')
const PLAN: ImportPlan = { kind: 'horses', mapping: ['horse', 'name', 'phone', 'yard', 'lastVisit', 'price'], usualWork: 'Trim' }

async function start() {
  const { id } = (await server.gareth.post('/api/imports', { name: 'horses.csv', content })).json<Import>()
  const started = await server.gareth.post(`/api/imports/${id}/start`, { plan: PLAN, choices: {} })
  expect(started.statusCode).toBe(200)
  return id
}
const one = async (id: string) => (await server.gareth.get(`/api/imports/${id}`)).json<Import & { table: ImportTable | null }>()
/** The same file reading, without a process for each try: these tests are about writing. */
const HERE: FileReader = {
  look: async (file) => lookInto(file),
  show: async (file) => showFile(file),
  plan: async (file) => planFile(file),
}
const handle = (id: string, db: Database = server.db) => importFiles(db, HERE).handle({ importId: id, actor: server.gareth.actor })

/** All data of a practice except the imports themselves. */
async function contents() {
  const tables = ['clients', 'yards', 'horses', 'horse_owners', 'work_entries', 'price_items', 'price_overrides', 'activity', 'notices']
  const counted = tables.map(
    (table) =>
      `select '${table}' as name, count(*)::int as n, coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${table} t`,
  )
  return server.asOwner(counted.join(' union all '))
}

type Fault = { at: number; seen: number }

/** A database whose transactions fail at their n-th statement, once: the import's own is the third that is opened. */
function failing(fault: Fault): Database {
  let opened = 0
  return {
    ...server.db,
    withPractice: (practiceId, work) => {
      opened++
      return server.db.withPractice(practiceId, (tx) => work(opened === 3 ? (tx.withPlugin(pluginOf(fault)) as PracticeTx) : tx))
    },
  }
}

const pluginOf = (fault: Fault): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    fault.seen++
    return fault.seen === fault.at ? (sql`select 1 / 0`.toOperationNode() as RootOperationNode) : node
  },
  transformResult: async ({ result }) => result,
})

test('whichever statement fails, nothing of the import stays, and it can be tried again', async () => {
  const id = await start()
  const before = await contents()
  const dry: Fault = { at: -1, seen: 0 }
  let failures = 0
  for (let at = 1; ; at += at < 12 ? 1 : 7) {
    const fault: Fault = { at, seen: 0 }
    await server.asOwner(`update imports set state = 'queued', handled = 0 where id = '${id}'`)
    await handle(id, failing(fault)).then(
      () => {},
      () => failures++,
    )
    if (fault.seen < at) {
      dry.seen = fault.seen
      break
    }
    const listed = (await server.gareth.get('/api/imports')).json<Import[]>().find((each) => each.id === id)
    expect(listed, `statement ${at}`).toMatchObject({
      state: 'failed',
      problem: 'Something went wrong on the server.',
      counts: null,
    })
    expect(await contents(), `statement ${at}`).toEqual(before)
  }
  expect(dry.seen).toBeGreaterThan(20)
  expect(failures).toBeGreaterThan(13)
  expect(await one(id)).toMatchObject({ state: 'done', counts: { horses: { added: 2 }, clients: { added: 2 }, yards: { added: 1 } } })
})

test('an import that is stopped on its way leaves nothing, and one that is finished can’t be stopped', async () => {
  const lines = Array.from({ length: 4000 }, (_, n) => `Horse${n},Owner ${n % 40},0770090${1000 + (n % 40)},,,`)
  const long = Buffer.from(['Horse,Owner,Phone,Yard,Last visit,Price', ...lines].join('\n')).toString('base64')
  const { id } = (await server.gareth.post('/api/imports', { name: 'long.csv', content: long })).json<Import>()
  await server.gareth.post(`/api/imports/${id}/start`, { plan: PLAN, choices: {} })
  const before = await contents()
  const running = handle(id)
  await expect.poll(async () => (await one(id)).handled, { interval: 50 }).toBeGreaterThan(0)
  expect((await server.gareth.post(`/api/imports/${id}/cancel`)).json()).toMatchObject({ state: 'cancelled' })
  await running
  expect(await one(id)).toMatchObject({ state: 'cancelled', counts: null })
  expect(await contents()).toEqual(before)
})

test('a job that is run twice brings a file in once', async () => {
  const { id } = (
    await server.gareth.post('/api/imports', {
      name: 'b.csv',
      content: Buffer.from('Name,Phone\nTwice Only,07700 900799\n').toString('base64'),
    })
  ).json<Import>()
  await server.gareth.post(`/api/imports/${id}/start`, {
    plan: { kind: 'clients', mapping: ['name', 'phone'], usualWork: 'Trim' },
    choices: {},
  })
  await Promise.all([handle(id), handle(id)])
  await handle(id)
  expect(await server.asOwner(`select count(*)::int as n from clients where name = 'Twice Only'`)).toEqual([{ n: 1 }])
  expect((await server.gareth.post(`/api/imports/${id}/cancel`)).json()).toMatchObject({ code: 'import_moved_on' })
  expect((await server.gareth.post(`/api/imports/${id}/start`, { plan: PLAN, choices: {} })).json()).toMatchObject({
    code: 'import_moved_on',
  })
})

test('an import whose server was lost is taken up again', async () => {
  const id = await start()
  await server.asOwner(`update imports set state = 'running', state_at = clock_now() - interval '2 minutes' where id = '${id}'`)
  await handle(id)
  expect(await one(id)).toMatchObject({ state: 'done' })
})

test('a file that is no file, or far too large, is refused in a sentence and changes nothing', async () => {
  const before = await contents()
  const send = (text: string | Buffer, name = 'a.csv') =>
    server.gareth.post('/api/imports', { name, content: Buffer.from(text as string).toString('base64') })
  for (const [text, said] of [
    ['', 'empty'],
    [Buffer.from([0x89, 0x50, 0, 0, 0, 0x0d]), "isn't a text file"],
    ['PK\x03\x04', 'CSV'],
    [`a${',a'.repeat(100_000)}\n1,2\n`, '200 columns'],
    ['BEGIN:VCARD\r\nnonsense', 'no contacts'],
    ['BEGIN:VCALENDAR\r\nnonsense', "isn't a calendar"],
  ] as const) {
    const answer = await send(text)
    expect(answer.statusCode, said).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'unreadable_file', message: expect.stringContaining(said) })
  }
  const huge = await send(Buffer.alloc(20 * 1024 * 1024, 'Ann,Lee\n'))
  expect(huge.statusCode).toBe(413)
  expect(await contents()).toEqual(before)
})

test('apprentices can’t import, and no signed-out user and no other practice sees an import', async () => {
  const { id } = (await server.gareth.post('/api/imports', { name: 'horses.csv', content })).json<Import>()
  const apprentice = await server.gareth.addMember('Ned Young', 'apprentice')
  const asked = [
    ['GET', '/api/imports'],
    ['POST', '/api/imports', { name: 'a.csv', content }],
    ['GET', `/api/imports/${id}`],
    ['POST', `/api/imports/${id}/check`, { plan: PLAN }],
    ['POST', `/api/imports/${id}/start`, { plan: PLAN, choices: {} }],
    ['POST', `/api/imports/${id}/cancel`],
    ['POST', `/api/imports/${id}/undo`],
    ['GET', `/api/imports/${id}/left-out`],
  ] as const
  for (const [method, url, body] of asked) {
    expect((await apprentice.send(method, url, body)).statusCode, url).toBe(403)
    expect((await server.app.inject({ method, url, ...(body ? { payload: body } : {}) })).statusCode, url).toBe(401)
    if (url.includes(id)) expect((await server.other.send(method, url, body)).json(), url).toMatchObject({ code: 'import_not_found' })
  }
  expect((await server.gareth.post(`/api/imports/${uuidv7()}/cancel`)).statusCode).toBe(404)
  expect((await server.gareth.post(`/api/imports/${id}/check`, { plan: null })).json()).toMatchObject({ code: 'bad_request' })
  expect((await server.gareth.post(`/api/imports/${id}/start`, { plan: { ...PLAN, mapping: ['nonsense'] }, choices: {} })).statusCode).toBe(
    400,
  )
})

test('what a card holds that PostgreSQL can’t keep is refused, not half kept', async () => {
  const draft = await server.gareth.post('/api/imports', { name: 'n\u0000.csv', content })
  expect(draft.statusCode).toBe(400)
})
