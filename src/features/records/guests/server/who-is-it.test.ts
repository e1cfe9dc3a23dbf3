import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { answerMatch } from '#features/records/guests/server/answer-match.ts'
import { devicesOf } from '#features/records/guests/server/devices.ts'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { matchesOf } from '#features/records/guests/server/matches.ts'
import { dropProof, keepProof } from '#features/records/guests/server/people.ts'
import { accessOf, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { currentMs, setClock } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { guestCookie } from '#platform/server/http/guest-cookie.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import { browserOf } from '#testing/browser-of.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { addRecipient } from '#testing/recipient.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'
import { codeIn, keepingCarriers, linkIn, sendDue } from '#testing/way-in.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true, mode: 'production', hasProvider: { texts: true, mail: true, inboundMail: false } })
})
afterAll(() => server.stop())
afterEach(async () => {
  resetClock()
  await server.asOwner('delete from directory.asks')
  await server.asOwner('delete from directory.tries')
  for (const { practiceId } of [server.gareth, server.other])
    await server.asOwner(`update settings set portal = '{}' where practice_id = '${practiceId}'`)
})

let people = 0
const newEmail = () => `person${++people}@example.com`
const addClient = async (practice: FixturePractice, fields: object) =>
  (await practice.post('/api/clients', { name: `Client ${++people}`, ...fields })).json<{ id: string }>().id

/** A person who signs in with a code, in a browser of their own or in the given one. */
async function signIn(address: string, browser = browserOf(server.app)) {
  const post = keepingCarriers()
  await browser.post('/api/my/code', { address })
  await sendDue(server.app, post.carriers)
  const answer = await browser.post('/api/my/code/use', { code: codeIn(post.sent[0]?.body) })
  if (answer.statusCode !== 204) throw new Error(answer.body)
  return { browser, session: await sessionOf(browser) }
}

async function sessionOf(browser: ReturnType<typeof browserOf>): Promise<GuestSession> {
  const session = await server.app.guestSessions.read(browser.cookies[guestCookie(server.app)] ?? '')
  if (!session) throw new Error('nobody is signed in')
  return session
}

async function setWay(practice: FixturePractice, way: string) {
  await practice.put('/api/settings', { feet: 'near-off' })
  await server.asOwner(`update settings set portal = '{"way":"${way}"}' where practice_id = '${practice.practiceId}'`)
}

/** Something comes back from the client's address: a text of theirs. */
const textFrom = (practice: FixturePractice, clientId: string) =>
  practice.inPractice(async (tx) => {
    // By the database's clock, as the journal's lines are: ours is set back after each test.
    const sentAt = sql<Date>`clock_now()`
    const threadId = uuidv7()
    const made = { practice_id: practice.practiceId, rev: 1, seq: 0, deleted_at: null }
    await tx
      .insertInto('threads')
      .values({ ...made, id: threadId, client_id: clientId, subject: 'Tuesday', last_message_at: sentAt } as never)
      .execute()
    await tx
      .insertInto('messages')
      .values({
        ...made,
        id: uuidv7(),
        thread_id: threadId,
        client_id: clientId,
        sender_type: 'client',
        content: 'Yes please',
        via: 'sms',
        provider_ref: uuidv7(),
        sent_at: sentAt,
      } as never)
      .execute()
  })

const asked = async (session: GuestSession) => (await matchesOf(server.app, session)).map(({ practiceId, how }) => [practiceId, how])
const accesses = (practice: FixturePractice, { personId }: GuestSession) => practice.inPractice((tx) => accessOf(tx, personId))

