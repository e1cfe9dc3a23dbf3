import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { uuidv7 } from '#lib/ids.ts'
import { MORTAL_WORKER, startMortalWorker } from '#testing/mortal-worker.ts'
import { addRecipient } from '#testing/recipient.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { atLength } from '#testing/whole.ts'

const KILLS = atLength(3, 30)
const MOST_AT_ONCE = 40
/** So many at most go well until the next. */
const MOST_OF_A_LIFE = 20
/** More than are gone at the last kill: what went well, what was on its way then, and what else came through before it struck. */
const TEXTS_A_KILL = MOST_OF_A_LIFE + MOST_AT_ONCE + 20

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

/** A provider that records what it is given; `met` is called with each, and may make sure that it is the last. */
async function startProvider(met: (taken: number) => 'answer' | 'never') {
  const taken: string[] = []
  const provider = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume().on('end', () => {
      taken.push(String(request.headers['idempotency-key']))
      if (met(taken.length) === 'never') return
      // Not all answers are equally quick.
      setTimeout(() => response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}'), taken.length % 7)
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  return { taken, url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`, stop: () => endOf(provider) }
}

async function endOf(provider: ReturnType<typeof createServer>) {
  provider.closeAllConnections()
  const closed = once(provider, 'close')
  provider.close()
  await closed
}

const states = async () =>
  Object.fromEntries(
    (await server.asOwner('select state, count(*)::int as n from notices group by 1')).map(({ state, n }) => [String(state), Number(n)]),
  )

/** All of it, page by page. */
async function outbox(url = '/api/notices?limit=200'): Promise<Notice[]> {
  const page = await server.gareth.get(url)
  const next = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1]
  return [...page.json<Notice[]>(), ...(next ? await outbox(next) : [])]
}

/** What was on its way as the process died is given up two minutes later; its statements may still be under way as it is gone. */
async function twoMinutesLater() {
  await expect.poll(() => server.asOwner(`select from pg_stat_activity where application_name = '${MORTAL_WORKER}'`)).toEqual([])
  await server.asOwner(`update notices set state_at = clock_now() - interval '2 minutes' where state = 'sending'`)
  await server.asOwner('update directory.wakes set due_at = clock_now()')
}

test(`the worker is killed ${KILLS} times while it sends: nothing is lost, nothing goes twice, and a person is notified of what is in doubt`, async () => {
  const texts = KILLS * TEXTS_A_KILL
  const { recipient } = await addRecipient(server.gareth)
  await server.gareth.put('/api/settings', { sending: { dailyTexts: 10_000 } })
  await server.gareth.inPractice(async (tx, actor) => {
    for (let n = 0; n < texts; n++) await queueWords(tx, { ...actor, opId: uuidv7() }, 'message', recipient, { text: `Text ${n}` })
  })
  let worker: ReturnType<typeof startMortalWorker> | undefined
  let lastOfLife = 0
  const provider = await startProvider((taken) => {
    if (taken !== lastOfLife) return 'answer'
    // The provider has it and the worker never hears so; or it hears, and dies some steps later.
    if (taken % 3 === 0) worker?.kill()
    else setTimeout(() => worker?.kill(), taken % 11)
    return taken % 3 === 0 ? 'never' : 'answer'
  })
  const ends: (string | null)[] = []
  for (let kill = 1; kill <= KILLS; kill++) {
    lastOfLife = provider.taken.length + 1 + Math.floor(Math.random() * MOST_OF_A_LIFE)
    worker = startMortalWorker(server.db, provider.url)
    ends.push(await worker.ended)
    await twoMinutesLater()
  }
  expect(ends).toEqual(ends.map(() => 'SIGKILL'))
  lastOfLife = 0
  worker = startMortalWorker(server.db, provider.url)
  const waiting = async () => Object.keys(await states()).filter((state) => ['queued', 'sending'].includes(state))
  await expect.poll(waiting).toEqual([])
  worker.kill()
  await worker.ended
  await provider.stop()

  const rows = await server.asOwner('select id, state from notices')
  const { sent = 0, unknown = 0, ...others } = await states()
  expect(others).toEqual({})
  expect(sent + unknown).toBe(texts)
  expect(new Set(provider.taken).size).toBe(provider.taken.length)
  const went = new Set(provider.taken)
  expect(rows.filter(({ id, state }) => state === 'sent' && !went.has(String(id)))).toEqual([])
  expect(unknown).toBeLessThanOrEqual(KILLS * MOST_AT_ONCE)
  const inDoubt = (await outbox()).filter(({ state }) => state === 'unknown')
  expect(inDoubt).toHaveLength(unknown)
  expect(inDoubt.filter(({ stateReason }) => stateReason !== 'The server stopped while sending. It may have gone.')).toEqual([])
})
