import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncRow } from '#lib/sync.ts'
import { syncedNames } from '#lib/synced.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

type First = { whole: string[]; before: Record<string, number>; total?: number }
type Page = { epoch: string; view: string; cursor: number; more: boolean; rows: SyncRow[]; first: First }
type Who = Pick<TestServer['gareth'], 'get' | 'post'>

let server: TestServer
let clients: string[]
let visits: { id: string; onDay: string }[]
beforeAll(async () => {
  server = await startTestServer()
  clients = []
  visits = []
  for (let n = 0; n < 9; n++) clients.push((await post('/api/clients', { name: `Owner ${n}` })).id)
  for (const [n, onDay] of ['2026-11-24', '2026-11-25', '2026-11-26', '2026-12-30'].entries()) {
    const horse = await post('/api/horses', { name: `Horse ${n}`, clientId: clients[n] })
    const { id } = await post('/api/appointments', { clientId: clients[n], horseId: horse.id, onDay, isCallOnly: true })
    visits.push({ id, onDay })
  }
})
afterAll(() => server.stop())

const post = async (path: string, body: object, who: Who = server.gareth) => (await who.post(path, body)).json()
const device = uuidv7()
const ask = async (who: Who, query: Record<string, string>) =>
  (await who.get(`/api/sync/pull?${new URLSearchParams({ deviceId: device, isNew: 'true', ...query })}`)).json() as Page

/** Every page of a first copy, `between` called before each but the first. */
async function copyOf(who: Who, { limit = 5, want = [] as string[], between = async (_: number) => {} } = {}) {
  const pages: Page[] = []
  let at: Page | undefined
  do {
    if (at) await between(pages.length)
    const { whole, before } = at?.first ?? { whole: [], before: {} }
    const where: Record<string, string> = at ? { since: String(pages[0]?.cursor), epoch: at.epoch, view: at.view } : {}
    at = await ask(who, { limit: String(limit), first: JSON.stringify({ whole, before, want }), ...where })
    pages.push(at)
  } while (at.more)
  return pages
}
/** Without the member whom the tests put there ahead of every place. */
const keysOf = (rows: readonly SyncRow[]) => rows.filter(({ seq }) => seq > 0).map(({ entity, id }) => `${entity} ${id}`)
const wholeOf = async (who: Who) => keysOf((await ask(who, { limit: '2000' })).rows).sort()

test('a first copy has every row once, kind by kind, each after those it names, the newest of each first', async () => {
  const pages = await copyOf(server.gareth)
  const rows = pages.flatMap((page) => page.rows)
  expect(keysOf(rows).sort()).toEqual(await wholeOf(server.gareth))
  expect([pages[0]?.first.total, pages[1]?.first.total]).toEqual([rows.length, undefined])
  expect(pages.every((page) => page.rows.length <= 5)).toBe(true)
  const order = [...new Set(rows.map(({ entity }) => entity))]
  expect(order).toEqual(syncedNames().filter((name) => order.includes(name)))
  for (const entity of order) {
    const places = rows.filter((row) => row.entity === entity).map(({ seq }) => seq)
    expect(places).toEqual([...places].sort((a, b) => b - a))
  }
  expect(pages.at(-1)?.first.whole).toEqual(expect.arrayContaining(['clients', 'appointments', 'payments']))
})

test('a kind is called whole with its last row, never before', async () => {
  const got: SyncRow[] = []
  for (const { rows, first } of await copyOf(server.gareth, { limit: 4 })) {
    got.push(...rows)
    const here = got.filter(({ entity }) => entity === 'clients').length
    expect(first.whole.includes('clients')).toBe(here === clients.length)
  }
})

test('what a screen waits for comes first', async () => {
  const [page] = await copyOf(server.gareth, { want: ['horses'] })
  expect(page?.rows.slice(0, 4).map(({ entity }) => entity)).toEqual(['horses', 'horses', 'horses', 'horses'])
  expect(page?.first.whole).toContain('horses')
})

