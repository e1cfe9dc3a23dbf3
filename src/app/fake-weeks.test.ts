import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { REMINDER_HOURS } from '#features/records/clients/rules.ts'
import { addClient, setSmsPreferences } from '#features/records/clients/server/service.ts'
import { bookVisit } from '#features/visits/appointments/server/book-visit.ts'
import { changeVisit } from '#features/visits/appointments/server/change-visit.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { takeDue } from '#platform/server/database/wakes.ts'
import type { Outgoing } from '#platform/server/sending/delivery.ts'
import { freezeAt } from '#testing/freeze.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* Two weeks under a clock of our own, each with a change of the real ones, worked by the real services and the real worker. Next to them an
   oracle that knows only visits, wishes and wall clocks decides who must be reminded of what, when. */

const VISITS = 200
const CLIENTS = 50
const SENDS_TO_A_CRASH = 50
const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())
afterEach(() => vi.useRealTimers())

/** British summer time of 2027, from the law and from no library of ours. */
const aheadAt = (instant: number) => (instant >= Date.UTC(2027, 2, 28, 1) && instant < Date.UTC(2027, 9, 31, 1) ? HOUR : 0)
/** The instant of a wall time given as if it were UTC; in the hour that is skipped the clock moves on. */
const instantOfWall = (wall: number) => [wall - HOUR, wall].find((at) => at + aheadAt(at) === wall) ?? wall
const wallOf = (instant: number) => instant + aheadAt(instant)

/** When a visit that begins at a wall time is notified: so many hours before on the clock, but not from 21:00 to 08:00. */
function dueOf(startWall: number, hours: number): number {
  const wall = startWall - hours * HOUR
  const midnight = Math.floor(wall / DAY) * DAY
  const clock = wall - midnight
  if (clock >= 8 * HOUR && clock < 21 * HOUR) return instantOfWall(wall)
  const morning = instantOfWall((clock < 8 * HOUR ? midnight : midnight + DAY) + 8 * HOUR)
  if (morning < instantOfWall(startWall)) return morning
  return instantOfWall((clock < 8 * HOUR ? midnight - DAY : midnight) + 21 * HOUR) - HOUR / 4
}

type Client = { id: string; hours: (typeof REMINDER_HOURS)[number]; wants: boolean }
type Visit = { id: string; client: Client; startWall: number; isCallOnly: boolean; isOff: boolean; pending: number | undefined }

/** Knows what is to go, and writes down what went by as the clock does. */
function oracle() {
  const visits: Visit[] = []
  const expected: string[] = []
  const consider = (visit: Visit) => {
    const wall = visit.isCallOnly ? Math.floor(visit.startWall / DAY) * DAY + halfOf(visit) * HOUR : visit.startWall
    const due = dueOf(wall, visit.client.hours)
    visit.pending = !visit.isOff && visit.client.wants && due > currentMs() ? due : undefined
  }
  return {
    visits,
    expected,
    add: (visit: Visit) => {
      visits.push(visit)
      consider(visit)
    },
    consider,
    considerAll: (client: Client) => visits.filter((visit) => visit.client === client).forEach(consider),
    /** All that falls due up to now. */
    pass() {
      for (const visit of visits) {
        if (visit.pending === undefined || visit.pending > currentMs()) continue
        expected.push(`${visit.id} ${visit.client.id} ${new Date(visit.pending).toISOString()}`)
        visit.pending = undefined
      }
    },
  }
}

const halfOf = ({ startWall }: Visit) => (startWall % DAY < 12 * HOUR ? 9 : 12)

/** The same numbers every time (mulberry32). */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return { next, below, one: <T>(list: readonly T[]): T => list[below(list.length)] as T }
}

