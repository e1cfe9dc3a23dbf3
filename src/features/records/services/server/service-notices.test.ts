import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { announcePrice } from '#features/records/services/server/announce-price.ts'
import { noteAllServices } from '#features/records/services/server/jobs.ts'
import { noteServiceNotice } from '#features/records/services/server/note-service-notice.ts'
import { noticeMoney } from '#features/records/services/server/notice-money.ts'
import { notePayments } from '#features/records/services/server/noting-payments.ts'
import { noteUnused } from '#features/records/services/server/noting-unused.ts'
import { beginSeats, endSeat, listSeats } from '#features/records/services/server/seats.ts'
import { serviceNoticeSender } from '#features/records/services/server/sending-notices.ts'
import { takeServiceNotices } from '#features/records/services/server/take-notices.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, addMonths, dayAndYear, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Delivery, Outgoing } from '#platform/server/sending/delivery.ts'
import { makeGuest } from '#testing/guests.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ZONE = 'Europe/London'
const TODAY = dayOf(currentTime(), ZONE)
const SELLER = { name: 'Croft Software Ltd', address: '1 High Street, Hay', email: 'help@croft.example' }

let server: TestServer
let practice: FixturePractice
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.asOwner('delete from directory.service_prices')
  practice = await makeFixturePractice(server.app, 'Gareth Probert')
})

const made = async (path: string, body: object) => (await practice.post(path, body)).json<{ id: string }>().id

/** Sarah, in the portal, with two horses; her e-mail is proven where she has one. */
async function sarah({ hasEmail = true } = {}) {
  const clientId = await made('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  const horseIds = [await made('/api/horses', { name: 'Biscuit', clientId }), await made('/api/horses', { name: 'Merlin', clientId })]
  const { personId } = await makeGuest(server.app, { practice, clientId })
  const email = `${personId}@example.com`
  if (hasEmail)
    await server.asOwner(
      `insert into directory.proofs (address, person_id, kind, proven_at, used_at) values ('${email}', '${personId}', 'email', now(), now())`,
    )
  return { clientId, horseIds, personId, email }
}
type Sarah = Awaited<ReturnType<typeof sarah>>

const begin = ({ personId, horseIds }: Sarah, count = 2) =>
  server.db.withDirectory((tx) =>
    beginSeats(tx, {
      ...{ practiceId: practice.practiceId, horseIds: horseIds.slice(0, count), service: 'vet-integration', personId, today: TODAY },
    }),
  )
const end = (why: 'owner' | 'gone', which = 0) =>
  server.db.withDirectory(async (tx) => {
    const seat = (await listSeats(tx, practice.practiceId))[which]
    if (seat) await endSeat(tx, seat, { endsOn: TODAY, why })
  })
const rowsOf = ({ personId }: Sarah) =>
  server.asOwner(
    `select kind, key, state, state_reason, address from directory.service_notices where person_id = '${personId}' order by made_at, id`,
  )

/** Sends what is due, as a server that sells does; `sent` are the e-mails. */
function sending(answers: Delivery[] = []) {
  const sent: Outgoing[] = []
  const email = async (message: Outgoing): Promise<Delivery> => {
    sent.push(message)
    return answers.shift() ?? { state: 'sent', reference: null }
  }
  const send = serviceNoticeSender({
    ...{ db: server.db, origin: 'https://diary.example', seller: SELLER, isTestVersion: false, carriers: { email } },
    moneyOf: (personId) => noticeMoney(server.db, personId),
  })
  return { sent, send }
}

/** A customer of Stripe's, as their facts were last written down. */
const pays = ({ personId }: Sarah, facts: { beganOn: string; billOn: string; paidUntil?: string; isPastDue?: boolean }) =>
  server.asOwner(`
    insert into directory.customers (person_id, customer, subscription, began_on, billed_from, billed_to, paid_until, is_past_due)
    values ('${personId}', 'cus_${personId}', 'sub_${personId}', '${facts.beganOn}', '${facts.beganOn}', '${facts.billOn}',
      '${facts.paidUntil ?? addDays(facts.billOn, -1)}', ${facts.isPastDue ?? false})
    on conflict (person_id) do update set billed_to = excluded.billed_to, paid_until = excluded.paid_until, is_past_due = excluded.is_past_due`)

test('a begin is confirmed once, in one e-mail for its horses, with who sells it, and its row says to which address it went', async () => {
  const owner = await sarah()
  await Promise.all([begin(owner), begin(owner)])
  const { sent, send } = sending()
  await Promise.all([send(owner.personId), send(owner.personId)])
  await send(owner.personId)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ to: owner.email, subject: `You have Vet Integration from ${dayAndYear(TODAY)}` })
  for (const words of [
    'Vet Integration for Biscuit and Merlin',
    'Croft Software Ltd, 1 High Street, Hay',
    'https://diary.example/my/services',
  ])
    expect(sent[0]?.body).toContain(words)
  expect(await rowsOf(owner)).toMatchObject([
    { kind: 'begun', state: 'sent', address: owner.email },
    { kind: 'begun', state: 'sent', address: owner.email },
  ])
})

