import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/* A double that answers convert-to-coordinates as the documentation of its API, version 3, says. It was never held against the real one. */

const KEY = 'W3W-0000-3f9a'
/** As its answers have them. */
const SQUARES: Readonly<Record<string, { lat: number; lng: number }>> = {
  'filled.count.soap': { lat: 51.520847, lng: -0.195521 },
  'daring.lion.race': { lat: 51.508341, lng: -0.125499 },
  'émeu.été.où': { lat: 48.858304, lng: 2.294514 },
}

/** What3words; `asked`: the words requested. A plan that does not convert answers 402. */
export async function startWhat3words() {
  const asked: string[] = []
  let converts = true
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://double')
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const fault = (status: number, code: string) => answer(status, { error: { code, message: code } })
    if (request.method !== 'GET') return fault(405, 'MethodNotAllowed')
    if (url.pathname !== '/v3/convert-to-coordinates') return fault(404, 'NotFound')
    const key = request.headers['x-api-key'] ?? url.searchParams.get('key')
    if (!key) return fault(401, 'MissingKey')
    if (key !== KEY) return fault(401, 'InvalidKey')
    if (!converts) return fault(402, 'QuotaExceeded')
    const all = url.searchParams.getAll('words')
    if (all.length > 1) return fault(400, 'DuplicateParameter')
    const words = all[0] ?? ''
    if (!words) return fault(400, 'MissingWords')
    asked.push(words)
    const coordinates = SQUARES[words]
    if (!coordinates) return fault(400, 'BadWords')
    return answer(200, {
      ...{ country: 'GB', nearestPlace: 'Bayswater, London', coordinates, words, language: 'en', map: `https://w3w.co/${words}` },
      square: { southwest: coordinates, northeast: coordinates },
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    credentials: { key: KEY, address: `http://${host}` },
    asked,
    /** Changes to a plan that turns words into positions, or does not. */
    plan: (does: boolean) => {
      converts = does
    },
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}
