import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Row = { entity: string; id: string; rev: number; seq: number; data: Record<string, unknown> }
type Page = { cursor: number; more: boolean; rows: Row[]; epoch: string; view: string }

const PUSHERS = 8
const BATCHES = 5

test('I4, I14: while eight devices push and others pull, no pull skips a row, and each ends with the server’s rows', async () => {
  const { gareth } = server
  const shared = gareth.device()
  const horses = Array.from({ length: 4 }, () => uuidv7())
  const owner = uuidv7()
  await shared.push(
    shared.op({ entity: 'clients', action: 'CREATE', id: owner, data: { name: 'Owner' } }),
    ...horses.map((id, n) => shared.op({ entity: 'horses', action: 'CREATE', id, data: { name: `Horse ${n}`, clientId: owner } })),
  )
  let isPushing = true
  const pushAll = async (pusher: number) => {
    const device = gareth.device()
    for (let batch = 0; batch < BATCHES; batch++) {
      const made = Array.from({ length: 5 }, (_, n) =>
        device.op({ entity: 'clients', action: 'CREATE', id: uuidv7(), data: { name: `${pusher} ${batch} ${n}` } }),
      )
      const id = horses[(pusher + batch) % horses.length] ?? ''
      const edit = device.op({ entity: 'horses', action: 'UPDATE', id, data: { markings: `${pusher} ${batch}` } })
      const { results } = await device.push(...made, edit)
      expect(results.map(({ status }) => status)).toEqual([...made, edit].map(() => 'applied'))
    }
  }
  const puller = async () => {
    const held = new Map<string, Row>()
    let since = 0
    for (let isLast = false; !isLast; ) {
      isLast = !isPushing
      for (let more = true; more; ) {
        const page = (await gareth.get(`/api/sync/pull?deviceId=${uuidv7()}&since=${since}&limit=7`)).json<Page>()
        for (const row of page.rows) {
          expect(row.seq).toBeGreaterThan(since)
          held.set(row.id, row)
        }
        since = page.cursor
        more = page.more
      }
    }
    return held
  }
  const pullers = [puller(), puller(), puller()]
  await Promise.all(Array.from({ length: PUSHERS }, (_, pusher) => pushAll(pusher)))
  isPushing = false
  const copies = await Promise.all(pullers)
  const whole = await shared.pull()
  const rows = Object.fromEntries((whole.rows as Row[]).map((row) => [row.id, row]))
  expect(Object.keys(rows).length).toBeGreaterThan(PUSHERS * BATCHES * 5)
  for (const copy of copies) expect(Object.fromEntries(copy)).toEqual(rows)
})

test('I1: an op sent at once by eight requests takes effect once, and each is answered that it was applied', async () => {
  const { gareth } = server
  const device = gareth.device()
  const op = device.op({ entity: 'clients', action: 'CREATE', id: uuidv7(), data: { name: 'Once' } })
  const answers = await Promise.all(Array.from({ length: 8 }, () => device.push(op)))
  expect(answers.map(({ results }) => results[0])).toMatchObject(answers.map(() => ({ status: 'applied', rev: 1 })))
  expect(await server.asOwner(`select from activity where entity_id = '${op.id}'`)).toHaveLength(1)
})

test('the first requests of a new device arrive side by side, and all of them get one view', async () => {
  const { gareth } = server
  const parts = encodeURIComponent(JSON.stringify([{ entity: 'clients', id: [uuidv7()] }]))
  for (let devices = 0; devices < 5; devices++) {
    const deviceId = uuidv7()
    const paths = [`pull?deviceId=${deviceId}&since=0`, `parts?deviceId=${deviceId}&parts=${parts}`]
    const answers = await Promise.all([...paths, ...paths].map((path) => gareth.get(`/api/sync/${path}`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map((answer) => answer.json<Page>().view)).size).toBe(1)
  }
})
