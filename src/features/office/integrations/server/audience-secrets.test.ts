import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBrevo } from '#connectors/brevo/far-side.ts'
import { startMailchimp } from '#connectors/mailchimp/far-side.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { openReach } from '#platform/server/reach.ts'
import { everywhere, foundIn, keptLog } from '#testing/left-behind.ts'
import { formsOf } from '#testing/secret-forms.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* The keys of newsletter services, looked for wherever one could have been left. */

const WRONG = { mailchimp: 'fedcba9876543210fedcba9876543210-us7', brevo: 'xkeysib-fedcba9876543210-77aa' }

describe.each([
  ['mailchimp', startMailchimp],
  ['brevo', startBrevo],
] as const)('the key of %s', (id, start) => {
  let far: Awaited<ReturnType<typeof startMailchimp>> | Awaited<ReturnType<typeof startBrevo>>
  let server: TestServer
  const { log, written } = keptLog()
  beforeAll(async () => {
    far = await start()
    const places = { reachable: [far.host], farOrigins: { [id]: far.address } }
    server = await startTestServer({ own: true, reach: openReach({ reach: [far.host] }), ...places, log })
  })
  afterAll(async () => {
    await server.stop()
    await far.stop()
  })

  test('is found nowhere, after success and failure, switched off and ended', async () => {
    const { gareth } = server
    const answers: string[] = []
    const put = async (enabled: boolean, settings: object = {}) => {
      const answer = await gareth.put(`/api/integrations/${id}`, { enabled, settings })
      answers.push(answer.body)
      return answer
    }
    const pass = async () => {
      const run = { reach: openReach({ reach: [far.host] }), reachable: [far.host], farOrigins: { [id]: far.address } }
      const more = { db: server.db, vault: server.app.setup.vault, isTestVersion: true, origin: 'http://localhost:3000', log }
      await server.asOwner('update connections set next_at = clock_now()')
      await exchangePractice({ ...run, ...more }, gareth.practiceId)
    }
    await gareth.post('/api/clients', { name: 'Sarah Penrose', email: 'sarah@penrose.example', marketingConsentHow: 'said' })
    expect((await put(true, { apiKey: WRONG[id] })).json()).toMatchObject({ code: 'key_refused' })
    expect((await put(true, { apiKey: far.credentials.key })).json()).toMatchObject({
      settings: { apiKey: expect.stringMatching(/^••••/) },
    })
    await put(true, { listId: far.lists[0] })
    await pass()
    far.fail('revoked')
    await pass()
    for (const path of ['', `/${id}/lists`, `/${id}/log`, `/${id}/rehearsal`])
      answers.push((await gareth.get(`/api/integrations${path}`)).body)
    far.fail(null)
    await put(false)
    const words = [far.credentials.key, WRONG[id]].flatMap(formsOf)
    const places = await everywhere({ server, members: [gareth], written, answers })
    // What is there is found: the name of its account.
    expect(foundIn(places, ['Gareth Probert Farriery']).length).toBeGreaterThan(0)
    expect(foundIn(places, words)).toEqual([])
    await gareth.delete(`/api/integrations/${id}`)
    expect(await server.asOwner('select from connections')).toEqual([])
  })
})