test.each([
  ['forward', Date.UTC(2027, 2, 24, 6), 28],
  ['back', Date.UTC(2027, 9, 27, 6), 31],
])(
  'a week in which the clocks go %s: each text is due exactly once, none late, none of a cancelled visit, despite any failure',
  async (_, start, seed) => {
    const { gareth, db } = server
    const roll = dice(seed)
    const known = oracle()
    const began: string[] = []
    freezeAt(start)
    const inPractice = gareth.inPractice

    const clients = await inPractice(async (tx, actor) => {
      const made: Client[] = []
      for (let n = 0; n < CLIENTS; n++) {
        const client = { id: uuidv7(), hours: roll.one(REMINDER_HOURS), wants: roll.below(10) > 0 }
        await addClient(tx, actor, client.id, { name: `Owner ${n}`, phone: `07700 900${String(100 + n)}` })
        const wishes = { reminderHours: client.hours, enableReminders: client.wants }
        await setSmsPreferences(tx, actor, client.id, wishes)
        made.push(client)
      }
      return made
    })

    /** A quarter of an hour from 07:00 to 18:00, on a day of the week that is not over. */
    const aStart = () => {
      for (;;) {
        const day = Math.floor(wallOf(start) / DAY) + roll.below(8)
        const wall = day * DAY + 7 * HOUR + roll.below(44) * (HOUR / 4)
        if (instantOfWall(wall) > currentMs()) return wall
      }
    }
    const when = (visit: Visit) => {
      const from = instantOfWall(visit.startWall)
      return { startTime: new Date(from).toISOString(), endTime: new Date(visit.isCallOnly ? from : from + HOUR / 2).toISOString() }
    }
    const book = async () => {
      const visit: Visit = {
        id: uuidv7(),
        client: roll.one(clients),
        startWall: aStart(),
        isCallOnly: roll.below(10) === 0,
        isOff: false,
        pending: undefined,
      }
      const isMorning = visit.startWall % DAY < 12 * HOUR
      const about = {
        title: 'Trim',
        clientId: visit.client.id,
        isCallOnly: visit.isCallOnly,
        callPeriod: isMorning ? ('AM' as const) : ('PM' as const),
      }
      began.push(visit.id)
      await inPractice((tx, actor) => bookVisit(tx, actor, visit.id, { ...about, ...when(visit) }))
      known.add(visit)
    }
    const change = (visit: Visit, what: Parameters<typeof changeVisit>[3]) =>
      inPractice((tx, actor) => changeVisit(tx, actor, visit.id, what)).then(() => known.consider(visit))
    /** A visit that is not cancelled and lies ahead, by the whole day: what is over stays as it was. */
    const aComing = (isOff: boolean) => {
      const tomorrow = (Math.floor(wallOf(currentMs()) / DAY) + 1) * DAY
      return roll.one(known.visits.filter((visit) => visit.isOff === isOff && visit.startWall >= tomorrow))
    }
    const move = async () => {
      const visit = aComing(false)
      if (!visit) return
      visit.startWall = aStart()
      const isMorning = visit.startWall % DAY < 12 * HOUR
      await change(visit, { ...when(visit), ...(visit.isCallOnly && { callPeriod: isMorning ? 'AM' : 'PM' }) })
    }
    const cancel = async () => {
      const visit = aComing(false)
      if (!visit) return
      visit.isOff = true
      await change(visit, { status: 'cancelled' })
    }
    const reopen = async () => {
      const visit = aComing(true)
      if (!visit) return
      visit.isOff = false
      await change(visit, { status: 'booked' })
    }
    const wish = async () => {
      const client = roll.one(clients)
      client.hours = roll.one(REMINDER_HOURS)
      client.wants = roll.below(8) > 0
      await inPractice((tx, actor) =>
        setSmsPreferences(tx, actor, client.id, { reminderHours: client.hours, enableReminders: client.wants }),
      )
      known.considerAll(client)
    }

    const acts = [
      ...Array.from({ length: VISITS / 2 }, () => book),
      ...Array.from({ length: 60 }, () => move),
      ...Array.from({ length: 30 }, () => cancel),
      ...Array.from({ length: 10 }, () => reopen),
      ...Array.from({ length: 20 }, () => wish),
    ].map((act) => ({ act, at: start + roll.below(6 * DAY) }))
    acts.sort((a, b) => a.at - b.at)
    for (let n = 0; n < VISITS / 2; n++) await book()

    const sent: { id: string; at: number }[] = []
    let calls = 0
    let crashes = 0
    const sms = async ({ id }: Outgoing) => {
      calls += 1
      const isCrash = calls % SENDS_TO_A_CRASH === 0
      crashes += isCrash ? 1 : 0
      // The power goes before the provider has it, or after.
      if (!isCrash || crashes % 2 === 0) sent.push({ id, at: currentMs() })
      if (isCrash) throw new Error('power cut')
      return { state: 'sent' as const, reference: id }
    }
    const wakeAt = async () => {
      const [wake] = await db.readDirectory<{ at: string | null }>(WAKE, [gareth.practiceId])
      return wake?.at ? Number(wake.at) : Number.POSITIVE_INFINITY
    }
    const drain = async () => {
      for (const practiceId of await takeDue(db, currentTime())) {
        await drainPractice(db, { sms, email: sms, push: sms }, practiceId, { origin: 'http://localhost:3000' }).catch((error) => {
          if (error.message !== 'power cut') throw error
        })
      }
    }

    for (;;) {
      const next = acts[0]
      const wake = await wakeAt()
      const now = Math.min(wake, next?.at ?? Number.POSITIVE_INFINITY)
      if (now === Number.POSITIVE_INFINITY) break
      freezeAt(Math.max(now, currentMs()))
      known.pass()
      if (wake <= now) await drain()
      else await acts.shift()?.act()
    }

    const rows = await inPractice((tx) =>
      tx.selectFrom('notices').select(['id', 'subject_id', 'client_id', 'not_before', 'state']).where('subject_id', 'in', began).execute(),
    )
    const said = rows.map((row) => `${row.subject_id} ${row.client_id} ${row.not_before?.toISOString()}`)
    expect(said.sort()).toEqual(known.expected.sort())
    expect(new Set(said).size).toBe(said.length)
    expect(said.length).toBeGreaterThan(VISITS / 2)
    // Nothing went twice, and what went, went at its moment.
    expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length)
    const due = new Map(rows.map((row) => [row.id, row.not_before?.getTime()]))
    expect(sent.filter(({ id, at }) => due.get(id) !== at)).toEqual([])
    // A person is notified of what was on its way when the power went, and nothing else is in doubt.
    const inDoubt = rows.filter((row) => row.state === 'unknown')
    const certain = rows.filter((row) => row.state === 'sent').map(({ id }) => id)
    expect(inDoubt).toHaveLength(crashes)
    expect(crashes).toBeGreaterThan(1)
    expect(certain.length + inDoubt.length).toBe(rows.length)
    expect(sent.filter(({ id }) => certain.includes(id))).toHaveLength(certain.length)
  },
)

const WAKE = {
  name: 'wake_of_test',
  text: `select case when due_at = 'infinity' then null else (extract(epoch from due_at) * 1000)::text end as at from directory.wakes where practice_id = $1`,
}