test('by default no one is let in by an address: a practice of 300 clients waits for the farrier’s word about each who signs in', async () => {
  const practice = server.gareth
  const device = practice.device()
  const many = Array.from({ length: 300 }, (_, n) => {
    const data = { name: `Many ${n}`, email: `many${n}@example.com`, phone: `07700 900${String(n).padStart(3, '0')}` }
    return device.op({ entity: 'clients', action: 'CREATE', id: uuidv7(), data })
  })
  for (let from = 0; from < many.length; from += 100) await device.push(...many.slice(from, from + 100))
  const [{ n } = {}] = await server.asOwner(
    `select count(*)::int as n from directory.addresses where practice_id = '${practice.practiceId}'`,
  )
  expect(n).toBe(600)
  for (const address of ['many0@example.com', '07700 900299']) {
    const { session } = await signIn(address)
    expect(await asked(session)).toEqual([])
    expect(await accesses(practice, session)).toEqual([])
    expect(await practicesOfGuest(server.db, session)).toEqual([])
    await expect(answerMatch(server.app, session, practice.practiceId, true)).rejects.toMatchObject({ code: 'practice_not_found' })
    const waiting = await server.asOwner(`select confirmed_at, until from client_access where person_id = '${session.personId}'`)
    expect(waiting).toEqual([{ confirmed_at: null, until: null }])
    const asks = await server.asOwner(`select kind, facts from owner_asks where person_id = '${session.personId}'`)
    expect(asks).toMatchObject([{ kind: 'access', facts: address.includes('@') ? { email: address } : { phone: '+447700900299' } }])
  }
})

test('where the practice opens to known addresses, one that something came back from asks, and a yes opens what is theirs', async () => {
  const phone = '+447911123001'
  const clientId = await addClient(server.other, { phone })
  await setWay(server.other, 'known')
  const { session, browser } = await signIn(phone)
  expect(await asked(session)).toEqual([])
  await textFrom(server.other, clientId)
  expect(await asked(session)).toEqual([[server.other.practiceId, 'address']])
  expect(await accesses(server.other, session)).toEqual([])
  await answerMatch(server.app, session, server.other.practiceId, true)
  expect(await accesses(server.other, session)).toEqual([{ clientId, role: 'holder', seesMoney: true }])
  expect(await asked(session)).toEqual([])
  expect((await practicesOfGuest(server.db, session)).map(({ id }) => id)).toEqual([server.other.practiceId])
  // Ended by the farrier, it is no longer a question.
  await server.other.inPractice((tx) => endAccess(tx, { personId: session.personId, clientId }))
  expect(await asked((await signIn(phone, browser)).session)).toEqual([])
})

test('a mistyped address opens nothing: an old answer, a text from before it stood there, and silence prove nothing', async () => {
  await setWay(server.other, 'known')
  const right = '+447911123002'
  const wrong = '+447911123003'
  const clientId = await addClient(server.other, { phone: right })
  await textFrom(server.other, clientId)
  await server.other.put(`/api/clients/${clientId}`, { phone: wrong })
  const { session } = await signIn(wrong)
  expect(await asked(session)).toEqual([])
  await textFrom(server.other, clientId)
  expect(await asked(session)).toEqual([[server.other.practiceId, 'address']])
})

test('a text of more than a year ago no longer proves anything', async () => {
  await setWay(server.other, 'known')
  const phone = '+447911123004'
  const clientId = await addClient(server.other, { phone })
  await textFrom(server.other, clientId)
  const { session } = await signIn(phone)
  setClock(new Date(currentMs() + 360 * 86_400_000))
  expect(await asked(session)).toEqual([[server.other.practiceId, 'address']])
  setClock(new Date(currentMs() + 6 * 86_400_000))
  expect(await asked(session)).toEqual([])
})

test('an answer about a visit notified to that address alone came back from it; one notified to another did not', async () => {
  await setWay(server.gareth, 'known')
  const phone = '+447911123005'
  const { recipient, addVisit } = await addRecipient(server.gareth)
  await server.gareth.put(`/api/clients/${recipient.clientId}`, { phone })
  const visit = await addVisit()
  const { session } = await signIn(phone)
  const told = (address: string, state: string) =>
    server.gareth.inPractice((tx) =>
      tx
        .insertInto('notices')
        .values({
          practice_id: server.gareth.practiceId,
          id: uuidv7(),
          event_id: uuidv7(),
          kind: 'reminder',
          subject_id: visit.words().appointmentId,
          client_id: recipient.clientId,
          member_id: null,
          channel: 'sms',
          address,
          subject: null,
          body: 'x',
          facts: {},
          hold_until: null,
          not_before: null,
          not_after: null,
          state: state as 'sent',
          state_reason: null,
          provider_ref: null,
        })
        .execute(),
    )
  const answered = () =>
    server.gareth.inPractice((tx) =>
      tx
        .insertInto('visit_answers')
        .values({
          practice_id: server.gareth.practiceId,
          id: uuidv7(),
          appointment_id: visit.words().appointmentId,
          client_id: recipient.clientId,
          kind: 'confirmed',
          visit_start: new Date(currentMs()),
          said_at: new Date(currentMs() + 3_600_000),
          rev: 1,
          seq: 0,
          deleted_at: null,
        } as never)
        .execute(),
    )
  await answered()
  expect(await asked(session)).toEqual([])
  await told(phone, 'simulated')
  expect(await asked(session)).toEqual([])
  await told(phone, 'delivered')
  expect(await asked(session)).toEqual([[server.gareth.practiceId, 'address']])
  await told('+447911123999', 'delivered')
  expect(await asked(session)).toEqual([])
})

