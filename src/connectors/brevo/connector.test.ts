import { afterAll, beforeAll, expect, test } from 'vitest'
import { brevo } from '#connectors/brevo/connector.ts'
import { brevoDouble, startBrevo } from '#connectors/brevo/far-side.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { openReach } from '#platform/server/reach.ts'
import { answersSuite } from '#testing/answers-suite.ts'
import { audienceSuite } from '#testing/audience-suite.ts'

audienceSuite('Brevo', brevo, brevoDouble)
answersSuite('Brevo', brevo.manifest, (wire) => brevo.audience.leftSince(wire, '7', null))

let far: Awaited<ReturnType<typeof startBrevo>>
beforeAll(async () => {
  far = await startBrevo()
})
afterAll(() => far.stop())
const wire = () => openWire({ fetch: openReach({ reach: [far.host] }), manifest: brevo.manifest, credentials: far.credentials })

test('a person whose address changes is the same contact there', async () => {
  await brevo.audience.prepare(wire(), '7')
  const person = { uid: '019f2a1c-0000-7000-8000-000000000001', email: 'jo@penrose.example', firstName: 'Jo', tags: [] }
  await brevo.audience.put(wire(), '7', person)
  await brevo.audience.put(wire(), '7', { ...person, email: 'joanne@penrose.example' })
  expect(far.people('7')).toMatchObject([{ email: 'joanne@penrose.example', firstName: 'Jo' }])
})

test('what it needs there is made once', async () => {
  far.asked.length = 0
  await brevo.audience.prepare(wire(), '9')
  expect(far.asked.filter((line) => line.startsWith('POST'))).toEqual([])
})

test.each([
  [{ code: 'unauthorized', message: 'We have detected you are using an unrecognised IP address 203.0.113.9.' }, 401, 'Authorised IPs'],
  [{ code: 'permission_denied', message: 'No' }, 403, 'Look at your account'],
])('%j is told in words for people', async (body, status, words) => {
  const fetch = async () => Response.json(body, { status })
  await expect(brevo.check({ fetch, credentials: { key: 'x', address: 'https://api.brevo.com' } })).rejects.toMatchObject({
    ...{ kind: 'not_allowed', sentence: expect.stringContaining(words) },
  })
})

test('how long it is busy is read from the header of its own', async () => {
  const fetch = async () => Response.json({}, { status: 429, headers: { 'x-sib-ratelimit-reset': '30' } })
  const asking = brevo.check({ fetch, credentials: { key: 'x', address: 'https://api.brevo.com' } })
  await expect(asking).rejects.toMatchObject({ kind: 'later', afterMs: 30_000 })
})