test('what a worker takes no other takes, and what was cut short while it was sent is not sent again', async () => {
  const owner = await sarah()
  await begin(owner, 1)
  const mine = async () => (await takeServiceNotices(server.db, currentTime())).filter((id) => id === owner.personId)
  expect((await Promise.all([mine(), mine()])).flat()).toEqual([owner.personId])
  expect(await mine()).toEqual([])
  await server.asOwner(
    `update directory.service_notices set state = 'sending', due_at = null, state_at = state_at - interval '1 hour' where person_id = '${owner.personId}'`,
  )
  expect(await mine()).toEqual([])
  expect(await rowsOf(owner)).toMatchObject([{ state: 'unknown', state_reason: expect.stringContaining('It may have gone') }])
})

test('a mail server that is away is tried again, one that refuses is not, and a payer without e-mail has their page alone', async () => {
  const [owner, silent] = [await sarah(), await sarah({ hasEmail: false })]
  await begin(owner, 1)
  await begin(silent, 1)
  const { sent, send } = sending([
    { state: 'later', reason: 'away' },
    { state: 'failed', reason: 'The mail server refused the address.' },
  ])
  await send(owner.personId)
  expect(await rowsOf(owner)).toMatchObject([{ state: 'queued' }])
  await server.asOwner(`update directory.service_notices set due_at = 'epoch' where due_at is not null`)
  await send(owner.personId)
  await send(owner.personId)
  expect(sent).toHaveLength(2)
  expect(await rowsOf(owner)).toMatchObject([{ state: 'failed', state_reason: 'The mail server refused the address.' }])
  await send(silent.personId)
  expect(sent).toHaveLength(2)
  expect(await rowsOf(silent)).toMatchObject([{ state: 'failed', state_reason: 'They have proven no e-mail address.' }])
})

test('an end is confirmed with what is given back, once, and going on is confirmed as that', async () => {
  const owner = await sarah()
  await begin(owner, 1)
  await pays(owner, { beganOn: TODAY, billOn: addMonths(TODAY, 1) })
  const [seat] = await server.db.withDirectory((tx) => listSeats(tx, practice.practiceId))
  const line = (kind: string, more: string) =>
    server.asOwner(`insert into directory.seat_money (id, person_id, customer, seat_id, kind, service, pence, from_on, to_on, invoice, of_id, why)
      values ('${kind === 'charge' ? seat?.id : uuidv7()}', '${owner.personId}', 'cus_${owner.personId}', '${seat?.id}', '${kind}', 'vet-integration', ${more})`)
  await line('charge', `299, '${TODAY}', '${addMonths(TODAY, 1)}', 'in_1', null, null`)
  const { sent, send } = sending()
  await send(owner.personId)
  await end('gone')
  await line('back', `187, '${TODAY}', '${addMonths(TODAY, 1)}', null, '${seat?.id}', 'gone'`)
  await send(owner.personId)
  await send(owner.personId)
  expect(sent).toHaveLength(2)
  expect(sent[1]?.body).toContain('£1.87 is given back without asking')
  expect(sent[1]?.body).not.toContain('A month costs')
})

