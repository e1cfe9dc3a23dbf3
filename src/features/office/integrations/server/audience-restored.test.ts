import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailchimp } from '#connectors/mailchimp/far-side.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { currentMs, setClock } from '#lib/clock.ts'
import { dayOf, instantOf } from '#lib/dates.ts'
import type { Database } from '#platform/server/database/db.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import type { PreparedDatabase } from '#platform/server/database/prepare.ts'
import { openReach } from '#platform/server/reach.ts'
import { serveDatabase } from '#testing/hosted.ts'
import { makeFixturePractice } from '#testing/practice.ts'
import { makeRestoring } from '#testing/restoring.ts'
import { resetClock } from '#testing/set-clock.ts'
import { testVault } from '#testing/vault.ts'

/* A server that is lost: its backup of a day ago comes up on another database, while the list elsewhere has gone on. */

const DAY_MS = 86_400_000
let far: Awaited<ReturnType<typeof startMailchimp>>
let place: Awaited<ReturnType<typeof makeRestoring>>
const vault = testVault()
beforeAll(async () => {
  far = await startMailchimp()
  place = await makeRestoring()
})
afterAll(async () => {
  resetClock()
  await place.close()
  await far.stop()
})

const places = () => ({ reach: openReach({ reach: [far.host] }), reachable: [far.host], farOrigins: { mailchimp: far.address } })
const serve = (database: PreparedDatabase) => serveDatabase(database, { vault, ...places() })
const exchange = (db: Database, practiceId: string) => {
  const run = { isTestVersion: true, origin: 'http://localhost:3000', log: { error: (details: object) => Promise.reject(details) } }
  return exchangePractice({ ...run, ...places(), db, vault }, practiceId)
}

test('whoever left since is withdrawn again, no one is there twice, and no one is asked for a review twice', async () => {
  const [from, to] = [await place.database(), await place.database()]
  const server = await serve(from)
  const { put, post, practiceId, memberId } = await makeFixturePractice(server.app, 'Gareth Probert')
  const client = async (email: string, more: object = {}) =>
    (await post('/api/clients', { name: 'Sarah Penrose', email, marketingConsentHow: 'said', ...more })).json<{ id: string }>().id
  const [stays, leaves] = [await client('stays@penrose.example', { preferredChannel: 'email' }), await client('leaves@penrose.example')]
  await put('/api/integrations/mailchimp', { enabled: true, settings: { apiKey: far.credentials.key } })
  await put('/api/integrations/mailchimp', { enabled: true, settings: { listId: far.lists[0] } })
  await put('/api/integrations/reviews', { enabled: true, settings: { address: 'https://g.page/r/CfZ1/review' } })
  const day = dayOf(new Date(currentMs()), 'Europe/London')
  const at = (time: string) => instantOf(day, time, 'Europe/London')
  const visit = await post('/api/appointments', { title: '', clientId: stays, memberId, startTime: at('09:00'), endTime: at('10:00') })
  await put(`/api/appointments/${visit.json<{ id: string }>().id}`, { status: 'done' })
  await exchange(server.db, practiceId)
  expect(far.people(far.lists[0]).map(({ status }) => status)).toEqual(['on', 'on'])
  expect(await place.ask(from, `select state from notices where kind = 'review'`)).toEqual([{ state: 'queued' }])
  const backup = await place.backUp(from)
  far.leave(far.lists[0], 'leaves@penrose.example')
  setClock(new Date(currentMs() + DAY_MS + 3_600_000))
  await server.stop()

  expect(await place.restore(backup, to)).toBe(true)
  const restored = await serve(to)
  const consents = () => place.ask(to, `select id from clients where marketing_consent_at is not null`)
  expect(await consents()).toHaveLength(2)
  expect(await takeExchanges(restored.db, new Date(currentMs()))).toEqual([practiceId])
  await exchange(restored.db, practiceId)
  expect(await consents()).toEqual([{ id: stays }])
  expect(await place.ask(to, `select entity_id from activity where verb = 'left_list'`)).toEqual([{ entity_id: leaves }])
  expect(far.people(far.lists[0]).map(({ email, status }) => [email, status])).toEqual([
    ['stays@penrose.example', 'on'],
    ['leaves@penrose.example', 'left'],
  ])
  // It was due since, so it may have gone: a person decides.
  expect(await place.ask(to, `select state from notices where kind = 'review'`)).toEqual([{ state: 'unknown' }])
  await restored.stop()
})
