import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { radicale } from '#connectors/caldav/far-side.ts'
import { setClock } from '#lib/clock.ts'
import { openReach } from '#platform/server/reach.ts'
import { openVault } from '#platform/server/vault.ts'
import { BEGINS_AT, badFortnight, SHORT } from '#testing/bad-fortnight/fortnight.ts'
import { missingReader } from '#testing/bad-fortnight/readings.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

/* The short form of `npm run bad-fortnight`, which also shows that it finds out broken engines. */

const missing = radicale.missing ?? missingReader
const vaultKey = randomBytes(32).toString('base64')
let server: TestServer
let far: Awaited<ReturnType<typeof radicale.start>>

describe.skipIf(missing !== null)(`a bad fortnight${missing ? ` (missing: ${missing})` : ''}`, () => {
  beforeAll(async () => {
    setClock(BEGINS_AT)
    const vault = openVault({ dataFolder: '', vaultKeys: [vaultKey] })
    server = await startTestServer({ own: true, vault, reach: openReach({ reach: ['127.0.0.1'] }), reachable: ['127.0.0.1'] })
    far = await radicale.start()
  })
  afterAll(async () => {
    resetClock()
    await server.stop()
    await far.stop()
  })

  test('ends with a calendar that matches the diary, and each conflict raised once', async () => {
    const { faults, ...counts } = await badFortnight({ app: server.app, db: server.db, vaultKey }, far, { seed: 1, length: SHORT })
    expect(faults).toEqual([])
    expect(counts).toMatchObject({ here: SHORT.here, there: SHORT.there, kills: SHORT.kills, losses: SHORT.losses })
    expect(counts.conflicts).toBeGreaterThan(0)
  })
})
