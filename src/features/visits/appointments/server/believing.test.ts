import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { currentMs, currentTime, setClock } from '#lib/clock.ts'
import { addDays, dayOf, instantOf, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Outgoing } from '#platform/server/sending/delivery.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

const ZONE = 'Europe/London'
const RUNS = 20
const FIRST = dayOf(currentTime(), ZONE)
const dayAt = (days: number) => addDays(FIRST, 30 + days)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(async () => {
  resetClock()
  await server.stop()
})

/**
 * A person who knows only what they read, and what they heard from the farrier in person, by the visit's name. `gaveAway`: visits that now
 * belong to another owner; the farrier speaks again to those they had only spoken to.
 */
type Reader = { phone: string; expects: Map<string, string>; inPerson: Set<string>; gaveAway: Set<string>; faults: string[] }

function read(reader: Reader, body: string) {
  const believe = (visit: string, was: string | undefined, is: string | undefined) => {
    const isSpokenTo = reader.inPerson.has(visit) && reader.gaveAway.has(visit)
    if (!isSpokenTo && reader.expects.get(visit) !== was)
      reader.faults.push(`expects ${reader.expects.get(visit) ?? 'nothing'}, and reads: ${body}`)
    reader.inPerson.delete(visit)
    if (is) reader.expects.set(visit, is)
    else reader.expects.delete(visit)
  }
  const [, booked, on] = /visit \((.+?)\) is booked for (.+? at \d\d:\d\d)/.exec(body) ?? []
  const [, moved, from, to] = /visit \((.+?)\) on (.+?) has moved to (.+? at \d\d:\d\d)/.exec(body) ?? []
  const [, off, day] = /visit \((.+?)\) on (.+?) is cancelled/.exec(body) ?? []
  if (booked) believe(booked, undefined, on)
  if (moved) believe(moved, from, to)
  if (off) believe(off, day, undefined)
  for (const [, visit = '', was, is] of body.matchAll(/^(.+): (.+), now (.+)$/gm)) believe(visit, was, is)
}

/** `lines`: for a visit without a client, the owners by their horses on it. */
type Visit = { id: string; title: string; owner: number | null; lines: Map<number, string>; day: number; isOff: boolean }
type Act = {
  act: 'book' | 'meet' | 'join' | 'leave' | 'move' | 'edit' | 'cancel' | 'rebook' | 'switch' | 'wait'
  which: number
  day: number
  isNotified: boolean
  wait: number
}

/** A practice's diary as its owners' texts describe it. */
class Diary {
  readonly visits: Visit[] = []
  readonly ids: string[]
  readonly readers: Reader[]
  constructor(ids: string[], readers: Reader[]) {
    this.ids = ids
    this.readers = readers
  }

  async do({ act, which, day, isNotified, wait }: Act) {
    if (act === 'meet') return this.meet(which % 2, day, isNotified)
    if (act === 'book' || this.visits.length === 0) return this.book(which, day, isNotified)
    if (act === 'wait') return this.pass(wait)
    const visit = this.visits[which % this.visits.length] as Visit
    if (act === 'rebook') return visit.isOff && this.change(visit, { status: 'booked' }, { isOff: false }, isNotified)
    if (visit.isOff) return
    if (act === 'cancel') return this.change(visit, { status: 'cancelled' }, { isOff: true }, isNotified)
    if (act === 'edit') return this.change(visit, { notes: `Note ${day}` }, {}, isNotified)
    if (act === 'join') return this.join(visit, which % 2, isNotified)
    if (act === 'leave') return this.leave(visit, which % 2)
    if (act === 'switch') return this.hand(visit, isNotified)
    return this.change(visit, timesOf(day), day === visit.day ? {} : { day }, isNotified)
  }

  async book(owner: number, day: number, isNotified: boolean) {
    const title = `Visit ${this.visits.length + 1}`
    const body = { title, clientId: this.ids[owner % 2], ...timesOf(day), sendSmsNotification: isNotified }
    const id = await make('/api/appointments', body)
    this.visits.push({ id, title, owner: owner % 2, lines: new Map(), day, isOff: false })
    if (!isNotified) this.notifyAllInPerson(title)
  }

  /** Books a visit without a client, only with the horses on it. */
  async meet(owner: number, day: number, isNotified: boolean) {
    const title = `Visit ${this.visits.length + 1}`
    const lineId = uuidv7()
    const horses = [{ id: lineId, horseId: await this.horseOf(owner, title) }]
    const id = await make('/api/appointments', { title, clientId: null, horses, ...timesOf(day), sendSmsNotification: isNotified })
    this.visits.push({ id, title, owner: null, lines: new Map([[owner, lineId]]), day, isOff: false })
    if (!isNotified) this.notifyAllInPerson(title)
  }

  /** An owner reads of a shared visit by the names of their own horses. */
  horseOf = (owner: number, name: string) => make('/api/horses', { name, clientId: this.ids[owner] })

  async join(visit: Visit, owner: number, isNotified: boolean) {
    if (visit.owner !== null || visit.lines.has(owner)) return
    const id = uuidv7()
    const horseId = await this.horseOf(owner, visit.title)
    await this.push({ action: 'CREATE', id, data: { appointmentId: visit.id, horseId, sendSmsNotification: isNotified } })
    visit.lines.set(owner, id)
    if (!isNotified) this.notifyInPerson(visit.title, owner)
  }

