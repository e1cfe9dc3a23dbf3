// npm run prove -- hostile: sends a real server, on every route it has, paths, queries, bodies and files as large and as odd as possible, one
// after the other, while a bystander requests /api/health all the time. Before them, each route gets harmless ones. No bystander may wait for a
// hostile request 100 ms longer than for that route's harmless ones, which the server must have processed: signed in, found, and no fault. A slow one
// is sent up to twice more, and its best time counts: the machine may be busy.
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { currentMs } from '#lib/clock.ts'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { twilioSignature } from '#platform/server/sending/twilio.ts'
import { removeWhenWeDie } from '#testing/remove-when-we-die.ts'
import { spawnServer } from '#testing/server-process.ts'
import { bodyOf, type Components, type Filling, HARMLESS, LONGEST, MOST, type Schema, UNITS } from './bodies.ts'
import { type Hidden, HOSTILE_FORMS, hiddenRoutes, hostileJson } from './hidden-routes.ts'
import { HARMLESS_FILE, HOSTILE_FILES, hostileMails, mail, mailHeaders } from './hostile-files.ts'
import { aliasOf, guestOf } from './hostile-people.ts'

const MORE_MS = 100
const TRIES = 3
const PATIENCE_MS = 120_000
/** Where what is addressed by a made-up id is missing, without a word of its own for it. */
const MISSING_HERE = [
  'DELETE /api/auth/passkeys/{id}',
  'DELETE /api/my/passkeys/{id}',
  'GET /api/pictures/{key}',
  'POST /api/clients/{id}/portal/others/end',
]
/** Only routes whose names contain this; all without it. */
const [only = ''] = process.argv.slice(2)
const SECRET = 'a secret of the mail server'
/** A body above this is refused unread. */
const MOST_BODY = 1024 * 1024 - 1
/** How often the harmless request is sent. */
const HARMLESS_TIMES = 3
let addresses = 0

type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Api = { paths: Record<string, Record<string, Operation>>; components?: { schemas?: Components } }
/**
 * The requests of a route. `isShut`: no valid link to it exists here, so 404 is the right answer to a
 * harmless request too. `isRefused`: the request is not signed in.
 */
type Route = { name: string; hostile: Call[]; harmless: Call; isShut?: boolean; isRefused?: boolean }
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
const TEXTS = 'the token of the account'
const textSettings = {
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: TEXTS,
  TWILIO_FROM: '+447700900000',
  TWILIO_BASE_URL: 'http://127.0.0.1:9',
}
const server = await spawnServer({
  PORT: String(port),
  PRITCHEL_DATA: folder,
  PRITCHEL_DEMO_READY: '0',
  LOG_LEVEL: 'silent',
  ...mailSettings,
  ...textSettings,
})
const bystander = new Worker(new URL('./bystander.ts', import.meta.url), { workerData: { url } })
async function prove(): Promise<boolean> {
  const cookie = await signIn()
  const routes = (await routesOf(cookie)).filter(({ name }) => name.includes(only))
  console.log(`${routes.length} routes, first with what is harmless`)
  const bad: string[] = []
  const allowed = new Map<string, number>()
  for (const route of routes) {
    const { longest, faults } = await sendAll(
      Array.from({ length: HARMLESS_TIMES }, () => route.harmless),
      (answer) => isDeaf(route, answer),
    )
    if (faults.length > 0) bad.push(`${route.name}: the harmless one was not heard: ${faults[0]}`)
    allowed.set(route.name, longest + MORE_MS)
  }
  console.log("\nThe bystander's longest wait in ms: hostile, and the most that is allowed")
  for (const route of routes) {
    const most = allowed.get(route.name) ?? 0
    let { longest, faults } = await sendAll(route.hostile, (answer) => isFault(route, answer))
    for (let tries = 1; longest > most && tries < TRIES; tries++)
      longest = Math.min(longest, (await sendAll(route.hostile, (answer) => isFault(route, answer))).longest)
    if (longest > most) bad.push(`${route.name}: held the bystander for ${Math.round(longest)} ms`)
    if (faults.length > 0) bad.push(`${route.name}: ${faults.slice(0, 3).join(', ')}`)
    const figures = [longest, most].map((ms) => Math.round(ms).toString().padStart(6))
    console.log(`${longest > most || faults.length > 0 ? 'FAIL' : 'ok  '}${figures.join('')}  ${route.name}`)
  }
  console.log(['', `${routes.length} routes, ${bad.length} faults`, ...bad].join('\n'))
  return bad.length === 0
}

