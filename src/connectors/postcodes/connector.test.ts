import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Refusal } from '#connectors/kit/refusal.ts'
import { postcodes } from '#connectors/postcodes/connector.ts'
import { startPostcodes } from '#connectors/postcodes/far-side.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { openReach } from '#platform/server/reach.ts'
import { answersSuite } from '#testing/answers-suite.ts'

const { find, covers, most } = postcodes.postcodes
answersSuite('Postcodes.io', postcodes.manifest, (wire) => find(wire, ['SY8 1AA']))

let far: Awaited<ReturnType<typeof startPostcodes>>
beforeAll(async () => {
  far = await startPostcodes()
})
afterAll(() => far.stop())
beforeEach(() => {
  far.asked.length = 0
})

const wire = (path = '') => {
  const credentials = { key: '', address: `${far.credentials.address}${path}` }
  return openWire({ fetch: openReach({ reach: [far.host] }), manifest: postcodes.manifest, credentials })
}
const refusalFrom = (asking: Promise<unknown>) =>
  asking.then(
    () => undefined,
    (error) => (error instanceof Refusal ? { kind: error.kind, sentence: error.sentence } : error),
  )

test('postcodes are positions; unknown ones, and those without a published position, have none', async () => {
  const found = await find(wire(), ['SY8 1AA', 'ZZ1 1ZZ', 'JE2 4WE', 'HR6 0VK'])
  expect([...found]).toEqual([
    ['SY8 1AA', { lat: 52.367, lng: -2.719 }],
    ['ZZ1 1ZZ', null],
    ['JE2 4WE', null],
    ['HR6 0VK', { lat: 52.2461, lng: -2.8115 }],
  ])
  expect(far.asked).toEqual([['SY8 1AA', 'ZZ1 1ZZ', 'JE2 4WE', 'HR6 0VK']])
})

test('a hundred go in one request, and nothing but them', async () => {
  const many = Array.from({ length: most }, (_, index) => `SY8 ${index % 10}${String.fromCharCode(65 + Math.floor(index / 10))}A`)
  expect((await find(wire(), many)).size).toBe(100)
  expect(far.asked).toEqual([many])
})

test.each(['"}],[', '馬蹄鉄', '\u0000', 'SY8 1AA; drop table'])('%j arrives as it is, and is unknown', async (text) => {
  expect(await find(wire(), [text])).toEqual(new Map([[text, null]]))
  expect(far.asked).toEqual([[text]])
})

test('an address with a slash at its end works; one that is no Postcodes.io is refused with a sentence', async () => {
  expect(await postcodes.check(wire('/'))).toEqual({ account: 'Postcodes.io' })
  expect(await refusalFrom(find(wire('/elsewhere'), ['SY8 1AA']))).toEqual({
    kind: 'refused',
    sentence: "Postcodes.io won't answer (404). Check its address.",
  })
})

test("Northern Ireland's are left out", () => {
  expect([covers('BT1 5GS'), covers('B1 1TT'), covers('SY8 1AA')]).toEqual([false, true, true])
})
