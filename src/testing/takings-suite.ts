import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TakingsConnector } from '#connectors/kit/connector.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Taking } from '#connectors/kit/takings.ts'
import type { Credentials, Wire } from '#connectors/kit/wire.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { setClock } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { openReach } from '#platform/server/reach.ts'
import { resetClock } from '#testing/set-clock.ts'

/** A reader of cards and what its service makes of it. Ids are those of the port. */
type Reader = {
  take: (pence: number, words?: string) => string
  begin: (pence: number) => string
  finish: (id: string) => void
  takeCash: (pence: number) => string
  cancel: (id: string) => void
  refund: (id: string, pence: number) => string
  payOut: (day: string) => number
}

type TakingsFault =
  | 'busy'
  | 'busy for 2 minutes'
  | 'broken'
  | 'hanging'
  | 'cut'
  | 'nonsense'
  | 'another shape'
  | 'huge'
  | 'expired'
  | 'revoked'
  | 'forbidden'

/** A service that runs for a test. */
export type TakingsFarSide = {
  host: string
  credentials: Credentials
  reader: Reader
  fail: (fault: TakingsFault | null) => void
  /** Ends the connection instead of answering the next requests, this many. */
  loseAnswers: (count: number) => void
  /** Requests that its description does not allow, with the reason. */
  invalid: () => string[]
  stop: () => Promise<void>
}

const NOON = new Date('2026-11-26T12:00:00Z')
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]
const PATIENCE_MS = 400
const HARD = ['D\'Arcy & <b>Söns</b> "Ltd"', '馬の名 🐴', '=cmd|x', 'a\tb\nc', `${'Very long '.repeat(40)}name`]

