import { createHash } from 'node:crypto'
import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import { settingsFrom } from '#features/core/practice/rules.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { type Arrival, arrivals, isNight } from '#features/day/round/arrival.ts'
import { arrivalDay } from '#features/day/round/arrival-day.ts'
import type { ArrivalRange, PublicStop, RoundNote } from '#features/day/round/contract.ts'
import { publicStops, type QueueVisit, roundNote, stopsOf, trackerOf } from '#features/day/round/rules.ts'
import { findClientName, findVisitClient, listQueueDay, type QueueRecord } from '#features/day/round/server/queries.ts'
import { byRoad } from '#features/day/round/travel.ts'
import { greetingNameOf } from '#features/records/clients/rules.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { canon, isUuid } from '#lib/ids.ts'
import type { Database, Read } from '#platform/server/database/db.ts'
import type { LiveAnswer } from '#platform/server/http/serve-live.ts'
import { keepFresh } from '#platform/server/kept.ts'
import { findPracticeOfRawId, findQueueLink } from '#platform/server/links.ts'
import { inTimeOf, isDemoTime } from '#platform/server/practice-time.ts'

/** The greatest age of remembered data in an answer to an owner; with the way to the database no answer is older than 2 s. */
const DAY_FRESH_MS = 1500
/** A link's owner and day never change; one that is revoked stops working this much later at most. */
const LINK_FRESH_MS = 10_000
/** A raw id is valid as long as it is remembered, and is then looked up again: its day may have changed. */
const RAW_MS = 2 * LINK_FRESH_MS

export type Queue = ReturnType<typeof makeQueue>

/** Who a token speaks for. `only`: a raw visit id shows that visit alone. */
type Opened = { practiceId: string; practiceName: string; clientId: string | null; onDay: Day; diesAt: number; zone: string; only?: string }
type QueueDay = { visits: QueueVisit[]; answers: Map<string, OwnersView> }
type OwnersView = { stops: PublicStop[]; list: LiveAnswer; tracker: LiveAnswer }

const EMPTY = viewOf([])
const NO_HEAD = { firstName: null, prepLine: null, practiceName: null, phone: null, picture: null, zone: null }
/** What owners read at night about a round that no one closed. */
const LEFT_OPEN: RoundNote = { state: 'finished', reason: null, lateMinutes: null }

/**
 * The public queue, from memory: thousands of owners poll it, so a practice's day is read at most every 1.5 s regardless of their number,
 * and an answer's bytes are made once. A token that is unknown or dead, and in production an id that is no token, gets an empty list, like
 * an owner without a stop.
 */
export function makeQueue({ db, mode }: { db: Database; mode: 'test' | 'production' }) {
  const opened = keepFresh(LINK_FRESH_MS, (token) => openToken(db, mode, token))
  const days = keepFresh(DAY_FRESH_MS, async (key): Promise<QueueDay> => {
    const [practiceId = '', day = ''] = key.split(' ')
    const read: Read = (statement, values) => db.readPractice(practiceId, statement, values)
    return { visits: queueVisits(await listQueueDay(read, practiceId, day), inTimeOf(practiceId, currentMs)), answers: new Map() }
  })
  const live = (open: Opened | undefined): open is Opened => open !== undefined && open.diesAt > currentMs()
  const view = async (token: string): Promise<OwnersView> => {
    const open = await opened(token)
    if (!live(open)) return EMPTY
    const day = await days(`${open.practiceId} ${open.onDay}`)
    const key = `${open.clientId} ${open.only ?? ''}`
    const known = day.answers.get(key)
    if (known) return known
    const made = viewOf(
      publicStops(day.visits, open.clientId, open.only),
      isDemoTime(open.practiceId) ? inTimeOf(open.practiceId, currentMs) : undefined,
    )
    day.answers.set(key, made)
    return made
  }
  return {
    /** The stops today of the clients for whom someone is signed in, as their links show them; each stop once. */
    async stopsOf({ id, zone }: { id: string; zone: string }, clientIds: readonly string[]) {
      const day = await days(`${id} ${inTimeOf(id, () => dayOf(currentTime(), zone))}`)
      const stops = clientIds.flatMap((clientId) => publicStops(day.visits, clientId))
      return { stops: [...new Map(stops.map((stop) => [stop.id, stop])).values()], asAt: inTimeOf(id, currentTime).toISOString() }
    },
    /** The places of today's visits in their rounds, without their titles, which may name an owner. */
    async placesOf({ id, zone }: { id: string; zone: string }, visitIds: readonly string[]) {
      const day = await days(`${id} ${inTimeOf(id, () => dayOf(currentTime(), zone))}`)
      const stops = visitIds.flatMap((visitId) => publicStops(day.visits, null, visitId))
      return { stops: stops.map((stop) => ({ ...stop, title: '' })), asAt: inTimeOf(id, currentTime).toISOString() }
    },
    /** An owner's stops today. */
    list: async (token: string): Promise<LiveAnswer> => (await view(token)).list,
    /** The state of the round for their next stop. */
    tracker: async (token: string): Promise<LiveAnswer> => (await view(token)).tracker,
    /** What the page is first painted from. */
    async page(token: string) {
      const open = await opened(token)
      const { stops, list } = await view(token)
      const asAt = live(open) ? inTimeOf(open.practiceId, currentTime) : currentTime()
      const head = live(open) ? { ...(await headIn(db, open)), zone: open.zone } : NO_HEAD
      return { stops, etag: list.etag, asAt: asAt.toISOString(), ...head }
    },
  }
}