  async leave(visit: Visit, owner: number) {
    const id = visit.lines.get(owner)
    if (!id) return
    await this.push({ action: 'DELETE', id, data: {} })
    visit.lines.delete(owner)
    this.readers[owner]?.gaveAway.add(visit.title)
  }

  async push(what: { action: 'CREATE' | 'DELETE'; id: string; data: object }) {
    const device = server.gareth.device()
    expect(await device.push(device.op({ entity: 'visit_horses', ...what, data: { ...what.data } }))).toMatchObject({
      results: [{ status: 'applied' }],
    })
  }

  async hand(visit: Visit, isNotified: boolean) {
    if (visit.owner === null) return
    const owner = 1 - visit.owner
    await this.change(visit, { clientId: this.ids[owner] }, { owner }, isNotified)
  }

  async change(visit: Visit, data: object, then: Partial<Visit>, isNotified: boolean) {
    const answer = await server.gareth.put(`/api/appointments/${visit.id}`, { ...data, sendSmsNotification: isNotified })
    expect(answer.statusCode).toBe(200)
    if (then.owner !== undefined && visit.owner !== null) this.readers[visit.owner]?.gaveAway.add(visit.title)
    Object.assign(visit, then)
    if (!isNotified && Object.keys(then).length > 0) this.notifyAllInPerson(visit.title)
  }

  /** A change without a text is one the farrier speaks of. */
  notifyAllInPerson(title: string) {
    for (const index of this.readers.keys()) this.notifyInPerson(title, index)
  }

  notifyInPerson(title: string, index: number) {
    const reader = this.readers[index] as Reader
    const place = this.truth(index).get(title)
    reader.inPerson.add(title)
    if (place) reader.expects.set(title, place)
    else reader.expects.delete(title)
  }

  /** A reader's knowledge, by text, of visits that are or were theirs; the farrier speaks again to those they had only spoken to. */
  known({ expects, inPerson, gaveAway }: Reader, truth: ReadonlyMap<string, string>) {
    return Object.fromEntries([...expects].filter(([title]) => truth.has(title) || !(inPerson.has(title) && gaveAway.has(title))))
  }

  truth(reader: number) {
    const there = this.visits.filter((visit) => (visit.owner === reader || visit.lines.has(reader)) && !visit.isOff)
    return new Map(there.map(({ title, day }) => [title, `${shortDay(dayAt(day))} at 09:00`]))
  }

  async pass(seconds: number) {
    setClock(new Date(currentMs() + seconds * 1000))
    const sms = async (message: Outgoing) => {
      for (const reader of this.readers) if (message.to === reader.phone) read(reader, message.body)
      return { state: 'sent' as const, reference: '' }
    }
    await drainPractice(server.db, { sms, email: sms, push: sms } as never, server.gareth.practiceId, { origin: 'https://diary.example' })
  }
}

const timesOf = (day: number) => ({
  startTime: instantOf(dayAt(day), '09:00', ZONE).toISOString(),
  endTime: instantOf(dayAt(day), '10:00', ZONE).toISOString(),
})

async function make(url: string, body: object): Promise<string> {
  const answer = await server.gareth.post(url, body)
  expect(answer.json()).toHaveProperty('id')
  return answer.json<{ id: string }>().id
}

let phones = 0
async function newDiary(hour: number) {
  setClock(instantOf(FIRST, `${String(hour).padStart(2, '0')}:00`, ZONE))
  await server.asOwner('delete from sending_days')
  const readers: Reader[] = []
  const ids: string[] = []
  for (const name of ['Ann', 'Ben']) {
    phones += 1
    const phone = `+447700${String(900_000 + phones)}`
    readers.push({ phone, expects: new Map(), inPerson: new Set(), gaveAway: new Set(), faults: [] })
    ids.push(await make('/api/clients', { name, phone }))
  }
  return new Diary(ids, readers)
}

const OFTEN_OFF = ['cancel', 'cancel', 'rebook', 'rebook'] as const
const anAct: fc.Arbitrary<Act> = fc.record({
  act: fc.constantFrom(
    'book',
    'meet',
    'join',
    'join',
    'leave',
    'leave',
    'move',
    'move',
    'move',
    'edit',
    ...OFTEN_OFF,
    'switch',
    'wait',
    'wait',
  ),
  which: fc.nat(3),
  day: fc.nat(3),
  isNotified: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  wait: fc.constantFrom(1, 30, 100, 40_000),
})

test('who believes every text, in any order of booking, moving, cancelling, booking again and changing horses, never reads of a day they have not heard of, and knows the truth in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(12, 23), fc.array(anAct, { minLength: 2, maxLength: 14 }), async (hour, acts) => {
      const diary = await newDiary(hour)
      for (const act of acts) await diary.do(act)
      await diary.pass(100)
      await diary.pass(12 * 60 * 60)
      for (const [index, reader] of diary.readers.entries()) {
        expect(reader.faults).toEqual([])
        expect(diary.known(reader, diary.truth(index))).toEqual(Object.fromEntries(diary.truth(index)))
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 300_000)
