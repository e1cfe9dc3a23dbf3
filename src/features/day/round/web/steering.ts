import type { PracticeSettings } from '#features/core/practice/contract.ts'
import { settingsFrom, settingsId } from '#features/core/practice/rules.ts'
import { completing, finish, reopen, type Undo, undoing } from '#features/day/closeout/web/data.ts'
import type { Round, RoundChange } from '#features/day/round/contract.ts'
import type { RoundDay, RoundStop } from '#features/day/round/round-day.ts'
import { NOT_REACHED, type Place, placesFor, roundId } from '#features/day/round/rules.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { moveVisit, putBack } from '#features/visits/appointments/web/data.ts'
import { currentTime } from '#lib/clock.ts'
import type { Day } from '#lib/dates.ts'
import type { LatLng } from '#lib/position.ts'
import type { PickedPosition } from '#lib/position-form.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'
import { readRow } from '#platform/web/use-rows.ts'

/** Writes new places in the round. */
export const reorder = async (places: readonly Place[]): Promise<boolean> =>
  (await record(places.map(({ id, ...place }): Change => ({ action: 'UPDATE', entity: 'appointments', id, data: place })))) !== false

/** Puts the stops of the day in this order; taking it back puts them as they were. */
export async function takeOrder(round: RoundDay, ids: readonly string[]): Promise<Undo | undefined> {
  const before = round.stops.map(({ visit }) => visit)
  if (!(await reorder(placesFor(before, ids)))) return undefined
  return () => reorder(before.map(({ id, roundRank, callNumber }) => ({ id, roundRank, callNumber })))
}

/** Remembers where a stop is, at its yard or its client; undefined when there is none, or it is gone from here. */
export async function savePosition(stop: RoundStop, { source, lat, lng }: PickedPosition): Promise<Undo | undefined> {
  if (!stop.place) return undefined
  const { entity, id } = stop.place
  const before = await readRow<Pick<Client, 'lat' | 'lng' | 'positionSource'>>(entity, id)
  const write = async (data: Partial<Client>) => (await record([{ action: 'UPDATE', entity, id, data }])) !== false
  if (!before || !(await write({ lat, lng, positionSource: source }))) return undefined
  return () => write({ lat: before.lat, lng: before.lng, positionSource: before.positionSource })
}

/** Remembers where the van is overnight. */
export const saveBase = async (practiceId: string, { lat, lng }: LatLng): Promise<boolean> => {
  const id = settingsId(practiceId)
  const known = await readRow<PracticeSettings>('settings', id)
  const base = { lat, lng }
  return (
    (await record([
      known
        ? { action: 'UPDATE', entity: 'settings', id, data: { base } }
        : { action: 'CREATE', entity: 'settings', id, data: { base }, alsoShow: settingsFrom(undefined) },
    ])) !== false
  )
}

type RoundState = Pick<Round, 'state' | 'reason' | 'lateMinutes'>
type RoundOf = { memberId: string; day: Day }
type TextTarget = NonNullable<RoundChange['tell']>[number]

/** Records the state of the round; owners who look see it, and those named are texted. */
export const recordRound = async (of: RoundOf, roundState: RoundState, tell: readonly TextTarget[] = []): Promise<boolean> =>
  (await record([await roundChange(of, roundState, tell)])) !== false

/** Ends the round after the current stop: the stops left are not reached and wait to be rebooked. */
export async function stopHere(round: RoundDay, left: readonly RoundStop[], reason: string, tell: readonly TextTarget[]): Promise<boolean> {
  const completedAt = currentTime().toISOString()
  const because = `${NOT_REACHED}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
  const changes = left.flatMap((stop) => leaving(stop, because, completedAt))
  const roundState = await roundChange(round, { state: 'finished', reason, lateMinutes: null }, tell)
  return (await record([...changes, roundState])) !== false
}

/** What becomes of an open stop when its day is closed: it was done, it goes to another day, or its horses wait to be rebooked. */
export type ClosedAs = 'done' | 'moved' | 'to-rebook'
type DayClosing = { stops: readonly { stop: RoundStop; as: ClosedAs }[]; toDay: Day; texts: boolean }

/**
 * Closes a day that was left open: the outcome of each stop, then the round itself, so that owners read that it has ended. What is done
 * first stays when a later part can't be kept; the undo reverts all of it.
 */
export async function closeDay(round: RoundDay, { stops, toDay, texts }: DayClosing): Promise<Undo | undefined> {
  const before = await readRow<Round>('rounds', roundId(round.memberId, round.day))
  const undos: Undo[] = []
  for (const { stop, as } of stops) {
    const undo = await closedStop(stop, as, { toDay, texts })
    if (!undo) return undefined
    undos.push(undo)
  }
  const closing = await roundChange(round, { state: 'finished', reason: null, lateMinutes: null }, [])
  if ((await record([closing])) === false) return undefined
  return async () => {
    for (const undo of undos.toReversed()) if (!(await undo())) return false
    const { state, reason, lateMinutes, saidAt } = before ?? { ...RUNNING, saidAt: null }
    const data = { state, reason, lateMinutes, saidAt }
    return (await record([{ action: 'UPDATE', entity: 'rounds', id: closing.id ?? '', data }])) !== false
  }
}

async function closedStop(stop: RoundStop, as: ClosedAs, { toDay, texts }: { toDay: Day; texts: boolean }): Promise<Undo | undefined> {
  const open = openLines(stop)
  if (as === 'done') {
    const lines = stop.horses.flatMap(({ line }) => (open.includes(line.id) ? [{ line }] : []))
    const done = await finish(stop, lines)
    return done === true ? async () => reopen(stop) : done
  }
  if (as === 'moved') {
    const was = await moveVisit(stop.visit.id, toDay, texts)
    return was && (() => putBack(was, texts))
  }
  const isLeft = (await record(leaving(stop, NOT_REACHED, currentTime().toISOString()))) !== false
  return isLeft ? undoing(stop, open) : undefined
}

/** A stop of which some horses are done can't move: the rest of them wait to be rebooked. */
export const mayMove = ({ horses }: RoundStop): boolean => horses.every(({ line }) => line.outcome === null)

const RUNNING = { state: 'running', reason: null, lateMinutes: null } as const

/** The horses of a stop without an outcome. */
const openLines = ({ horses }: RoundStop) => horses.flatMap(({ line }) => (line.outcome === null ? [line.id] : []))

async function roundChange({ memberId, day }: RoundOf, roundState: RoundState, tell: readonly TextTarget[]): Promise<Change> {
  const id = roundId(memberId, day)
  const known = await readRow<Round>('rounds', id)
  const data = { ...roundState, saidAt: currentTime().toISOString() }
  const alsoSend = tell.length > 0 ? { alsoSend: { tell: [...tell] } } : {}
  return known
    ? { action: 'UPDATE', entity: 'rounds', id, data, ...alsoSend }
    : { action: 'CREATE', entity: 'rounds', id, data: { memberId, onDay: day, ...data }, ...alsoSend }
}

/** Each open horse is not done; a visit without horses can only be called off. */
function leaving(stop: RoundStop, reason: string, completedAt: string): Change[] {
  const { id } = stop.visit
  const open = openLines(stop)
  if (stop.horses.length === 0)
    return [{ action: 'UPDATE', entity: 'appointments', id, data: { status: 'cancelled', statusReason: reason } }]
  const roundState = open.map(
    (line): Change => ({ action: 'UPDATE', entity: 'visit_horses', id: line, data: { outcome: 'not_done', reason, completedAt } }),
  )
  return [...roundState, ...completing(stop, open, completedAt)]
}
