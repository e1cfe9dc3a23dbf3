import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCREEN_PATHS } from '#app/screen-paths.ts'
import { answerToken } from '#testing/answers.ts'
import { listedScreens } from '#testing/e2e-screens.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../scripts/build.mjs'

const MOST_BYTES = 90_000
const PUBLIC = {
  '/': 'Practice diary for farriers',
  '/landing': 'Practice diary for farriers',
  '/pricing': 'Pricing',
  '/terms': 'Terms &amp; Conditions',
  '/subscribe': 'Test Version',
}

let server: TestServer
let production: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ origin: 'https://diary.example' })
  production = await startTestServer({ origin: 'https://diary.example', mode: 'production' })
})
afterAll(() => Promise.all([server.stop(), production.stop()]))

const get = (url: string, from = server) => from.app.inject({ url })

test.each(Object.entries(PUBLIC))('%s is painted for who is signed out, may be listed, and says what it is', async (path, title) => {
  const page = await get(path)
  expect(page.statusCode).toBe(200)
  expect(page.headers['x-robots-tag']).toBeUndefined()
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'cookie, accept-encoding',
  })
  expect(page.body).toContain(`<title>${title} · Pritchel</title>`)
  expect(page.body.match(/<h1/g)).toHaveLength(1)
  for (const name of ['description', 'og:title', 'og:description', 'og:url', 'og:image']) expect(page.body).toMatch(`"${name}" content="`)
  expect(page.body).toContain(`<link rel="canonical" href="https://diary.example${path === '/landing' ? '/' : path}" />`)
})

test.each(Object.keys(PUBLIC))('%s names at most 90 kB of JavaScript, and nothing inline', async (path) => {
  const { body } = await get(path)
  const scripts = [...body.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
  expect(scripts.every((tag) => tag.includes(' src="'))).toBe(true)
  const files = [...body.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, file]) => file ?? '')
  const sizes = await Promise.all(files.map(async (file) => gzipSync((await get(file)).rawPayload, { level: 9 }).length))
  expect(files.length).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES)
})

test('every picture and style a public page names is there', async () => {
  for (const path of Object.keys(PUBLIC)) {
    const { body } = await get(path)
    const named = [...body.matchAll(/(?:src|href|srcSet|srcset)="([^"]+)"/g)].flatMap(([, list = '']) => list.split(', '))
    const files = named.map((each) => each.split(' ')[0] ?? '').filter((each) => /^\/.*\.\w+$/.test(each))
    for (const file of new Set(files)) expect((await get(file)).statusCode, file).toBe(200)
  }
  expect((await get('/pictures/card.webp')).statusCode).toBe(200)
})

test('search engines receive the public pages alone, and each of them is there', async () => {
  const robots = await get('/robots.txt')
  expect(robots.body).toBe('User-agent: *\nDisallow: /api/\nSitemap: https://diary.example/sitemap.xml\n')
  const listed = [...(await get('/sitemap.xml')).body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  expect(listed.sort()).toEqual(['/', '/pricing', '/subscribe', '/terms'])
  for (const path of listed) expect((await get(path)).headers['x-robots-tag'], path).toBeUndefined()
})

test('who has a session gets the app in place of a public page', async () => {
  for (const path of ['/', '/pricing', '/terms', '/subscribe'])
    expect((await server.gareth.get(path)).body, path).toContain('<div id="root"></div>')
})

test('an address that is no screen is a 404, painted or in the app; a screen is not', async () => {
  const nowhere = await get('/no-such-screen')
  expect(nowhere.statusCode).toBe(404)
  expect(nowhere.body).toContain('404 Page Not Found')
  expect(nowhere.headers['x-robots-tag']).toBe('noindex')
  expect((await server.gareth.get('/no-such-screen')).statusCode).toBe(404)
  for (const path of SCREEN_PATHS) expect((await get(path)).statusCode, path).toBe(200)
})

test('the server knows every screen of the table of routes, and none beside', () => {
  const listed = listedScreens().map(({ path }) => path)
  expect([...SCREEN_PATHS].sort()).toEqual(listed.filter((path) => path !== '/no-such-screen').sort())
})

test('everything that is not public stays out of the lists', async () => {
  for (const path of ['/clients', '/sign-in', '/call-status', '/visit/x', '/api/health', '/pricing/else'])
    expect((await get(path)).headers['x-robots-tag'], path).toBe('noindex')
})

test('a visit card is painted for anyone with its link, and goes no further; another link is a 404', async () => {
  const post = async (path: string, body?: object) => (await server.gareth.post(path, body)).json()
  const { id: clientId } = await post('/api/clients', { name: 'Siân Penrose' })
  const { id: horseId } = await post('/api/horses', { name: 'Biscuit', clientId })
  const { id } = await post('/api/appointments', { clientId, horseId, onDay: '2026-11-24', isCallOnly: true })
  await server.gareth.put(`/api/appointments/${id}/complete-call`)
  const [link] = await post(`/api/appointments/${id}/visit-card`)
  const [page, none] = [await get(new URL(link.url).pathname), await get('/visit/unknown')]
  expect([page.statusCode, none.statusCode]).toEqual([200, 404])
  expect([page.body, none.body]).toEqual([expect.stringContaining('Biscuit'), expect.stringContaining('This link doesn’t work')])
  for (const { headers, body } of [page, none]) {
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    })
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(body).not.toMatch(/<script(?![^>]* src=)/)
  }
})

