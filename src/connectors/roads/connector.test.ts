import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Refusal } from '#connectors/kit/refusal.ts'
import { roads } from '#connectors/roads/connector.ts'
import { openrouteservice, osrm, valhalla } from '#connectors/roads/far-side.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { openReach } from '#platform/server/reach.ts'
import { answersSuite } from '#testing/answers-suite.ts'
import { DRAWN } from '#testing/roads-lengths.ts'
import { roadsSuite } from '#testing/roads-suite.ts'

answersSuite('openrouteservice', roads.manifest, (wire) => roads.roads.table(wire, [DRAWN.south, DRAWN.north]))
roadsSuite('openrouteservice', roads, openrouteservice)
roadsSuite('osrm', roads, osrm)
roadsSuite('valhalla', roads, valhalla)

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** The way to a server that answers every request the same. */
async function always(status: number, body: string, key = '') {
  const server = createServer((_, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body))
  closing.push(() => server.close())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetch = openReach({ reach: [host] })
  return openWire({ fetch, manifest: roads.manifest, credentials: { key, address: `http://${host}/` } })
}
const refusalOf = async (asking: Promise<unknown>) => {
  const error = await asking.catch((reason: unknown) => reason)
  return error instanceof Refusal ? [error.kind, error.sentence] : error
}

test('an address where neither engine is gets a sentence', async () => {
  expect(await refusalOf(roads.check(await always(200, '<html>Apache2 Debian Default Page</html>')))).toEqual([
    'gone',
    "There's no OSRM or Valhalla at this address.",
  ])
})

test('a server behind a password gets a sentence', async () => {
  expect(await refusalOf(roads.check(await always(401, '{}')))).toEqual([
    'not_allowed',
    "This server wants a password, which can't be given here.",
  ])
})

test('a key and the address of an OSRM don’t go together, which a sentence explains', async () => {
  const far = await osrm.start()
  closing.push(() => void far.stop())
  const wire = openWire({
    fetch: openReach({ reach: [far.host] }),
    manifest: roads.manifest,
    credentials: { ...far.credentials, key: 'some key' },
  })
  expect(await refusalOf(roads.check(wire))).toEqual(['gone', expect.stringContaining('needs no key')])
})

test.for([
  ['too few rows', { durations: [[0, 1]], distances: [[0, 1]] }],
  ['too few cells', { durations: [[0], [1]], distances: [[0], [1]] }],
  [
    'words for numbers',
    {
      durations: [
        [0, '1'],
        [1, 0],
      ],
      distances: [
        [0, 1],
        [1, 0],
      ],
    },
  ],
  [
    'less than nothing',
    {
      durations: [
        [0, -1],
        [1, 0],
      ],
      distances: [
        [0, 1],
        [1, 0],
      ],
    },
  ],
  [
    'no lengths',
    {
      durations: [
        [0, 1],
        [1, 0],
      ],
    },
  ],
])('a table with %s is not believed', async ([, body]) => {
  const wire = await always(200, JSON.stringify(body), 'a key')
  expect(await refusalOf(roads.roads.table(wire, [DRAWN.south, DRAWN.north]))).toEqual(['later', undefined])
})
