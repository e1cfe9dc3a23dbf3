import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { answerMatch } from '#features/records/guests/server/answer-match.ts'
import { matchesOf } from '#features/records/guests/server/matches.ts'
import { practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { guestCookie } from '#platform/server/http/guest-cookie.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import { browserOf } from '#testing/browser-of.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { codeIn, keepingCarriers, sendDue } from '#testing/way-in.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())
afterEach(() => server.asOwner('delete from directory.tries'))

const addClient = async (practice: FixturePractice, email: string) =>
  (await practice.post('/api/clients', { name: 'Sarah Penrose', email })).json<{ id: string }>().id
const shownIn = async (practice: FixturePractice) =>
  (await practice.get('/api/notices?limit=200')).json<Notice[]>().filter(({ kind }) => kind === 'portal_code')

async function askFor(address: string) {
  const browser = browserOf(server.app)
  await browser.post('/api/my/code', { address })
  const post = keepingCarriers()
  await sendDue(server.app, post.carriers)
  expect(post.sent).toEqual([])
  return browser
}

async function sessionIn(browser: ReturnType<typeof browserOf>): Promise<GuestSession> {
  const session = await server.app.guestSessions.read(browser.cookies[guestCookie(server.app)] ?? '')
  if (!session) throw new Error('nobody is signed in')
  return session
}

test('each practice that has the address finds a code of its own in its Outbox, and nothing leaves', async () => {
  const email = 'both@example.com'
  await addClient(server.gareth, email)
  await addClient(server.other, email)
  const browser = await askFor(email)
  const [own, others] = [await shownIn(server.gareth), await shownIn(server.other)]
  expect([own.length, others.length]).toEqual([1, 1])
  expect(own[0]).toMatchObject({ state: 'simulated', address: email, channel: 'email' })
  const codes = [codeIn(own[0]?.body), codeIn(others[0]?.body)]
  expect(codes[0]).not.toBe(codes[1])
  expect((await browser.post('/api/my/code/use', { code: codes[1] })).statusCode).toBe(204)
  expect((await sessionIn(browser)).onlyPractice).toBe(server.other.practiceId)
})

test('the attack: who adds another’s e-mail to a practice of their own and reads the code there sees that practice alone, and has proven nothing', async () => {
  const email = 'victim@example.com'
  const theirs = await addClient(server.gareth, email)
  await server.asOwner(`update clients set portal = true where id = '${theirs}'`)
  const bait = await addClient(server.other, email)
  await server.asOwner(`update clients set portal = true where id = '${bait}'`)
  const browser = await askFor(email)
  const [shown] = await shownIn(server.other)
  expect((await browser.post('/api/my/code/use', { code: codeIn(shown?.body) })).statusCode).toBe(204)
  const session = await sessionIn(browser)
  expect((await matchesOf(server.app, session)).map(({ practiceId }) => practiceId)).toEqual([server.other.practiceId])
  await expect(answerMatch(server.app, session, server.gareth.practiceId, true)).rejects.toMatchObject({ code: 'practice_not_found' })
  await answerMatch(server.app, session, server.other.practiceId, true)
  expect((await practicesOfGuest(server.db, session)).map(({ id }) => id)).toEqual([server.other.practiceId])
  expect(await server.asOwner('select * from directory.proofs')).toEqual([])
  expect(await server.asOwner(`select practice_id from directory.ways where person_id = '${session.personId}'`)).toEqual([
    { practice_id: server.other.practiceId },
  ])
  // The owner's own code, from their farrier, makes them another person.
  const own = await askFor(email)
  const [real] = await shownIn(server.gareth)
  await own.post('/api/my/code/use', { code: codeIn(real?.body) })
  const ownSession = await sessionIn(own)
  expect(ownSession.personId).not.toBe(session.personId)
  expect((await matchesOf(server.app, ownSession)).map(({ practiceId }) => practiceId)).toEqual([server.gareth.practiceId])
})

test('who signs in again by their farrier’s Outbox is who they were there', async () => {
  const email = 'again@example.com'
  await addClient(server.gareth, email)
  const people = []
  for (const _ of [1, 2]) {
    const browser = await askFor(email)
    const [shown] = await shownIn(server.gareth)
    await browser.post('/api/my/code/use', { code: codeIn(shown?.body) })
    people.push((await sessionIn(browser)).personId)
  }
  expect(people[0]).toBe(people[1])
})

test('no practice shows a code for an unknown address, and a wrong code counts in each that shows one', async () => {
  await askFor('nobody@example.com')
  expect((await shownIn(server.gareth)).filter(({ address }) => address === 'nobody@example.com')).toEqual([])
  const email = 'tries@example.com'
  await addClient(server.gareth, email)
  await addClient(server.other, email)
  const browser = await askFor(email)
  for (let n = 0; n < 5; n++) expect((await browser.post('/api/my/code/use', { code: '00000000' })).statusCode).toBe(422)
  for (const practice of [server.gareth, server.other]) {
    const [shown] = await shownIn(practice)
    expect((await browser.post('/api/my/code/use', { code: codeIn(shown?.body) })).json().code).toBe('code_wrong')
  }
})
