import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RoadsConnector } from '#connectors/kit/connector.ts'
import { Refusal, type RefusalKind } from '#connectors/kit/refusal.ts'
import type { Engine } from '#connectors/kit/roads.ts'
import type { Credentials, Wire } from '#connectors/kit/wire.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import type { LatLng } from '#lib/position.ts'
import { openReach } from '#platform/server/reach.ts'
import { BY_HAND, DRAWN } from '#testing/roads-lengths.ts'

type Fault = 'busy' | 'busy for 2 minutes' | 'out of quota' | 'broken' | 'hanging' | 'cut' | 'nonsense'

/** A source of roads that runs for a test, with the drawn map. */
type FarSide = {
  host: string
  credentials: Credentials
  hasKey: boolean
  /** The requests it got, a line each. */
  asked: string[]
  fail: (fault: Fault | null) => void
  stop: () => Promise<void>
}

/** How one is started; `missing`: what must be installed first, in which case the tests are skipped. */
type Starter = { missing: string | null; start: () => Promise<FarSide> }

/** An engine's earth may be another ball, or an ellipsoid. */
const AS_EXACT = 0.003
const PATIENCE_MS = 400

/** What every source of roads does, at a server that runs. */
export function roadsSuite(engine: Engine, { roads, check, manifest }: RoadsConnector, { missing, start }: Starter) {
  describe.skipIf(missing !== null)(`${engine}${missing ? ` (missing: ${missing})` : ''}`, () => {
    let far: FarSide
    let wire: Wire
    const wireWith = (more: Partial<Credentials> = {}, mostMs = 20_000): Wire => {
      const fetch = openReach({ reach: [far.host], mostMs })
      return openWire({
        fetch,
        manifest: { pace: { atOnce: manifest.pace?.atOnce ?? 1, perMinute: 10_000 } },
        credentials: { ...far.credentials, ...more },
      })
    }
    const table = (...places: LatLng[]) => roads.table(wire, places)
    const refusal = (asking: Promise<unknown>): Promise<Refusal> =>
      asking.then(
        () => {
          throw new Error('it was not refused')
        },
        (error) => {
          if (!(error instanceof Refusal)) throw error
          return error
        },
      )
    const kindOf = async (asking: Promise<unknown>): Promise<RefusalKind> => (await refusal(asking)).kind
    beforeAll(async () => {
      far = await start()
    })
    beforeEach(() => {
      far.fail(null)
      wire = wireWith()
    })
    afterAll(() => far?.stop())

    test('names itself', async () => {
      expect((await check(wire)).account.toLowerCase()).toContain(engine)
    })

    test('gives lengths as worked out by hand, both ways, and over the only bridge', async () => {
      const { engine: by, legs } = await table(DRAWN.bridge, DRAWN.south, DRAWN.southEast, DRAWN.north)
      expect(by).toBe(engine)
      const km = (from: number, to: number) => legs[from]?.[to]?.km ?? Number.NaN
      const ratios = [
        km(0, 1) / BY_HAND.bridgeToSouth,
        km(1, 0) / BY_HAND.bridgeToSouth,
        km(1, 2) / BY_HAND.southToSouthEast,
        km(1, 3) / BY_HAND.southToNorth,
        km(3, 1) / BY_HAND.southToNorth,
      ]
      for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(AS_EXACT)
      expect([legs.length, ...legs.map((row) => row.length)]).toEqual([4, 4, 4, 4, 4])
      expect(legs.map((row, index) => row[index])).toEqual(Array(4).fill({ km: 0, minutes: 0 }))
    })

    test('takes minutes for them as cars do', async () => {
      const { legs } = await table(DRAWN.south, DRAWN.north)
      const { km = 0, minutes = 0 } = legs[0]?.[1] ?? {}
      expect((km / minutes) * 60).toBeGreaterThan(20)
      expect((km / minutes) * 60).toBeLessThan(100)
    })

    test('an unreachable pair has no leg, and the others have theirs', async () => {
      const { legs } = await table(DRAWN.south, DRAWN.lost, DRAWN.north)
      expect([legs[0]?.[1], legs[1]?.[0], legs[1]?.[2], legs[2]?.[1]]).toEqual([null, null, null, null])
      expect(legs[0]?.[2]?.km).toBeGreaterThan(15)
    })

    test('makes one request a table, for points to five decimals, and nothing else', async () => {
      await table(DRAWN.bridge, DRAWN.south)
      far.asked.length = 0
      await table({ lat: 52.200001234, lng: -2.8000012 }, DRAWN.northEast)
      expect(far.asked).toHaveLength(1)
      expect(far.asked[0]).not.toMatch(/\d\.\d{6}/)
      expect(far.asked[0]).toContain('-2.72')
    })

    test('places that are on no road it knows are refused, in words', async () => {
      const { kind, sentence } = await refusal(table({ lat: 10, lng: 10 }, { lat: 10, lng: 10.1 }))
      expect([kind, sentence]).toEqual(['refused', expect.stringContaining('straight lines')])
    })

    test('too many places are refused', async () => {
      const places = Array.from({ length: 101 }, () => DRAWN.south)
      expect(await kindOf(table(...places))).toBe('refused')
    })

    test('fifty places are not too many', async () => {
      const places = Array.from({ length: 50 }, (_, index) => (index % 2 ? DRAWN.south : DRAWN.northEast))
      expect((await table(...places)).legs).toHaveLength(50)
    })

    test.for<[Fault, RefusalKind, number | undefined]>([
      ['busy', 'later', undefined],
      ['busy for 2 minutes', 'later', 120_000],
      ['broken', 'later', undefined],
      ['cut', 'later', undefined],
      ['nonsense', 'later', undefined],
    ])('when it is %s, it is asked again later', async ([fault, kind, afterMs]) => {
      await table(DRAWN.south, DRAWN.north)
      far.fail(fault)
      const { kind: found, afterMs: wait } = await refusal(table(DRAWN.south, DRAWN.north))
      expect([found, wait]).toEqual([kind, afterMs])
    })

    test('when it hangs, the request is made again later', async () => {
      wire = wireWith({}, PATIENCE_MS)
      await table(DRAWN.south, DRAWN.north)
      far.fail('hanging')
      expect(await kindOf(table(DRAWN.south, DRAWN.north))).toBe('later')
    })

    test('a wrong key is refused, and no quota left is not taken for one', async ({ skip }) => {
      if (!far.hasKey) skip('it has no key')
      wire = wireWith({ key: 'wrong' })
      expect([await kindOf(check(wire)), await kindOf(table(DRAWN.south, DRAWN.north))]).toEqual(['sign_in', 'sign_in'])
      wire = wireWith()
      far.fail('out of quota')
      expect(await kindOf(table(DRAWN.south, DRAWN.north))).toBe('later')
    })
  })
}