test('an owner answers without a script: a form is taken once and the page requested again; a form from elsewhere and a dead link are not', async () => {
  const post = async (path: string, body: object) => (await server.gareth.post(path, body)).json()
  const { id: clientId } = await post('/api/clients', { name: 'Siân Penrose' })
  const when = { startTime: '2098-01-06T09:00:00Z', endTime: '2098-01-06T10:00:00Z' }
  const { id } = await post('/api/appointments', { clientId, ...when })
  const path = `/answer/${await answerToken(server.gareth, id, clientId)}`
  const send = (payload: string, to = path, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'POST', url: to, payload, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } })
  const page = await get(path)
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Monday 6 January at 09:00')])
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' })
  expect(page.body).not.toMatch(/<script(?![^>]* src=)/)
  expect((await send('kind=confirmed', path, { origin: 'https://elsewhere.example' })).statusCode).toBe(403)
  const taken = await send('kind=move&suits=Mornings&suits=A+Saturday&words=')
  expect([taken.statusCode, taken.headers.location]).toEqual([303, `${path}?said=move`])
  await send('kind=move&suits=Mornings&suits=A+Saturday&words=')
  expect((await get(`${path}?said=move`)).body).toContain('You asked for another time: Mornings, A Saturday')
  const refused = await send('kind=gate_code&words=')
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('Type the code.')])
  expect((await server.gareth.get(`/api/visit-answers?appointmentId=${id}`)).json()).toHaveLength(1)
  for (const dead of ['/answer/unknown', '/offer/unknown']) {
    expect([(await get(dead)).statusCode, (await get(dead)).body]).toEqual([404, expect.stringContaining('This link doesn’t work')])
    expect((await send('kind=confirmed&says=yes', dead)).statusCode).toBe(303)
  }
})

test('only the test version shows that it is one', async () => {
  expect((await get('/pricing')).body).toContain('TEST VERSION')
  expect((await get('/pricing', production)).body).not.toContain('TEST VERSION')
})

test('an address of more than 2,000 characters is refused, and the last part of any other decides whether it is a screen', async () => {
  const dots = (many: number) => `/${'.'.repeat(many)}/`
  for (const url of [dots(15_000), `/api/clients/${'a'.repeat(2000)}`, `/${'%2e'.repeat(700)}`]) {
    const answer = await get(url)
    expect(answer.statusCode).toBe(414)
    expect(answer.json()).toMatchObject({ code: 'address_too_long', message: 'That address is too long.' })
  }
  const page = { 'content-type': 'text/html; charset=utf-8' }
  expect((await get(dots(1900))).headers).toMatchObject(page)
  expect((await get('/no.such/screen')).headers).toMatchObject(page)
  expect((await get('/no-such/file.js')).json()).toMatchObject({ code: 'not_found' })
  expect((await get(`/?from=${'a'.repeat(5000)}`)).statusCode).toBe(200)
})
