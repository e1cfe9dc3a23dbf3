import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawnMap } from '#connectors/roads/far-map.ts'
import type { LatLng } from '#lib/position.ts'

/* For tests only: a real Valhalla, and doubles of openrouteservice and OSRM that answer as documented. All have the drawn map. */

/** How the next answers fail. */
type Fault = 'busy' | 'busy for 2 minutes' | 'out of quota' | 'broken' | 'hanging' | 'cut' | 'nonsense'

type Answer = { status: number; body: unknown }
type Handler = (request: { method: string; url: URL; key: string; body: string }) => Answer | Promise<Answer>

const KEY = 'key-of-the-farrier-0123456789'
const FOLDER = fileURLToPath(new URL('../../../test-servers/valhalla', import.meta.url))
/** As documented: cells of openrouteservice's public matrix, places of OSRM by default. */
const [ORS_CELLS, OSRM_PLACES] = [3500, 100]

/** A far side on this machine: the requests it got, and how its next answers fail. */
async function served(handler: Handler, close: () => Promise<void> = async () => {}) {
  const asked: string[] = []
  let fault: Fault | null = null
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url = '', headers } = request
    asked.push(`${method} ${url} ${body}`.trim())
    if (fault && !url.startsWith('/status') && !url.includes('/-2.7,52.2;-2.7,52.3')) return fail(fault, response)
    const answer = await handler({ method, url: new URL(url, 'http://far'), key: headers.authorization ?? '', body })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    address: `http://${host}`,
    asked,
    fail: (next: Fault | null) => {
      fault = next
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await close()
    },
  }
}

function fail(fault: Fault, response: ServerResponse<IncomingMessage>): void {
  const send = (status: number, text: string, headers: Record<string, string> = {}) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  if (fault === 'busy') send(429, '{"error":"Rate limit exceeded"}')
  else if (fault === 'busy for 2 minutes') send(429, '{"error":"Rate limit exceeded"}', { 'retry-after': '120' })
  else if (fault === 'out of quota') send(403, '{"error":"Quota exceeded"}')
  else if (fault === 'broken') send(500, '{"error":"Internal"}')
  else if (fault === 'nonsense') send(200, '<html>Back soon</html>')
  else if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9000' }).write('{"durations":[[0,')
    setImmediate(() => response.destroy())
  }
}

const tablesOf = (rows: readonly (readonly ({ seconds: number; metres: number } | null)[] | undefined)[]) => ({
  durations: rows.map((row) => row?.map((leg) => leg && Math.round(leg.seconds * 100) / 100)),
  distances: rows.map((row) => row?.map((leg) => leg && Math.round(leg.metres * 100) / 100)),
})

export const openrouteservice = {
  missing: null,
  start: async () => {
    const between = drawnMap()
    const refused = (status: number, code: number, message: string): Answer => ({ status, body: { error: { code, message }, info: {} } })
    const far = await served(({ method, url, key, body }) => {
      if (!key) return { status: 401, body: { error: 'Authorization field missing' } }
      if (key !== KEY) return { status: 403, body: { error: 'Access to this API has been disallowed' } }
      if (url.pathname !== '/v2/matrix/driving-car') return { status: 404, body: { error: 'Requested API endpoint not found' } }
      if (method !== 'POST') return refused(405, 6099, 'Request method is not supported.')
      const { locations, metrics = ['duration'] } = JSON.parse(body) as { locations?: [number, number][]; metrics?: string[] }
      if (!locations) return refused(400, 6001, "Parameter 'locations' is missing.")
      if (locations.length ** 2 > ORS_CELLS) return refused(400, 6004, `Only a total of ${ORS_CELLS} routes are allowed.`)
      // Beyond its map all is refused; on it, a place that is far from any road has no legs.
      if (locations.some(([lng, lat]) => Math.abs(lat - 52) > 1 || Math.abs(lng + 3) > 1))
        return refused(404, 6010, 'Source point(s) out of bounds')
      const rows = between(locations.map(([lng, lat]): LatLng => ({ lat, lng })))
      const { durations, distances } = tablesOf(rows.map((row) => row ?? locations.map(() => null)))
      const asked = { ...(metrics.includes('duration') && { durations }), ...(metrics.includes('distance') && { distances }) }
      return { status: 200, body: { ...asked, metadata: { attribution: 'openrouteservice.org | OpenStreetMap contributors' } } }
    })
    return { ...far, hasKey: true, credentials: { key: KEY, address: far.address } }
  },
}

export const osrm = {
  missing: null,
  start: async () => {
    const between = drawnMap()
    const refused = (code: string, message: string): Answer => ({ status: 400, body: { code, message } })
    const far = await served(({ method, url }) => {
      const [, points] = /^\/table\/v1\/\w+\/([-\d.,;]+)$/.exec(decodeURIComponent(url.pathname)) ?? []
      if (method !== 'GET' || !points) return refused('InvalidUrl', 'URL string malformed close to position 1')
      const places = points.split(';').map((point): LatLng => {
        const [lng = '', lat = ''] = point.split(',')
        return { lng: Number(lng), lat: Number(lat) }
      })
      if (places.length > OSRM_PLACES) return refused('TooBig', 'Too many table coordinates')
      const rows = between(places)
      const lost = rows.indexOf(undefined)
      if (lost >= 0) return refused('NoSegment', `Could not find a matching segment for coordinate ${lost}`)
      const annotations = (url.searchParams.get('annotations') ?? 'duration').split(',')
      const { durations, distances } = tablesOf(rows)
      const asked = { ...(annotations.includes('duration') && { durations }), ...(annotations.includes('distance') && { distances }) }
      return { status: 200, body: { code: 'Ok', ...asked } }
    })
    return { ...far, hasKey: false, credentials: { key: '', address: far.address } }
  },
}

/** Valhalla's own library with the drawn map, behind its service's paths: `npm ci --ignore-scripts` in test-servers/valhalla, and Debian's osmium-tool. */
export const valhalla = {
  missing: !existsSync('/usr/bin/osmium') ? 'osmium-tool' : existsSync(join(FOLDER, 'node_modules')) ? null : 'test-servers/valhalla',
  start: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pritchel-valhalla-'))
    const child = spawn(process.execPath, [join(FOLDER, 'serve.js'), folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    const kill = () => void child.kill('SIGKILL')
    process.once('exit', kill)
    const over = new Promise<void>((done) => child.once('close', () => done()))
    const port = await new Promise<string>((done, refuse) => {
      child.stdout.once('data', (text: Buffer) => done(text.toString().trim()))
      child.once('close', (code) => refuse(new Error(`Valhalla ended before it began (${code})`)))
    })
    const close = async () => {
      kill()
      process.off('exit', kill)
      await over
      rmSync(folder, { recursive: true, force: true })
    }
    const far = await served(async ({ method, url, body }) => {
      const answer = await fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, { method, ...(body && { body }) })
      return { status: answer.status, body: await answer.json() }
    }, close)
    return { ...far, hasKey: false, credentials: { key: '', address: far.address } }
  },
}
