import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#connectors/kit/refusal.ts'
import { sumup } from '#connectors/sumup/connector.ts'
import { startSumUp } from '#connectors/sumup/far-side.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { openReach } from '#platform/server/reach.ts'
import { answersSuite } from '#testing/answers-suite.ts'
import { takingsSuite } from '#testing/takings-suite.ts'

takingsSuite('SumUp, its double', sumup, startSumUp)
answersSuite('SumUp', sumup.manifest, (wire) => sumup.takings.since(wire, null))

let far: Awaited<ReturnType<typeof startSumUp>>
beforeAll(async () => {
  far = await startSumUp()
})
afterAll(() => far.stop())
afterEach(() => {
  far.losePages(false)
  far.currency('GBP')
})
const wire = () => openWire({ fetch: openReach({ reach: [far.host] }), manifest: {}, credentials: far.credentials })

test('the account is named as its customers know it', async () => {
  expect(await sumup.check(wire())).toEqual({ account: 'Gareth Probert Farriery' })
})

test('an account in another currency is refused', async () => {
  far.currency('EUR')
  const refused = await sumup.check(wire()).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ kind: 'refused', sentence: expect.stringContaining('pounds') })
})

test('a next page that is no longer known there begins again with the first', async () => {
  const { cursor } = await sumup.takings.since(wire(), null)
  const ids = Array.from({ length: 130 }, () => far.reader.take(4500))
  const first = await sumup.takings.since(wire(), cursor)
  expect([first.takings.length, first.hasMore]).toEqual([100, true])
  far.losePages(true)
  const again = await sumup.takings.since(wire(), first.cursor)
  expect(again.takings.map(({ id }) => id)).toEqual(ids.slice(0, 100))
})

test('it only reads: whole transactions are requested of those that were refunded alone', async () => {
  far.asked.splice(0)
  const { cursor } = await sumup.takings.since(wire(), null)
  const id = far.reader.take(4500)
  far.reader.take(100)
  far.reader.refund(id, 100)
  far.asked.splice(0)
  await sumup.takings.since(wire(), cursor)
  expect(far.asked.map((url) => url.split('?')[0])).toEqual([
    '/v2.1/merchants/MH4H92C7/transactions/history',
    '/v2.1/merchants/MH4H92C7/transactions',
  ])
})