type Answer = { status: number; text: string }

/** Whether the server did not read the request. A missing record has a specific code, such as `client_not_found`. */
const isDeaf = ({ isShut, isRefused }: Route, { status, text }: Answer) =>
  (!isRefused && isUnheard(status, text)) || status >= 500 || (status === 404 && !isShut && text.includes('"not_found"'))
/** Too much at once may be answered with busy. */
const isFault = ({ isRefused }: Route, { status, text }: Answer) =>
  (!isRefused && isUnheard(status, text)) || (status >= 500 && status !== 503)
/** A wrong password or an invalid link also gets a 401, but only after it was checked. */
const isUnheard = (status: number, text: string) => status === 401 && text.includes('"not_signed_in"')

/** Sends them one after the other; returns the bystander's longest wait in that time, and the wrong or missing answers. */
async function sendAll(calls: readonly Call[], isWrong: (answer: Answer) => boolean) {
  const faults: string[] = []
  await waited()
  for (const { what, send } of calls) {
    try {
      const answer = await send()
      const text = await answer.text()
      if (isWrong({ status: answer.status, text })) faults.push(`${what}: ${answer.status} ${text.slice(0, 100)}`)
    } catch (error) {
      faults.push(`${what}: no answer, ${(error as Error).cause ?? error}`)
    }
  }
  return { longest: await waited(), faults }
}

async function waited(): Promise<number> {
  const said = once(bystander, 'message')
  bystander.postMessage('longest?')
  return ((await said) as [number])[0]
}

/** Each from another address: the limits by address are not tested here. */
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
  const guest = await guestOf(folder, cookie, ids.get('/api/clients') ?? '')
  const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // Routes that end the session, or streams that never end, have nothing to read.
      .filter(([, operation]) => operation.requestBody || operation.parameters?.length)
      .filter(() => !/sign-out|\/events$/.test(path))
      .map(([method, operation]) =>
        routeOf({ method: method.toUpperCase(), path, operation }, { api, cookie: path.startsWith('/api/my/') ? guest : cookie, ids }),
      ),
  )
  const hidden = (await hiddenRoutes(url)).map((route) => hiddenRoute(route, isOfPortal(route) ? guest : ''))
  return [
    ...routes,
    ...hidden,
    ...paths(),
    await imports(cookie),
    strangers(),
    texts(),
    mails(await aliasOf(folder, ids.get('/api/clients') ?? '')),
  ]
}

/** Pages and forms of the portal that a signed-in person uses, but those that end the session. */
const isOfPortal = ({ path }: Hidden) => path.startsWith('/my') && !/sign-in|sign-out|data\/close|not-me/.test(path)

type Ids = ReadonlyMap<string, string>
type Session = { api: Api; cookie: string; ids: Ids }
type Named = { method: string; path: string; operation: Operation }

function routeOf({ method, path, operation }: Named, { api, cookie, ids }: Session): Route {
  const call = (unit: string, longest: number, most: number): Call => {
    const target = `${pathOf(path, ids)}${queryOf(operation, unit, Math.min(longest, 1500))}`
    const schema = operation.requestBody?.content['application/json']?.schema
    const content = schema && bodyWithin(schema, api, { unit, longest, most })
    return { what: JSON.stringify(unit), send: () => send(method, target, content === undefined ? undefined : { content }, cookie) }
  }
  const schema = operation.requestBody?.content['application/json']?.schema
  const lists = schema ? hostileJson(Object.keys(resolved(schema, api).properties ?? {})) : {}
  return {
    name: `${method} ${path}`,
    isShut: MISSING_HERE.includes(`${method} ${path}`) || path.startsWith('/api/my/films/'),
    hostile: [
      ...UNITS.map((unit) => call(unit, LONGEST, MOST)),
      ...Object.entries(lists).map(([what, content]) => ({ what, send: () => send(method, pathOf(path, ids), { content }, cookie) })),
    ],
    harmless: call(HARMLESS.unit, HARMLESS.longest, HARMLESS.most),
  }
}