function viewOf(stops: PublicStop[], shownAt?: number): OwnersView {
  return { stops, list: answerOf(stops, shownAt), tracker: answerOf(trackerOf(stops), shownAt) }
}

function answerOf(value: unknown, shownAt?: number): LiveAnswer {
  const body = JSON.stringify(value)
  return { body, ...(shownAt !== undefined && { shownAt }), etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
}

async function openToken(db: Database, mode: 'test' | 'production', token: string): Promise<Opened | undefined> {
  const link = await findQueueLink(db, token)
  if (link) return { ...link, diesAt: isDemoTime(link.practiceId) ? Number.POSITIVE_INFINITY : link.diesAt.getTime() }
  const id = canon(token)
  if (mode !== 'test' || !isUuid(id)) return undefined
  const found = await findPracticeOfRawId(db, id)
  if (!found) return undefined
  const visit = await db.withPractice(found.practiceId, (tx) => findVisitClient(tx, id))
  const who = visit ? { clientId: visit.client_id, only: visit.id } : { clientId: id }
  return { ...found, onDay: inTimeOf(found.practiceId, () => dayOf(currentTime(), found.zone)), diesAt: currentMs() + RAW_MS, ...who }
}

/** The page's greeting, and the farrier's requests to the owner. */
const headIn = (db: Database, { practiceId, practiceName, clientId }: Opened) =>
  db.withPractice(practiceId, async (tx) => {
    const client = clientId ? await findClientName(tx, clientId) : undefined
    const { prepLine } = await settingsOf(tx)
    const { phone } = (await moneyIn(tx, practiceId)).invoicing
    const picture = await pictureOf(tx)
    return { firstName: client ? greetingNameOf(client) : null, prepLine, practiceName, phone: phone || null, picture }
  })

const NOTHING = { workingHours: null, travelBufferMinutes: null, round: null, table: null }

/** The day's visits with how their round goes and when each is likely to be reached. */
function queueVisits(records: readonly QueueRecord[], now: number): QueueVisit[] {
  const expected = new Map<string, Arrival>()
  const leftOpen = new Set<string>()
  for (const [memberId, ofMember] of Map.groupBy(records, ({ visit }) => visit.memberId)) {
    const settings = settingsFrom(undefined)
    const { workingHours, travelBufferMinutes, round, table } = ofMember[0] ?? NOTHING
    const hours = {
      workingHours: workingHours ?? settings.workingHours,
      travelBufferMinutes: travelBufferMinutes ?? settings.travelBufferMinutes,
    }
    const day = arrivalDay(stopsOf(ofMember.map(({ visit }) => visit)), round, hours, byRoad(table))
    for (const [id, arrival] of day ? arrivals(day, now) : []) expected.set(id, arrival)
    if (day && isNight(day, now)) leftOpen.add(memberId)
  }
  const noteOf = ({ visit, round }: QueueRecord) => {
    const note = roundNote(round)
    return leftOpen.has(visit.memberId) && note?.state !== 'finished' ? LEFT_OPEN : note
  }
  return records.map((record) => ({ ...record.visit, note: noteOf(record), arrivalRange: rangeOf(expected.get(record.visit.id)) }))
}

function rangeOf(arrival: Arrival | undefined): ArrivalRange | null {
  if (!arrival) return null
  const { was, why } = arrival
  return { ...inTime(arrival), was: was && inTime(was), why }
}

const inTime = ({ from, to }: { from: number; to: number }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