test('over 24 months, checked each morning, each sixth month’s payment is reminded of exactly once, with its sum and day', async () => {
  const owner = await sarah()
  await begin(owner)
  const beganOn = '2027-01-31'
  let known = ''
  for (let day = beganOn; day < addMonths(beganOn, 24); day = addDays(day, 1)) {
    let month = 1
    while (addMonths(beganOn, month) <= day) month++
    const billOn = addMonths(beganOn, month)
    if (billOn !== known) await pays(owner, { beganOn, billOn })
    known = billOn
    await notePayments(server.db, day)
  }
  const reminders = (await rowsOf(owner)).filter(({ kind }) => kind === 'reminder').map(({ key }) => key)
  expect(reminders).toEqual([6, 12, 18, 24].map((months) => addMonths(beganOn, months)))
  const { sent, send } = sending()
  await send(owner.personId)
  const [reminder] = sent.filter(({ subject }) => subject?.startsWith('A reminder'))
  // Those before it are out of date by now, and say nothing.
  expect(reminder?.body).toContain(`On ${dayAndYear(addMonths(beganOn, 24))} £5.98 is taken from your card`)
  expect(sent.filter(({ subject }) => subject?.startsWith('A reminder'))).toHaveLength(1)
})

test('a failed payment is notified once when it fails and once in its last days, and not where it has been paid meanwhile', async () => {
  const owner = await sarah()
  await begin(owner)
  const facts = { beganOn: addMonths(TODAY, -2), billOn: addMonths(TODAY, 1), paidUntil: addDays(TODAY, -1) }
  await pays(owner, { ...facts, isPastDue: true })
  const { sent, send } = sending()
  for (let days = 0; days < 14; days++) await notePayments(server.db, addDays(TODAY, days))
  await send(owner.personId)
  const late = sent.filter(({ subject }) => !subject?.startsWith('You have'))
  expect(late.map(({ subject }) => subject)).toEqual([
    'Your payment did not go through',
    `It ends on ${dayAndYear(addDays(TODAY, 13))} unless it is paid`,
  ])
  await pays(owner, { ...facts, paidUntil: addMonths(TODAY, 1) })
  await server.db.withDirectory((tx) => noteServiceNotice(tx, { personId: owner.personId, kind: 'failed', key: 'another' }))
  await send(owner.personId)
  expect(sent.filter(({ subject }) => !subject?.startsWith('You have'))).toHaveLength(2)
})

test('a service that no one used for 90 days is notified once, and again only after it was used and then not', async () => {
  const owner = await sarah()
  await begin(owner, 1)
  await server.asOwner(`update directory.seats set from_on = '${addDays(TODAY, -100)}' where practice_id = '${practice.practiceId}'`)
  const morning = (days: number) => noteUnused(server.db, practice.practiceId, addDays(TODAY, days))
  const unused = async () => (await rowsOf(owner)).filter(({ kind }) => kind === 'unused')
  await morning(0)
  await morning(1)
  expect(await unused()).toHaveLength(1)
  await practice.inPractice((tx, { practiceId }) =>
    sql`insert into guest_log (practice_id, id, person_id, client_id, what, subject_id, hour, at, role)
      values (${practiceId}, ${uuidv7()}, ${uuidv7()}, ${owner.clientId}, 'horse', ${owner.horseIds[0]}, ${currentTime()}, ${currentTime()}, 'vet')`.execute(
      tx,
    ),
  )
  await morning(89)
  expect(await unused()).toHaveLength(1)
  await morning(90)
  await morning(91)
  expect(await unused()).toHaveLength(2)
  const { sent, send } = sending()
  await send(owner.personId)
  expect(sent.filter(({ subject }) => subject === 'Do you still want Vet Integration for Biscuit?')).toHaveLength(2)
})

test('a price that rises is notified 30 days before to everyone who pays for it, once each, and to no one else', async () => {
  const [owner, other] = [await sarah(), await sarah()]
  await begin(owner)
  const at = { service: 'vet-integration', pence: 349 } as const
  expect(await announcePrice(server.db, { ...at, fromOn: addDays(TODAY, 29) }, TODAY)).toBe('too_near')
  expect(await announcePrice(server.db, { ...at, pence: 299, fromOn: addDays(TODAY, 40) }, TODAY)).toBe('same')
  expect(await announcePrice(server.db, { ...at, fromOn: addDays(TODAY, 40) }, TODAY)).toBeUndefined()
  const job = noteAllServices(server.db)
  await job.handle({})
  await job.handle({})
  const { sent, send } = sending()
  await send(owner.personId)
  const told = sent.filter(({ subject }) => subject?.includes('costs £3.49'))
  expect(told).toHaveLength(1)
  expect(told[0]?.body).toContain('in place of £2.99: £6.98 a month for what you have')
  expect(await rowsOf(other)).toEqual([])
})