const resolved = (schema: Schema, api: Api): Schema => api.components?.schemas?.[schema.$ref?.split('/').at(-1) ?? ''] ?? schema

/** As long as allowed, and valid JSON. */
function bodyWithin(schema: Schema, api: Api, { unit, longest, most }: Filling): string {
  const text = JSON.stringify(bodyOf(schema, api.components?.schemas ?? {}, { unit, longest, most }))
  return text.length <= MOST_BODY ? text : bodyWithin(schema, api, { unit, longest: longest / 2, most: Math.ceil(most / 2) })
}

/** Hooks, pages opened by a link, bytes: a path of 200 characters instead of an id, and any content anyone may post. */
function hiddenRoute({ method, path }: Hidden, cookie: string): Route {
  const at = (value: string) => path.replace(/:\w+|\*/g, () => encodeURIComponent(value))
  const call = (what: string, address: string, body?: { type: string; content: string }): Call => ({
    what,
    send: () => send(method, address, body, cookie),
  })
  const forms = method === 'GET' ? [] : Object.entries(HOSTILE_FORMS).map(([what, body]) => call(what, at('nobody'), body))
  return {
    name: `${method} ${path}`,
    isShut: true,
    hostile: [
      ...UNITS.map((unit) => call(JSON.stringify(unit), `${at(unit.repeat(60))}?q=${encodeURIComponent(unit.repeat(300))}`)),
      ...forms,
    ],
    harmless: call('a form', at('nobody'), method === 'GET' ? undefined : { type: 'application/x-www-form-urlencoded', content: 'a=b' }),
  }
}

/** Requests without a session, where the largest bodies are accepted. */
function strangers(): Route {
  const post = (what: string, content: string): Call => ({ what, send: () => send('POST', '/api/imports', { content }) })
  return {
    name: 'POST /api/imports, by a stranger',
    isRefused: true,
    hostile: [post('15 MB of lists', `[${'[],'.repeat(5_000_000)}0]`), post('15 MB of depth', '['.repeat(15_000_000))],
    harmless: post('nothing', '{}'),
  }
}

/** Texts as their provider posts them. */
function texts(): Route {
  const bring = (what: string, form: Record<string, string>): Call => ({
    what,
    send: () => {
      const headers = { 'x-twilio-signature': twilioSignature(TEXTS, `${url}/hooks/sms/inbound`, form) }
      const type = 'application/x-www-form-urlencoded'
      return send('POST', '/hooks/sms/inbound', { content: new URLSearchParams(form).toString(), type, headers })
    },
  })
  const text = (body: string) => ({ From: '+447700900118', To: '+447700900000', Body: body, MessageSid: `SM${++addresses}` })
  const many = Object.fromEntries(Array.from({ length: 990 }, (_, n) => [`a${n}`, 'x'.repeat(500)]))
  return {
    name: 'POST /hooks/sms/inbound, signed',
    hostile: [
      ...UNITS.map((unit) => bring(JSON.stringify(unit), text(unit.repeat(300_000 / unit.length)))),
      bring('990 fields', { ...many, ...text('x') }),
    ],
    harmless: bring('a text', text('Hello')),
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

/** A record of each collection that accepts a plain one, so that requests to it are processed. */
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

/** Addresses of the longest allowed length, of a request and of ours. */
function paths(): Route[] {
  const get = (what: string, path: string): Call => ({ what, send: () => send('GET', path) })
  const units = ['.', './', '%2e', 'a.', '..%2f', '//', ';']
  return [1900, 15_000].map((length) => ({
    name: `GET a path of ${length} characters`,
    hostile: units.map((unit) => get(unit, `/${unit.repeat(length / unit.length)}/`)),
    harmless: get('a screen', '/clients'),
  }))
}

/** Each action on a file: inspecting, checking, and importing it. */
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

function mails(to: string): Route {
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