test('an invited person decides wherever no one else has the address; several who share it, and who is switched off, wait', async () => {
  const email = newEmail()
  const clientId = await addClient(server.gareth, { email })
  await server.asOwner(`update clients set portal = true where id = '${clientId}'`)
  const { session } = await signIn(email)
  expect(await asked(session)).toEqual([[server.gareth.practiceId, 'invited']])
  const partner = await addClient(server.gareth, { email })
  expect(await asked(session)).toEqual([])
  await server.gareth.delete(`/api/clients/${partner}`)
  expect(await asked(session)).toEqual([[server.gareth.practiceId, 'invited']])
  await setWay(server.gareth, 'off')
  expect(await asked(session)).toEqual([])
  await setWay(server.gareth, 'known')
  await server.asOwner(`update clients set portal = false where id = '${clientId}'`)
  expect(await asked(session)).toEqual([])
})

test('not my farrier ends the question for good, and nothing has opened', async () => {
  const email = newEmail()
  const clientId = await addClient(server.gareth, { email })
  await server.asOwner(`update clients set portal = true where id = '${clientId}'`)
  const { session } = await signIn(email)
  await answerMatch(server.app, session, server.gareth.practiceId, false)
  expect(await asked(session)).toEqual([])
  expect(await accesses(server.gareth, session)).toEqual([])
  await expect(answerMatch(server.app, session, server.gareth.practiceId, true)).rejects.toMatchObject({ code: 'practice_not_found' })
})

test('who signs in again is who they were; a member’s proven e-mail is that person’s, and an unproven one no one’s', async () => {
  const email = newEmail()
  await addClient(server.gareth, { email })
  const [first, second] = [await signIn(email), await signIn(email)]
  expect(second.session.personId).toBe(first.session.personId)
  const { personId } = server.gareth
  const own = `${personId}@example.com`
  await addClient(server.other, { email: own })
  expect((await signIn(own)).session.personId).not.toBe(personId)
  await server.asOwner(`delete from directory.proofs where address = '${own}'`)
  await server.asOwner(`update directory.people set verified_at = now() where id = '${personId}'`)
  expect((await signIn(own)).session.personId).toBe(personId)
})

test('a code in the browser where they are signed in proves them again: the session before ends, and no one is notified', async () => {
  const email = newEmail()
  await addClient(server.gareth, { email })
  const { browser, session } = await signIn(email)
  await server.db.withDirectory((tx) => keepProof(tx, { kind: 'phone', address: '+447911123009' }, session.personId))
  setClock(new Date(currentMs() + 20 * 60_000))
  const again = await signIn(email, browser)
  expect(again.session.personId).toBe(session.personId)
  expect(again.session.provedAt.getTime()).toBeGreaterThan(session.provedAt.getTime())
  expect((await devicesOf(server.db, session)).map(({ id }) => id)).toEqual([again.session.sessionId])
  const post = keepingCarriers()
  await sendDue(server.app, post.carriers)
  expect(post.sent).toEqual([])
})

