import { expect, test } from 'vitest'
import type { Wire } from '#connectors/kit/wire.ts'
import { mailchimp } from '#connectors/mailchimp/connector.ts'
import { mailchimpDouble } from '#connectors/mailchimp/far-side.ts'
import { answersSuite } from '#testing/answers-suite.ts'
import { audienceSuite } from '#testing/audience-suite.ts'

audienceSuite('Mailchimp', mailchimp, mailchimpDouble)
answersSuite('Mailchimp', mailchimp.manifest, (wire) => mailchimp.audience.leftSince(wire, 'a1b2c3d4e5', null))

/** Where a key leads, without going there. */
const asked = async (key: string) => {
  const urls: string[] = []
  const fetch: Wire['fetch'] = async (url) => {
    urls.push(url)
    return Response.json({ account_name: 'Gareth' })
  }
  await mailchimp.check({ fetch, credentials: { key } }).catch((error) => urls.push(error.kind))
  return urls
}

test('a key leads to where its account is, and nowhere else', async () => {
  expect(await asked('0123456789abcdef-us21')).toEqual(['https://us21.api.mailchimp.com/3.0/?fields=account_name'])
  for (const key of ['abc', 'abc-evil.example/', 'abc-us21.evil.example', 'abc-us21#', 'abc-', '-us21', 'abc-localhost', 'a@b-us21'])
    expect(await asked(key)).toEqual(['sign_in'])
})

test('who was deleted for good is told in words for people', async () => {
  const far = await mailchimpDouble.start()
  const fetch: Wire['fetch'] = (url, init) => globalThis.fetch(url, init)
  const wire = { fetch, credentials: far.credentials }
  const person = { uid: 'one', email: 'jo@penrose.example', firstName: 'Jo', tags: [] }
  await mailchimp.audience.put(wire, far.lists[0], person)
  await mailchimp.audience.remove(wire, far.lists[0], mailchimp.audience.idOf(person), true)
  await expect(mailchimp.audience.put(wire, far.lists[0], person)).rejects.toThrow('They sign up again with your Mailchimp form.')
  await far.stop()
})
