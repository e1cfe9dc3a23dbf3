import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { theBrowser } from '#testing/e2e.ts'

const BUILT = join(import.meta.dirname, '../dist/web')
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

let release = 1
let server: Server
let url: string

/* The built app from a plain server, whose service worker differs by release, as after an upgrade. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    if (path.startsWith('/api/')) return response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
    const body = readFileSync(join(BUILT, path))
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'cache-control': 'no-cache' })
    return response.end(path === '/sw.js' ? `${body}\n// release ${release}` : body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  url = `http://localhost:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a new version is offered quietly and put in place when the person accepts it, not before', async () => {
  const page = await (await theBrowser()).newPage()
  await page.goto(url)
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.reload()
  expect(await page.getByText('A new version is ready').count()).toBe(0)

  release = 2
  await page.reload()
  await page.evaluate('window.before = true')
  const offer = page.getByRole('button', { name: 'Reload' })
  await offer.waitFor()
  expect(await page.evaluate('navigator.serviceWorker.getRegistration().then((found) => Boolean(found.waiting))')).toBe(true)
  await offer.click()
  await page.waitForFunction('window.before === undefined && document.readyState === "complete"')
  expect(await page.evaluate('navigator.serviceWorker.getRegistration().then((found) => Boolean(found.waiting))')).toBe(false)
  await page.close()
})
