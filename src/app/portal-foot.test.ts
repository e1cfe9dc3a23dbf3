import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { addAnswerLinks, addPaperLink, addQueueLink, addTriageLink } from '#platform/server/links.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../scripts/build.mjs'

let server: TestServer
let paths: string[]
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer()
  paths = await links()
})
afterAll(() => server.stop())
beforeEach(() => choose('invited'))

const choose = async (way: 'invited' | 'known' | 'off') =>
  expect((await server.gareth.put('/api/settings', { portal: { way } })).statusCode).toBe(200)
const get = async (url: string) => (await server.app.inject({ url })).body
const FOOT = 'See everything in one place'

async function links(): Promise<string[]> {
  const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
  const clientId = await made('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118', email: 'sarah@example.com' })
  const horseId = await made('/api/horses', { name: 'Merlin', clientId })
  const onDay = addDays(dayOf(currentTime(), 'Europe/London'), 3)
  const visit = { startTime: `${onDay}T09:00:00Z`, endTime: `${onDay}T10:00:00Z`, title: 'Trim', clientId, horseId }
  const visitId = await made('/api/appointments', visit)
  await made('/api/charges', { clientId, description: 'Studs', unitPence: 3500 })
  const invoiceId = await made('/api/invoices', { payerClientId: clientId })
  const diesAt = new Date(currentTime().getTime() + 60_000)
  return server.gareth.inPractice(async (tx, actor) => [
    `/call-status?client=${await addQueueLink(tx, actor, clientId, dayOf(currentTime(), actor.zone))}`,
    `/lost-shoe/${await addTriageLink(tx, { clientId, diesAt })}`,
    `/statement/${await addPaperLink(tx, 'statement', { subjectId: clientId, clientId, fromDay: addDays(onDay, -40), diesAt })}`,
    `/invoice/${await addPaperLink(tx, 'invoice', { subjectId: invoiceId, clientId, fromDay: null, diesAt })}`,
    new URL((await addAnswerLinks(tx, actor, [{ visitId, clientId, onDay }]))[0] ?? '').pathname,
  ])
}

test('what an owner opens by a link ends with the way to the portal, which learns nothing of the link', async () => {
  for (const path of paths) {
    const page = await get(path)
    expect(page.split(FOOT), path).toHaveLength(2)
    expect(page).toContain('<a href="/my/sign-in" rel="noreferrer">')
  }
})

test('where the practice has its portal off no page names it', async () => {
  await choose('off')
  for (const path of paths) expect(await get(path), path).not.toContain(FOOT)
  await choose('known')
  for (const path of paths) expect(await get(path), path).toContain(FOOT)
})

test('a link that is dead or unknown has none, so that it isn’t known for what it was', async () => {
  await server.asOwner(`update directory.links set revoked_at = clock_now() where practice_id = '${server.gareth.practiceId}'`)
  for (const path of [...paths, ...paths.map((path) => `${path}x`)]) expect(await get(path), path).not.toContain(FOOT)
})
