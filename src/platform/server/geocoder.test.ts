import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { openGeocoder } from '#platform/server/geocoder.ts'

let server: Server | undefined
afterEach(() => {
  vi.restoreAllMocks()
  server?.closeAllConnections()
  server?.close()
})

const requests: IncomingMessage[] = []

/** A geocoder on this machine that gives the configured answers. */
async function geocoder(answer: RequestListener) {
  requests.length = 0
  server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return openGeocoder(`http://127.0.0.1:${(server.address() as AddressInfo).port}/search`, 'https://diary.example')
}
const answering = (status: number, body: unknown) =>
  geocoder((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body)),
  )

test('a place is found by its address, and the request identifies its sender', async () => {
  const find = await answering(200, [{ display_name: 'Kingsland, Herefordshire', lat: '52.2466', lon: '-2.8124', osm_id: 1 }])
  expect(await find('Hollybush Farm, HR6 0VK')).toEqual([{ name: 'Kingsland, Herefordshire', lat: 52.2466, lng: -2.8124 }])
  const url = new URL(requests[0]?.url ?? '', 'http://x')
  expect(Object.fromEntries(url.searchParams)).toEqual({ q: 'Hollybush Farm, HR6 0VK', format: 'jsonv2', limit: '5', countrycodes: 'gb' })
  expect(requests[0]?.headers['user-agent']).toBe('Pritchel (https://diary.example)')
})

test('an unknown address finds nothing', async () => {
  expect(await (await answering(200, []))('Nowhere')).toEqual([])
})

test('a geocoder that requests a pause is reported as busy', async () => {
  await expect((await answering(429, {}))('Kingsland')).rejects.toMatchObject({ code: 'geocoder_busy' })
})

test.each([
  ['an error', 500, {}],
  ['a page', 200, '<html>'],
  ['another shape', 200, { features: [] }],
  ['a place off the Earth', 200, [{ display_name: 'x', lat: '152', lon: '0' }]],
])('a geocoder that answers with %s is called silent', async (_, status, body) => {
  await expect((await answering(status, body))('Kingsland')).rejects.toMatchObject({ code: 'geocoder_silent' })
})

test('one that hangs is given up', async () => {
  const find = await geocoder(() => {})
  const over = AbortSignal.abort(new DOMException('', 'TimeoutError'))
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over)
  await expect(find('Kingsland')).rejects.toMatchObject({ code: 'geocoder_silent' })
  expect(AbortSignal.timeout).toHaveBeenCalledWith(5000)
})

test('one that is not there is called silent', async () => {
  const find = openGeocoder('http://127.0.0.1:1/search', 'https://diary.example')
  await expect(find('Kingsland')).rejects.toMatchObject({ code: 'geocoder_silent' })
})
