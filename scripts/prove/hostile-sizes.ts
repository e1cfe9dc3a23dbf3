// npm run prove -- hostile: a real server is sent, on every route it has, paths, queries, bodies and files as large and as odd as they may be, one
// after the other, while a bystander asks for /api/health all the time. Then the same with harmless ones. No bystander may wait for a
// hostile request 100 ms longer than the longest it waited in the harmless run. One that did is sent up to twice more, and its best counts: the machine may be busy.
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { currentMs } from '#lib/clock.ts'
import { freePort } from '#platform/server/embedded-endpoint.ts'
import { removeWhenWeDie } from '#testing/remove-when-we-die.ts'
import { spawnServer } from '#testing/server-process.ts'
import { bodyOf, type Components, HARMLESS, LONGEST, MOST, type Schema, UNITS } from './bodies.ts'
import { HARMLESS_FILE, HOSTILE_FILES, hostileMails, mail, mailHeaders } from './hostile-files.ts'

const MORE_MS = 100
const TRIES = 3
const PATIENCE_MS = 120_000
/** Routes whose names have this in them; all without it. */
const [only = ''] = process.argv.slice(2)
const SECRET = 'a secret of the mail server'
/** A body above this is refused unread. */
const MOST_BODY = 1024 * 1024 - 1
/** How often the harmless one is sent. */
const HARMLESS_TIMES = 3
let addresses = 0

type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Api = { paths: Record<string, Record<string, Operation>>; components?: { schemas?: Components } }
/** What is sent of a route. */
type Route = { name: string; hostile: Call[]; harmless: Call }
type Call = { what: string; send: () => Promise<Response> }

const folder = mkdtempSync(join(tmpdir(), 'pritchel-hostile-'))
chmodSync(folder, 0o711)
const watcher = removeWhenWeDie(folder, join(folder, 'postgres/db'))
const port = await freePort()
const url = `http://localhost:${port}`
const mailSettings = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'a@example.com',
  INBOUND_MAIL_SECRET: SECRET,
  INBOUND_MAIL_DOMAIN: 'reply.example',
}
const server = await spawnServer({ PORT: String(port), PRITCHEL_DATA: folder, LOG_LEVEL: 'silent', ...mailSettings })
const bystander = new Worker(new URL('./bystander.ts', import.meta.url), { workerData: { url } })
async function prove(): Promise<boolean> {
  const cookie = await signIn()
  const routes = (await routesOf(cookie)).filter(({ name }) => name.includes(only))
  console.log(`${routes.length} routes, first with what is harmless`)
  const harmless = new Map<string, number>()
  for (const route of routes) harmless.set(route.name, await longestOf(Array.from({ length: HARMLESS_TIMES }, () => route.harmless)))
  const allowed = Math.max(...harmless.values()) + MORE_MS
  console.log(`\nThe bystander's longest wait in ms: hostile, harmless; ${Math.round(allowed)} is the most that is allowed`)
  const bad: string[] = []
  for (const route of routes) {
    let longest = await longestOf(route.hostile)
    for (let tries = 1; longest > allowed && tries < TRIES; tries++) longest = Math.min(longest, await longestOf(route.hostile))
    if (longest > allowed) bad.push(route.name)
    const figures = [longest, harmless.get(route.name) ?? 0].map((ms) => Math.round(ms).toString().padStart(6))
    console.log(`${longest > allowed ? 'FAIL' : 'ok  '}${figures.join('')}  ${route.name}`)
  }
  console.log(`\n${routes.length} routes, ${bad.length} of them held the bystander`)
  return bad.length === 0
}

/** Sends them one after the other; how long the bystander waited at most meanwhile. A route that signs us out, or ends, is sent on all the same. */
async function longestOf(calls: readonly Call[]): Promise<number> {
  await waited()
  for (const { send } of calls) {
    const answer = await send().catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
  }
  return waited()
}

async function waited(): Promise<number> {
  const said = once(bystander, 'message')
  bystander.postMessage('longest?')
  return ((await said) as [number])[0]
}

/** Each from another address: the limits by address are not what is tried. */
function send(
  method: string,
  path: string,
  body?: { content: string | Buffer; type?: string; headers?: Record<string, string> },
  cookie = '',
) {
  addresses += 1
  const from = `10.${(addresses >> 16) & 7}.${(addresses >> 8) & 255}.${addresses & 255}`
  const headers = { 'x-forwarded-for': from, cookie, ...(body && { 'content-type': body.type ?? 'application/json' }), ...body?.headers }
  const payload = body && (typeof body.content === 'string' ? body.content : new Uint8Array(body.content))
  return fetch(`${url}${path}`, {
    method,
    headers,
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(payload !== undefined && { body: payload }),
  })
}

async function signIn(): Promise<string> {
  const person = {
    email: 'gwen@farrow.example',
    password: 'hot iron, cold water',
    firstName: 'Gwen',
    lastName: 'Farrow',
    practiceName: 'Farrow',
  }
  const answer = await send('POST', '/api/auth/register', { content: JSON.stringify(person) })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error(`nobody could register: ${answer.status} ${await answer.text()}`)
  return cookie
}