test('an address is added by its own code, while they have proven themselves lately, and what it opened before comes along', async () => {
  const [email, phone] = [newEmail(), '+447911123006']
  await addClient(server.gareth, { email })
  const clientId = await addClient(server.other, { phone })
  await server.asOwner(`update clients set portal = true where id = '${clientId}'`)
  const before = await signIn(phone)
  await answerMatch(server.app, before.session, server.other.practiceId, true)
  const { browser, session } = await signIn(email)
  const add = async () => {
    const post = keepingCarriers()
    const { askForCode } = await import('#features/records/guests/server/asking.ts')
    const { Tries } = await import('#platform/server/tries.ts')
    const { vault, keyedHash } = server.app.setup
    await browser.post('/api/my/code', { address: 'somebody@example.com' })
    const name = Object.keys(browser.cookies).find((one) => one.endsWith('-ask')) ?? ''
    const token = browser.cookies[name]?.split('.')[0] ?? ''
    setClock(new Date(currentMs() + 1000))
    const asking = { db: server.db, vault, keyedHash, tries: new Tries(server.db) }
    await askForCode(asking, { kind: 'phone', address: phone }, { browser: token, ip: '10.1.1.1', addTo: session.personId })
    await sendDue(server.app, post.carriers)
    return post.sent.find(({ to }) => to === phone)?.body ?? ''
  }
  const words = await add()
  expect(words).toContain('adds this number')
  expect(linkIn(words.split('\n')[0])).toBe('')
  const other = browserOf(server.app, { ...browser.cookies })
  delete other.cookies[guestCookie(server.app)]
  expect((await other.post('/api/my/code/use', { code: codeIn(words) })).json().code).toBe('code_wrong')
  expect((await browser.post('/api/my/code/use', { code: codeIn(await add()) })).statusCode).toBe(204)
  expect(await accesses(server.other, session)).toEqual([{ clientId, role: 'holder', seesMoney: true }])
  expect(await accesses(server.other, before.session)).toEqual([])
  await server.asOwner('delete from directory.tries')
  expect((await signIn(phone)).session.personId).toBe(session.personId)
  const late = await add()
  setClock(new Date(currentMs() + 16 * 60_000))
  expect((await browser.post('/api/my/code/use', { code: codeIn(late) })).statusCode).toBe(422)
})

test('the other addresses are notified of a new device, and whose it is ends every session by a press', async () => {
  const [email, phone] = [newEmail(), '+447911123007']
  await addClient(server.gareth, { email, phone })
  const { session, browser } = await signIn(email)
  await server.db.withDirectory((tx) => keepProof(tx, { kind: 'phone', address: phone }, session.personId))
  const second = await signIn(phone)
  const post = keepingCarriers()
  await sendDue(server.app, post.carriers)
  expect(post.sent).toMatchObject([{ to: email, subject: 'Somebody has signed in to My horses' }])
  expect(await devicesOf(server.db, session)).toHaveLength(2)
  const { signOutAll } = await import('#features/records/guests/server/way-in.ts')
  const token = linkIn(post.sent[0]?.body)
  expect((await browserOf(server.app).post('/api/my/link/use', { token })).json().code).toBe('link_spent')
  await signOutAll({ app: server.app }, token)
  await expect(signOutAll({ app: server.app }, token)).rejects.toMatchObject({ code: 'link_spent' })
  expect(await devicesOf(server.db, session)).toEqual([])
  for (const cookies of [browser.cookies, second.browser.cookies])
    await server.app.guestSessions.end(cookies[guestCookie(server.app)] ?? '')
  expect((await browser.delete(`/api/my/sessions/${session.sessionId}`)).statusCode).toBe(401)
})

test('one device is signed out from another, and no one ends a stranger’s', async () => {
  const email = newEmail()
  await addClient(server.gareth, { email })
  const [one, two] = [await signIn(email), await signIn(email)]
  const stranger = newEmail()
  await addClient(server.gareth, { email: stranger })
  const { browser } = await signIn(stranger)
  expect((await browser.delete(`/api/my/sessions/${one.session.sessionId}`)).statusCode).toBe(404)
  expect((await two.browser.delete(`/api/my/sessions/${one.session.sessionId}`)).statusCode).toBe(204)
  expect((await two.browser.delete(`/api/my/sessions/${one.session.sessionId}`)).statusCode).toBe(404)
  expect((await devicesOf(server.db, two.session)).map(({ id }) => id)).toEqual([two.session.sessionId])
})

test('the last address stays, others go', async () => {
  const [email, phone] = [newEmail(), '+447911123008']
  await addClient(server.gareth, { email })
  const { session } = await signIn(email)
  const drop = (address: string) => server.db.withDirectory((tx) => dropProof(tx, session.personId, address))
  expect(await drop(email)).toBeUndefined()
  await server.db.withDirectory((tx) => keepProof(tx, { kind: 'phone', address: phone }, session.personId))
  expect(await drop('nobody@example.com')).toBeUndefined()
  expect(await drop(email)).toEqual(expect.any(Date))
  expect(await drop(phone)).toBeUndefined()
})