test('what changes while a copy is fetched comes as news, and no row is missed', async () => {
  const changed = clients[0] ?? ''
  const pages = await copyOf(server.gareth, {
    limit: 3,
    between: async (nth) => {
      if (nth === 1) await server.gareth.put(`/api/clients/${changed}`, { phone: '07700 900118' })
      if (nth === 2) clients.push((await post('/api/clients', { name: 'Came meanwhile' })).id)
    },
  })
  const first = pages[0]
  const news = await ask(server.gareth, { since: String(first?.cursor), epoch: first?.epoch ?? '', view: first?.view ?? '' })
  const all = [...pages.flatMap((page) => page.rows), ...news.rows]
  expect([...new Set(keysOf(all))].sort()).toEqual(await wholeOf(server.gareth))
  expect(keysOf(news.rows)).toEqual(expect.arrayContaining([`clients ${changed}`, `clients ${clients.at(-1)}`]))
  expect(all.findLast(({ id }) => id === changed)?.data).toMatchObject({ phone: '07700 900118' })
})

test('an apprentice’s copy has no money in it, regardless of what they request', async () => {
  const apprentice = await server.gareth.addMember('Jo Young', 'apprentice')
  const pages = await copyOf(apprentice, { want: ['price_items', 'payments', 'invoices'] })
  const kinds = new Set(pages.flatMap(({ rows, first }) => [...rows.map(({ entity }) => entity as string), ...first.whole]))
  for (const kind of ['price_items', 'payments', 'invoices']) expect(kinds).not.toContain(kind)
  const parts = await partsOf([{ entity: 'payments', days: ['2026-01-01', '2026-12-31'] }], apprentice)
  expect(parts).toMatchObject({ isFound: [false], rows: [] })
})

const partsOf = async (parts: object[], who: Who = server.gareth) =>
  (await who.get(`/api/sync/parts?${new URLSearchParams({ deviceId: device, parts: JSON.stringify(parts) })}`)).json()

test('a screen requests the visits of days, their lines, and records by what they belong to', async () => {
  const [, today] = visits
  const parts = [
    { entity: 'appointments', days: ['2026-11-25', '2026-11-26'] },
    { entity: 'visit_horses', visitDays: ['2026-11-25', '2026-11-25'] },
    { entity: 'clients', id: [clients[1]] },
    { entity: 'horses', clientId: [clients[1], clients[2]] },
  ]
  const { isFound, rows } = await partsOf(parts)
  expect(isFound).toEqual([true, true, true, true])
  const count = (entity: string) => rows.filter((row: SyncRow) => row.entity === entity).length
  expect(['appointments', 'visit_horses', 'clients', 'horses'].map(count)).toEqual([2, 1, 1, 2])
  expect(rows).toContainEqual(expect.objectContaining({ entity: 'appointments', id: today?.id, deleted: false }))
})

test('a part by a field that a kind does not have is not answered, rather than answered empty; one of nothing is empty', async () => {
  const { isFound, rows } = await partsOf([
    { entity: 'members', days: ['2026-11-25', '2026-11-26'] },
    { entity: 'yards', horseId: [uuidv7()] },
    { entity: 'secrets', id: [uuidv7()] },
    { entity: 'appointments', clientId: [uuidv7()] },
  ])
  expect([isFound, rows]).toEqual([[false, false, false, true], []])
})

test('another practice’s record is not found by its id, and a copy of another person is refused', async () => {
  const { id } = await post('/api/clients', { name: 'Theirs' }, server.other)
  expect(await partsOf([{ entity: 'clients', id: [id] }])).toMatchObject({ isFound: [true], rows: [] })
  const query = new URLSearchParams({ deviceId: device, parts: '[]', personId: uuidv7() })
  expect((await server.gareth.get(`/api/sync/parts?${query}`)).json()).toMatchObject({ code: 'wrong_person' })
})

test.each(['nonsense', '{"whole":1}', '{"before":{"clients":-1}}', '[]]'])(
  'a first copy asked for by %s is a bad request',
  async (first) => {
    const answer = await server.gareth.get(`/api/sync/pull?${new URLSearchParams({ deviceId: device, first })}`)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_request'])
    expect((await server.gareth.get(`/api/sync/parts?${new URLSearchParams({ deviceId: device, parts: first })}`)).statusCode).toBe(400)
  },
)