async function routesOf(cookie: string): Promise<Route[]> {
  const api = (await (await send('GET', '/api/openapi.json')).json()) as Api
  const ids = await idsOf(api, cookie)
  const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // What ends the session, or never ends itself, has nothing to read.
      .filter(([, operation]) => operation.requestBody || operation.parameters?.length)
      .filter(() => !/sign-out|\/events$/.test(path))
      .map(([method, operation]) => routeOf({ method: method.toUpperCase(), path, operation }, { api, cookie, ids })),
  )
  return [...routes, ...paths(), await imports(cookie), mails()]
}

type Ids = ReadonlyMap<string, string>
type Known = { api: Api; cookie: string; ids: Ids }
type Named = { method: string; path: string; operation: Operation }

function routeOf({ method, path, operation }: Named, { api, cookie, ids }: Known): Route {
  const call = (unit: string, longest: number, most: number): Call => {
    const target = `${pathOf(path, ids)}${queryOf(operation, unit, Math.min(longest, 1500))}`
    const schema = operation.requestBody?.content['application/json']?.schema
    const content = schema && JSON.stringify(bodyOf(schema, api.components?.schemas ?? {}, { unit, longest, most })).slice(0, MOST_BODY)
    return { what: JSON.stringify(unit), send: () => send(method, target, content === undefined ? undefined : { content }, cookie) }
  }
  return {
    name: `${method} ${path}`,
    hostile: UNITS.map((unit) => call(unit, LONGEST, MOST)),
    harmless: call(HARMLESS.unit, HARMLESS.longest, HARMLESS.most),
  }
}

const pathOf = (path: string, ids: Ids) =>
  path.replace(/\{\w+\}/g, () => ids.get(path.slice(0, path.indexOf('/{'))) ?? '01990000-0000-7000-8000-000000000000')

function queryOf({ parameters = [] }: Operation, unit: string, longest: number): string {
  const asked = parameters.filter((one) => one.in === 'query')
  return asked.length === 0
    ? ''
    : `?${new URLSearchParams(asked.map(({ name, schema }): [string, string] => [name, String(bodyOf(schema, {}, { unit, longest, most: 1 }))]))}`
}

/** A record of each collection that takes a plain one, so that what is sent to it is looked at. */
async function idsOf(api: Api, cookie: string): Promise<Ids> {
  const ids = new Map<string, string>()
  for (const [path, body] of [
    ['/api/clients', { name: 'Ann Lee', phone: '07700 900118', email: 'ann@example.com' }],
    ['/api/yards', { name: 'Mill Yard' }],
    ['/api/tasks', { title: 'Call Ann' }],
  ] as const) {
    if (!api.paths[path]) continue
    const made = (await (await send('POST', path, { content: JSON.stringify(body) }, cookie)).json()) as { id?: string }
    if (made.id) ids.set(path, made.id)
  }
  const horse = { name: 'Biscuit', clientId: ids.get('/api/clients') }
  const made = (await (await send('POST', '/api/horses', { content: JSON.stringify(horse) }, cookie)).json()) as { id?: string }
  return made.id ? ids.set('/api/horses', made.id) : ids
}

/** Addresses as long as a request may have them, and as long as we take them. */
function paths(): Route[] {
  const get = (what: string, path: string): Call => ({ what, send: () => send('GET', path) })
  const units = ['.', './', '%2e', 'a.', '..%2f', '//', ';']
  return [1900, 15_000].map((length) => ({
    name: `GET a path of ${length} characters`,
    hostile: units.map((unit) => get(unit, `/${unit.repeat(length / unit.length)}/`)),
    harmless: get('a screen', '/clients'),
  }))
}

/** What is done with a file: looked into, checked, and brought in. */
async function imports(cookie: string): Promise<Route> {
  const bring = (text: string) => async () => {
    const post = (path: string, body: object) => send('POST', path, { content: JSON.stringify(body) }, cookie)
    const looked = await post('/api/imports', { name: 'file', content: Buffer.from(text).toString('base64') })
    if (looked.status !== 201) return looked
    const { id, kind, table } = (await looked.json()) as { id: string; kind: string; table: { mappings: Record<string, unknown> } | null }
    const plan = table && { kind, mapping: table.mappings[kind], usualWork: 'Trim' }
    await (await post(`/api/imports/${id}/check`, { plan })).arrayBuffer()
    await (await post(`/api/imports/${id}/start`, { plan, choices: {} })).arrayBuffer()
    return post(`/api/imports/${id}/cancel`, {})
  }
  return {
    name: 'POST /api/imports, check and start, of files',
    hostile: Object.entries(HOSTILE_FILES).map(([what, text]) => ({ what, send: bring(text) })),
    harmless: { what: 'a list of one', send: bring(HARMLESS_FILE) },
  }
}

function mails(): Route {
  const to = 'reply-nobody@reply.example'
  const bring = (text: string) => () => {
    const content = Buffer.from(text)
    return send('POST', '/hooks/mail/inbound', {
      content,
      type: 'message/rfc822',
      headers: mailHeaders(SECRET, content, currentMs() / 1000),
    })
  }
  return {
    name: 'POST /hooks/mail/inbound',
    hostile: Object.entries(hostileMails(to)).map(([what, text]) => ({ what, send: bring(text) })),
    harmless: { what: 'a letter', send: bring(mail(to, 'text/plain', 'Hello')) },
  }
}

try {
  process.exitCode = (await prove()) ? 0 : 1
} finally {
  await bystander.terminate()
  server.kill('SIGTERM')
  await once(server, 'exit')
  await watcher.finish()
}
