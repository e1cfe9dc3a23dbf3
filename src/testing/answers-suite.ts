import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Manifest } from '#connectors/kit/manifest.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { openReach } from '#platform/server/reach.ts'

const json =
  (body: string, status = 200, headers: object = {}): RequestListener =>
  (request, answer) => {
    request.resume()
    answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }

/** A whole answer was promised; the line breaks in the middle of it. */
const cut: RequestListener = (_, answer) => {
  answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  answer.write('{"result":[', () => answer.destroy())
}

const MOST_BYTES = 100_000
const LATER = { kind: 'later', afterMs: undefined }
const CASES: readonly [name: string, answer: RequestListener, refusal: object][] = [
  ['429 with Retry-After', json('{}', 429, { 'retry-after': '7' }), { kind: 'later', afterMs: 7000 }],
  ['500', json('{}', 500), LATER],
  ['silence', () => {}, LATER],
  ['a body that is cut off', cut, LATER],
  ['a page instead of JSON', json('<html>Back soon</html>'), LATER],
  ['an empty body', json(''), LATER],
  ['JSON of another shape', json('{"result":{"a":1},"coordinates":[1,2]}'), LATER],
  ['null', json('null'), LATER],
  [
    'numbers as texts',
    json('{"result":[{"query":"SY8 1AA","result":{"latitude":"52","longitude":"-2"}}],"coordinates":{"lat":"52","lng":"-2"}}'),
    LATER,
  ],
  ['more than is read', json(JSON.stringify({ more: 'x'.repeat(MOST_BYTES) })), { kind: 'refused' }],
]

/**
 * What a connector that asks for JSON makes of answers no far side should give: a Refusal, and nothing else. `tooMany`: of a 429 that doesn't say
 * how long to wait.
 */
export function answersSuite(name: string, manifest: Manifest, ask: (wire: Wire) => Promise<unknown>, tooMany: object = LATER) {
  describe(`${name}, badly answered`, () => {
    const servers: Server[] = []
    afterEach(() => {
      for (const server of servers.splice(0)) {
        server.closeAllConnections()
        server.close()
      }
    })
    const serve = async (answer: RequestListener) => {
      const server = createServer(answer)
      servers.push(server)
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      return `127.0.0.1:${(server.address() as AddressInfo).port}`
    }
    const wireTo = (host: string, others: string[] = []) =>
      openWire({
        fetch: openReach({ reach: [host, ...others], mostBytes: MOST_BYTES, mostMs: 500 }),
        manifest,
        credentials: { key: 'secret-3f9a', address: `http://${host}` },
      })
    const refusalFrom = (asking: Promise<unknown>) =>
      asking.then(
        (answer) => ({ answer }),
        (error) => (error instanceof Refusal ? { kind: error.kind, sentence: error.sentence, afterMs: error.afterMs } : { error }),
      )

    test.each([...CASES, ['429 without Retry-After', json('{}', 429), tooMany] as const])('%s is a refusal', async (_, answer, refusal) => {
      expect(await refusalFrom(ask(wireTo(await serve(answer))))).toMatchObject(refusal)
    })

    test('a redirect to another host is refused, and the key does not go there', async () => {
      const seen: unknown[] = []
      const other = await serve((request, answer) => {
        seen.push(JSON.stringify([request.url, request.headers]))
        answer.end('{}')
      })
      const host = await serve((_, answer) => answer.writeHead(307, { location: `http://${other}/` }).end())
      expect(await refusalFrom(ask(wireTo(host, [other])))).toMatchObject({ kind: 'refused', sentence: expect.stringContaining(other) })
      expect(seen).toHaveLength(1)
      expect(seen.join()).not.toContain('secret-3f9a')
    })
  })
}
