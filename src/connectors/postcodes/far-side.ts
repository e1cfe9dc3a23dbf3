import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/* A double that answers bulk lookups as Postcodes.io documents them and its published source does. It was never held against the real one. */

const MOST = 100
type Point = { longitude: number | null; latitude: number | null }
/** By their letters and digits alone: it reads them with or without a space. */
const CENTRES: Readonly<Record<string, Point>> = {
  SY81AA: { longitude: -2.719, latitude: 52.367 },
  HR60VK: { longitude: -2.8115, latitude: 52.2461 },
  LD82AB: { longitude: -3.0021, latitude: 52.2709 },
  SW1A1AA: { longitude: -0.141588, latitude: 51.501009 },
  // Those of Jersey have no published position.
  JE24WE: { longitude: null, latitude: null },
}

/** Postcodes.io; `asked`: the postcodes of each lookup. `during`: runs once before the next answer. */
export async function startPostcodes() {
  const asked: string[][] = []
  let during: (() => Promise<void>) | undefined
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://double')
    const answer = (status: number, more: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ status, ...more }))
    let text = ''
    for await (const chunk of request) text += chunk
    if (pathname !== '/postcodes' || request.method !== 'POST') return answer(404, { error: 'Resource not found' })
    const { postcodes } = JSON.parse(text) as { postcodes?: unknown }
    if (!postcodes) return answer(400, { error: 'Invalid JSON query submitted.' })
    if (!Array.isArray(postcodes)) return answer(400, { error: 'Invalid data submitted. You need to provide a JSON array' })
    if (postcodes.length > MOST) return answer(400, { error: 'Too many postcodes submitted' })
    asked.push(postcodes)
    await during?.()
    during = undefined
    return answer(200, {
      result: postcodes.map((query: string) => ({ query, result: CENTRES[query.replaceAll(' ', '').toUpperCase()] ?? null })),
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    credentials: { key: '', address: `http://${host}` },
    asked,
    beforeAnswering: (work: () => Promise<void>) => {
      during = work
    },
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}