/** What every connector to a reader of cards does, at a service that runs. */
export function takingsSuite(name: string, { takings, check, manifest }: TakingsConnector, start: () => Promise<TakingsFarSide>) {
  describe(name, () => {
    let far: TakingsFarSide
    let wire: Wire
    const wireWith = (more: Partial<Credentials> = {}, mostMs = 20_000): Wire =>
      openWire({
        fetch: openReach({ reach: [far.host], mostMs }),
        manifest: { pace: { atOnce: 1, perMinute: 100_000 } },
        credentials: { ...far.credentials, ...more },
      })
    /** All that comes, until there is no more. */
    const read = async (from: string | null) => {
      const found: Taking[] = []
      let page = await takings.since(wire, from)
      for (found.push(...page.takings); page.hasMore; found.push(...page.takings)) page = await takings.since(wire, page.cursor)
      return { found, cursor: page.cursor }
    }
    const later = (ms: number) => setClock(new Date(NOON.getTime() + ms))
    const shown = (found: readonly Taking[]) => found.map(({ kind, id, pence, ofId }) => [kind, id, pence, ofId])
    const refusal = (asking: Promise<unknown>) =>
      asking.then(
        (answer) => ({ answer }),
        (error: unknown) => (error instanceof Refusal ? { kind: error.kind, afterMs: error.afterMs, says: error.sentence } : { error }),
      )

    beforeAll(async () => {
      far = await start()
    })
    beforeEach(() => {
      setClock(NOON)
      far.fail(null)
      far.loseAnswers(0)
      wire = wireWith()
    })
    afterEach(resetClock)
    afterAll(() => far?.stop())

    test('names the account it reads', async () => {
      expect((await check(wire)).account).not.toBe('')
      expect(manifest.asks.by).toBe('key')
    })

    test('a taking comes once it is through, to the penny, when it was, with what was typed', async () => {
      const { cursor } = await read(null)
      later(MINUTE_MS)
      const id = far.reader.take(4567, 'Trim, Biscuit')
      const begun = far.reader.begin(1001)
      const first = await read(cursor)
      const taken = first.found.find((one) => one.id === id)
      expect(taken).toMatchObject({
        kind: 'taking',
        pence: 4567,
        ofId: null,
        isFinal: true,
        words: expect.stringContaining('Trim, Biscuit'),
      })
      expect(Math.floor(Number(taken?.at) / MINUTE_MS)).toBe(NOON.getTime() / MINUTE_MS + 1)
      expect(first.found.filter((one) => one.id === begun && one.isFinal)).toEqual([])
      later(60 * MINUTE_MS)
      far.reader.finish(begun)
      expect((await read(first.cursor)).found.find((one) => one.id === begun)).toMatchObject({ pence: 1001, isFinal: true })
    })

    test('every penny of a hundred sums is right', async () => {
      const { cursor } = await read(null)
      const sums = Array.from({ length: 100 }, (_, nth) => 1001 + nth * 7)
      const ids = new Set(sums.map((pence) => far.reader.take(pence)))
      const { found } = await read(cursor)
      expect(found.filter(({ id }) => ids.has(id)).map(({ pence }) => pence)).toEqual(sums)
    })

    test('more than a page comes in several, each taking once', async () => {
      const { cursor } = await read(null)
      const ids = Array.from({ length: 230 }, () => far.reader.take(4500))
      const { found } = await read(cursor)
      const came = found.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
      expect([came.length, new Set(came)]).toEqual([230, new Set(ids)])
    })

    test('cash that was typed into it does not', async () => {
      const { cursor } = await read(null)
      const id = far.reader.takeCash(4500)
      expect((await read(cursor)).found.filter((one) => one.id === id)).toEqual([])
    })

    test('refunds of one taking are each one of their own, of that taking', async () => {
      const id = far.reader.take(9000)
      const { cursor } = await read(null)
      later(60 * MINUTE_MS)
      const refunds = [far.reader.refund(id, 1000), far.reader.refund(id, 2050)]
      const { found } = await read(cursor)
      expect(shown(found.filter(({ kind, ofId }) => kind === 'refund' && ofId === id))).toEqual([
        ['refund', refunds[0], 1000, id],
        ['refund', refunds[1], 2050, id],
      ])
      expect(found.find((one) => one.id === id)).toMatchObject({ kind: 'taking', pence: 9000 })
    })

    test('one that was cancelled comes again, as nothing', async () => {
      const id = far.reader.take(4500)
      const { cursor } = await read(null)
      later(60 * MINUTE_MS)
      far.reader.cancel(id)
      expect((await read(cursor)).found.find((one) => one.id === id)).toMatchObject({ kind: 'taking', pence: 0, isFinal: true })
    })

    test('what was paid into the bank comes when its day is over, and with the fees it is what was taken', async () => {
      far.reader.payOut('2026-01-01')
      const { cursor } = await read(null)
      const sums = [4500, 12_345, 999]
      const [, twice] = sums.map((pence) => far.reader.take(pence))
      far.reader.refund(twice ?? '', 2345)
      const day = dayOf(NOON, 'Europe/London')
      const paid = far.reader.payOut(day)
      const same = await read(cursor)
      expect(same.found.filter(({ kind }) => kind === 'payout' || kind === 'fee')).toEqual([])
      later(DAY_MS)
      const { found } = await read(same.cursor)
      const of = (kind: Taking['kind']) => found.filter((one) => one.kind === kind).reduce((sum, { pence }) => sum + pence, 0)
      expect([of('payout'), of('payout') + of('fee')]).toEqual([paid, 4500 + 12_345 + 999 - 2345])
      const payout = found.find(({ kind }) => kind === 'payout')
      expect([payout && dayOf(payout.at, 'Europe/London'), found.find(({ kind }) => kind === 'fee')?.ofId]).toEqual([day, payout?.id])
      later(3 * DAY_MS)
      expect((await read((await read(same.cursor)).cursor)).found.filter(({ kind }) => kind === 'payout' || kind === 'fee')).toEqual([])
    })

    test('payouts of months are all there', async () => {
      const { cursor } = await read(null)
      const days = Array.from({ length: 70 }, (_, nth) => addDays(dayOf(NOON, 'Europe/London'), nth))
      for (const day of days) {
        far.reader.take(1000)
        far.reader.payOut(day)
      }
      later(71 * DAY_MS)
      const { found } = await read(cursor)
      const paid = found.filter(({ kind }) => kind === 'payout').map(({ at }) => dayOf(at, 'Europe/London'))
      expect(paid).toEqual(days)
    })

    test('nothing new is no takings, and an unreadable cursor is none', async () => {
      later(900 * DAY_MS)
      expect((await read((await read(null)).cursor)).found).toEqual([])
      expect((await read('what was this?')).found).toEqual([])
    })

    test('hard strings arrive as they are', async () => {
      const { cursor } = await read(null)
      const ids = HARD.map((hard) => far.reader.take(4500, hard))
      const { found } = await read(cursor)
      for (const [at, hard] of HARD.entries()) expect(found.find(({ id }) => id === ids[at])?.words).toContain(hard)
    })

    test('a lost answer, then the same again, is as one answer', async () => {
      const { cursor } = await read(null)
      const id = far.reader.take(4500)
      far.loseAnswers(1)
      expect(await refusal(takings.since(wire, cursor))).toMatchObject({ kind: 'later' })
      const [first, again] = [await read(cursor), await read(cursor)]
      expect(shown(again.found)).toEqual(shown(first.found))
      expect(first.found.filter((one) => one.id === id)).toHaveLength(1)
    })

    test('a wrong key is to be entered again', async () => {
      wire = wireWith({ key: 'sup_sk_wrong' })
      for (const asking of [check(wire), takings.since(wire, null)])
        expect(await refusal(asking)).toMatchObject({ kind: 'sign_in', says: expect.stringContaining('key') })
    })

    test('a merchant that is not theirs may not be read', async () => {
      wire = wireWith({ account: 'M0/../OTHER?x' })
      expect(await refusal(check(wire))).toMatchObject({ kind: 'not_allowed', says: expect.stringContaining('merchant code') })
    })

    test.each([
      ['expired', { kind: 'sign_in' }],
      ['revoked', { kind: 'sign_in' }],
      ['forbidden', { kind: 'not_allowed' }],
      ['busy', { kind: 'later', afterMs: undefined }],
      ['busy for 2 minutes', { kind: 'later', afterMs: 120_000 }],
      ['broken', { kind: 'later' }],
      ['hanging', { kind: 'later' }],
      ['cut', { kind: 'later' }],
      ['nonsense', { kind: 'later' }],
      ['another shape', { kind: 'later' }],
      ['huge', { kind: 'refused' }],
    ] as const)('a service that is %s is a refusal, and nothing else', async (fault, as) => {
      far.fail(fault)
      const impatient = wireWith({}, fault === 'hanging' ? PATIENCE_MS : 20_000)
      for (const asking of [() => check(impatient), () => takings.since(impatient, null)]) expect(await refusal(asking())).toMatchObject(as)
    })

    test('every request is as the service describes it, and changes nothing there', () => {
      expect(far.invalid()).toEqual([])
    })
  })
}
