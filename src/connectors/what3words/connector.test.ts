import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Refusal } from '#connectors/kit/refusal.ts'
import { what3words } from '#connectors/what3words/connector.ts'
import { startWhat3words } from '#connectors/what3words/far-side.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { openReach } from '#platform/server/reach.ts'
import { answersSuite } from '#testing/answers-suite.ts'

answersSuite('what3words', what3words.manifest, (wire) => what3words.words.find(wire, 'filled.count.soap'))

let far: Awaited<ReturnType<typeof startWhat3words>>
beforeAll(async () => {
  far = await startWhat3words()
})
afterAll(() => far.stop())
beforeEach(() => {
  far.plan(true)
  far.asked.length = 0
})

const wire = (key = far.credentials.key) =>
  openWire({ fetch: openReach({ reach: [far.host] }), manifest: what3words.manifest, credentials: { ...far.credentials, key } })
const refusalFrom = (asking: Promise<unknown>) =>
  asking.then(
    () => undefined,
    (error) => (error instanceof Refusal ? { kind: error.kind, sentence: error.sentence } : error),
  )

test('three words are a position; words that are none are nowhere', async () => {
  expect(await what3words.words.find(wire(), 'filled.count.soap')).toEqual({ lat: 51.520847, lng: -0.195521 })
  expect(await what3words.words.find(wire(), 'no.address.here')).toBeNull()
})

test.each(['émeu.été.où', 'a.b&key=other.c', 'питомец.шутить.намеренно', '%2e%2e/..?words=a.b.c', 'a.b.c#', '馬.蹄.鉄'])(
  '%j arrives as it is',
  async (words) => {
    await what3words.words.find(wire(), words)
    expect(far.asked).toEqual([words])
  },
)

test.each(['wrong', '', 'with a space', 'ключ', 'line\nbreak'])('the key %j is refused in a sentence', async (key) => {
  const refusal = { kind: 'sign_in', sentence: 'what3words refused the key. Enter it again.' }
  expect(await refusalFrom(what3words.check(wire(key)))).toEqual(refusal)
  expect(await refusalFrom(what3words.words.find(wire(key), 'filled.count.soap'))).toEqual(refusal)
})

test('a plan that does not turn words into positions is refused with a sentence as soon as the key is tried', async () => {
  far.plan(false)
  const refusal = await refusalFrom(what3words.check(wire()))
  expect(refusal).toMatchObject({ kind: 'refused', sentence: expect.stringContaining("plan doesn't turn words into positions") })
  far.plan(true)
  expect(await what3words.check(wire())).toEqual({ account: 'what3words' })
})
