import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askCookie } from '#features/records/guests/server/ask-cookie.ts'
import { makeLog } from '#platform/server/log.ts'
import { newPushKeys } from '#platform/server/sending/push.ts'
import { openCarriers } from '#platform/server/sending/sending.ts'
import { browserOf } from '#testing/browser-of.ts'
import { startPost } from '#testing/post.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { codeIn, linkIn, sendDue } from '#testing/way-in.ts'

const lines: string[] = []
const log = makeLog(
  'trace',
  new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  }),
)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true, mode: 'production', hasProvider: { texts: true, mail: true, inboundMail: false }, log })
})
afterAll(() => server.stop())

const KNOWN = { email: 'ffion.rees@example.com', phone: '+447700900321' }

/** The statements of the request that runs. */
const asking = new AsyncLocalStorage<string[]>()

test('a request does the same whether anyone has the address or not: the same statements, and the same answer byte for byte', async () => {
  await server.gareth.post('/api/clients', { name: 'Ffion Rees', ...KNOWN })
  const asked = async (address: string) => {
    const browser = browserOf(server.app)
    // A browser that has requested a code before, so that none has a cookie more than another.
    await browser.post('/api/my/code', { address: 'first@example.com' })
    const noted: string[] = []
    const query = pg.Client.prototype.query
    pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
      const [first] = input
      const text = typeof first === 'string' ? first : (first as { text: string }).text
      // What goes out on its own beside the request, the word to devices say, is not of it.
      asking.getStore()?.push(text)
      return (query as (...all: unknown[]) => unknown).apply(this, input)
    } as typeof query
    try {
      const answer = await asking.run(noted, () => browser.post('/api/my/code', { address }))
      const { date: _, 'x-request-id': __, 'set-cookie': cookie, ...headers } = answer.headers
      return { noted, status: answer.statusCode, body: answer.body, headers, cookie: String(cookie).replace(/=[^;]+/, '=') }
    } finally {
      pg.Client.prototype.query = query
    }
  }
  const [known, unknown] = [await asked(KNOWN.email), await asked('ffion.reez@example.com')]
  expect(known.noted.length).toBeGreaterThan(2)
  expect(limitsAside(unknown)).toEqual(limitsAside(known))
  expect(limitsAside(await asked(KNOWN.phone))).toEqual(limitsAside(await asked('07700 900322')))
})

/** How many requests of the address are left counts down with each. */
function limitsAside<T extends { headers: object }>({ headers, ...rest }: T) {
  return { ...rest, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-ratelimit'))) }
}

test('by real servers one mail and one text go, and neither code, link nor address is in any log, Outbox or journal', async () => {
  await server.asOwner('delete from directory.tries')
  await server.asOwner('delete from directory.asks')
  const post = await startPost()
  const { mail, twilio } = post
  const to = { mode: 'production', dataFolder: '', origin: 'http://localhost:3000' } as const
  const carriers = openCarriers({ ...to, pushKeys: newPushKeys(), mail, twilio })
  try {
    const browser = browserOf(server.app)
    for (const address of [KNOWN.email, KNOWN.phone]) {
      await browser.post('/api/my/code', { address })
      await sendDue(server.app, carriers, log)
      await sendDue(server.app, carriers, log)
    }
    expect(post.taken.map(({ to }) => to)).toEqual([KNOWN.email, KNOWN.phone])
    const secrets = post.taken.flatMap(({ body }) => [codeIn(body), linkIn(body)])
    expect(secrets.every((secret) => secret.length >= 8)).toBe(true)
    expect((await browser.post('/api/my/code/use', { code: '11111111' })).statusCode).toBe(422)
    expect((await browser.post('/api/my/code/use', { code: secrets[2] })).statusCode).toBe(204)
    expect((await browserOf(server.app).post('/api/my/link/use', { token: secrets[1] })).statusCode).toBe(204)
    const written = lines.join('\n')
    expect(written).toContain('/api/my/code/use')
    const cookie = (browser.cookies[askCookie(server.app)] ?? '').split('.')[0]
    for (const secret of [...secrets, KNOWN.email, KNOWN.phone, KNOWN.phone.slice(3), ...(cookie ? [cookie] : [])])
      expect(written).not.toContain(secret)
    const rows = await server.asOwner(`select (select coalesce(string_agg(n::text, ''), '') from notices n)
      || (select coalesce(string_agg(a::text, ''), '') from activity a) as written,
      (select string_agg(k::text, '') from directory.asks k) as asks`)
    for (const secret of secrets) {
      expect(rows[0]?.written).not.toContain(secret)
      expect(rows[0]?.asks).not.toContain(secret)
    }
    expect(rows[0]?.asks).not.toContain(KNOWN.email)
  } finally {
    await post.stop()
  }
})

test('requests and tries are in no backup', async () => {
  const { listTables, nameOf } = await import('#platform/server/backup/rows.ts')
  const client = new pg.Client(server.owner)
  await client.connect()
  try {
    const names = (await listTables(client)).map(nameOf)
    expect(names).toContain('directory.proofs')
    for (const left of ['directory.asks', 'directory.tries', 'directory.sessions']) expect(names).not.toContain(left)
  } finally {
    await client.end()
  }
})
