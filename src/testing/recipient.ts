import type { Notice } from '#features/core/notices/contract.ts'
import type { Recipient, VisitWords } from '#features/core/notices/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { FixturePractice } from '#testing/practice.ts'

const TOMORROW = addDays(dayOf(currentTime(), 'Europe/London'), 1)
let clients = 0

/** A client who can be texted, and visits of theirs tomorrow at nine, for tests of their notices. */
export async function addRecipient(practice: FixturePractice, change: Partial<Recipient> = {}) {
  clients += 1
  const email = `told${clients}@example.com`
  const name = `Sarah Penrose${clients}`
  const client = (await practice.post('/api/clients', { name, phone: '07700 900118', email })).json<{ id: string }>()
  const recipient: Recipient = {
    clientId: client.id,
    name,
    firstName: 'Sarah',
    phoneE164: '+447700900118',
    email,
    preferredChannel: 'sms',
    stoppedAt: null,
    ...change,
  }
  return {
    recipient,
    addVisit: (onDay: Day = TOMORROW) => addVisit(practice, client.id, onDay),
    notices: async (): Promise<Notice[]> =>
      (await practice.get('/api/notices?limit=200')).json<Notice[]>().filter((notice) => notice.clientId === client.id),
  }
}

async function addVisit(practice: FixturePractice, clientId: string, onDay: Day) {
  const id = uuidv7()
  const times = (day: Day) => ({
    on_day: day,
    starts_at: instantOf(day, '09:00', 'Europe/London'),
    ends_at: instantOf(day, '10:00', 'Europe/London'),
  })
  const fixed = {
    local_start: '09:00',
    local_end: '10:00',
    zone: 'Europe/London',
    title: 'Biscuit, trim',
    rev: 1,
    seq: 0,
    deleted_at: null,
  }
  const none = {
    yard_id: null,
    description: null,
    location: null,
    notes: null,
    round_rank: null,
    status_reason: null,
    completed_at: null,
    as_was: null,
  }
  const whose = { practice_id: practice.practiceId, member_id: practice.memberId, client_id: clientId }
  await practice.inPractice((tx) =>
    tx
      .insertInto('appointments')
      .values({ id, ...whose, ...times(onDay), ...fixed, ...none })
      .execute(),
  )
  const words = (days = 0): VisitWords => ({
    appointmentId: id,
    title: 'Biscuit, trim',
    onDay: addDays(onDay, days),
    time: '09:00',
    period: 'AM',
  })
  const change = (values: object) =>
    practice.inPractice(async (tx) => {
      await tx.updateTable('appointments').set(values).where('id', '=', id).execute()
    })
  return {
    id,
    /** As a text names it, some days later than it was booked. */
    words,
    says: (days = 0) => `${shortDay(addDays(onDay, days))} at 09:00`,
    /** Moves the visit to the time that `says` words. */
    move: (days: number) => change(times(addDays(onDay, days))),
    change,
  }
}
