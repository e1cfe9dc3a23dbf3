import { createHash } from 'node:crypto'
import type { Changes, FarItem } from '#connectors/kit/calendar.ts'
import { DAYS_BACK } from '#features/visits/calendars/rules.ts'
import { addDays, type Day } from '#lib/dates.ts'
import type { CalendarItem } from '#lib/ics-write.ts'

/** What of ours is there, as far as we know; `remoteId` null: it is not, or we don't know yet. */
export type Item = {
  subjectId: string
  remoteId: string | null
  remoteTag: string | null
  /** Null: what is there is not what we want there. */
  sentHash: string | null
  /** When it is there. */
  sentWhen: string | null
  /** When it is there once what was last on its way has arrived; empty: it is gone then. Null: nothing is on its way. */
  sendingWhen: string | null
  /**
   * `sending`: it may be on its way. `asked`: it was changed there, and a person decides. `left`: it was deleted there after its day. `parked`:
   * the far side won't have it. `erased`: it goes also when its day is over, for it names a client who was erased.
   */
  state: 'sending' | 'sent' | 'asked' | 'left' | 'parked' | 'erased' | 'doubt'
  sentence: string | null
}

/** What we want to be there. */
export type Wanted = { subjectId: string; item: CalendarItem; hash: string; when: string; start: Date; isOver: boolean }

/** What a far side's changes mean here: items as they are known from now on, questions for a person, and new entries. */
export type Decided = {
  items: Item[]
  /** Subjects whose items are forgotten: they are not there, and no longer wanted there. */
  forgotten: string[]
  /** Entries of ours there that belong to nothing any more. */
  strays: FarItem[]
  moved: { wanted: Wanted; now: NonNullable<FarItem['when']> }[]
  deleted: Wanted[]
  /** Subjects whose question is closed: they are there again as they are here. */
  settled: string[]
  added: FarItem[]
}

const OURS = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@pritchel$/

/** An entry as it should be there. */
export function wantedFrom(item: CalendarItem, now: Date, startOf: (day: Day) => Date): Wanted {
  const subjectId = OURS.exec(item.uid)?.[1]
  if (!subjectId) throw new Error(`no entry of ours: ${item.uid}`)
  const [start, end] = 'fromDay' in item.when ? [startOf(item.when.fromDay), startOf(item.when.toDay)] : [item.when.start, item.when.end]
  return { subjectId, item, hash: hashOf(item), when: whenText(item.when), start, isOver: end <= now }
}

/** A moment as text, equal for equal moments: instants, or whole days. */
export const whenText = (when: NonNullable<FarItem['when']>): string =>
  'fromDay' in when ? `${when.fromDay}/${when.toDay}` : `${when.start.toISOString()}/${when.end.toISOString()}`

const hashOf = ({ when, ...rest }: CalendarItem): string =>
  createHash('sha256')
    .update(JSON.stringify([whenText(when), rest]))
    .digest('base64url')

/**
 * Decides what changes at a calendar mean. What is as we sent it is an echo, with any tag. A listing of all there is (`isWhole`) deletes
 * nothing here: what it lacks is put there again. `takesNew`: the calendar is ours alone, so an entry added there is an own entry here, and an
 * entry of ours that belongs to nothing any more is no other member's.
 */
export function decide(
  changes: Changes,
  known: readonly Item[],
  wanted: readonly Wanted[],
  { takesNew, now, today }: { takesNew: boolean; now: Date; today: Day },
): Decided {
  const decided: Decided = { items: [], forgotten: [], strays: [], moved: [], deleted: [], settled: [], added: [] }
  const bySubject = new Map(known.map((item) => [item.subjectId, item]))
  const byRemote = new Map(known.flatMap((item) => (item.remoteId ? [[item.remoteId, item] as const] : [])))
  const wants = new Map(wanted.map((want) => [want.subjectId, want]))
  const seen = new Set<string>()

  for (const far of changes.items) {
    const subjectId = byRemote.get(far.id)?.subjectId ?? OURS.exec(far.uid)?.[1]
    if (!subjectId) {
      if (takesNew && isAhead(far, now, today)) decided.added.push(far)
      continue
    }
    seen.add(subjectId)
    const item = bySubject.get(subjectId)
    const want = wants.get(subjectId)
    if (!item && !want) {
      if (takesNew && isAhead(far, now, today)) decided.strays.push(far)
      continue
    }
    const base = item ?? blank(subjectId)
    if (far.isCancelled) noteDeleted(decided, base, want)
    else noteSeen(decided, base, want, far)
  }
  for (const id of changes.known) {
    const item = byRemote.get(id)
    if (item) seen.add(item.subjectId)
  }
  for (const id of changes.gone) {
    const item = byRemote.get(id)
    if (!item || seen.has(item.subjectId)) continue
    seen.add(item.subjectId)
    noteDeleted(decided, item, wants.get(item.subjectId))
  }
  if (changes.isWhole)
    for (const item of known)
      if (item.remoteId && !seen.has(item.subjectId) && item.state !== 'left' && !isBefore(item, today))
        decided.items.push({ ...item, remoteId: null, remoteTag: null, sentHash: null, sentWhen: null })
  return decided
}

/** Some list just the days around today: what is older may still be there, to be taken out. */
const isBefore = ({ sentWhen }: Item, today: Day): boolean => {
  const end = sentWhen?.split('/')[1]
  return end !== undefined && end <= addDays(today, -DAYS_BACK)
}

const blank = (subjectId: string): Item => ({
  subjectId,
  remoteId: null,
  remoteTag: null,
  sentHash: null,
  sentWhen: null,
  sendingWhen: null,
  state: 'sending',
  sentence: null,
})

const isAhead = ({ when, isCancelled }: FarItem, now: Date, today: Day): boolean =>
  !isCancelled && when !== null && ('fromDay' in when ? when.toDay > today : when.end > now)

/** It is there: as we sent it, or at another time. Its words and alarms are its reader's, until we have something to write. */
function noteSeen(decided: Decided, item: Item, want: Wanted | undefined, far: FarItem) {
  const there = { ...item, remoteId: far.id, remoteTag: far.tag }
  const when = far.when && whenText(far.when)
  if (!far.when || !when || when === item.sentWhen) {
    decided.items.push(there)
    return
  }
  // What was on its way has arrived, although no answer confirmed it: ours, and written again if it isn't what we want by now.
  if (when === item.sendingWhen) {
    decided.items.push({ ...there, sentWhen: when, sendingWhen: null })
    return
  }
  // Where we don't know what we sent, ours is written again.
  const isFirst = item.sentWhen === null && !item.sendingWhen && item.state !== 'asked'
  const isMoved = want && !want.isOver && want.when !== when && !isFirst
  if (isMoved) decided.moved.push({ wanted: want, now: far.when })
  else if (item.state === 'asked') decided.settled.push(item.subjectId)
  const isOurs = isMoved && want.hash === item.sentHash
  const state = item.state === 'erased' ? 'erased' : isOurs ? 'asked' : 'sent'
  decided.items.push({ ...there, sentHash: isOurs ? want.hash : null, sentWhen: when, sendingWhen: null, state })
}

function noteDeleted(decided: Decided, item: Item, want: Wanted | undefined) {
  if (!want) {
    decided.forgotten.push(item.subjectId)
    return
  }
  const gone = { ...item, remoteId: null, remoteTag: null, sentWhen: null, sendingWhen: null }
  if (want.isOver) {
    decided.items.push({ ...gone, sentHash: null, state: 'left' })
    return
  }
  // Taken out by us, and wanted again since.
  if (item.sendingWhen === '') {
    decided.items.push({ ...gone, sentHash: null, state: 'sent' })
    return
  }
  decided.deleted.push(want)
  const isUnchanged = want.hash === item.sentHash
  decided.items.push({ ...gone, sentHash: isUnchanged ? want.hash : null, state: isUnchanged ? 'asked' : 'sent' })
}

/** So many changed there at once, and so large a part of all, that a slip is likelier than a wish. */
export function isVeryMany({ moved, deleted }: Decided, wanted: readonly Wanted[]): boolean {
  const count = moved.length + deleted.length
  return count > MANY && count > wanted.filter(({ isOver }) => !isOver).length / 5
}
const MANY = 10

/** An hour before its start, what was deleted there is put back if no one has decided. */
const PUT_BACK_MS = 3_600_000

export type ToDo = {
  puts: { wanted: Wanted; item: Item | undefined }[]
  removes: Item[]
  /** Subjects that are not there and need not be. */
  forgets: string[]
  /** Subjects whose question has had its time: what was deleted there is put back. */
  putBack: string[]
}

/**
 * What must be written there. Days that are over are left as they are. An item with an open question (`open`: their subjects) waits until
 * it changes here too or, when it was deleted there, until an hour before it begins.
 */
export function toDo(items: readonly Item[], wanted: readonly Wanted[], open: Pick<ReadonlySet<string>, 'has'>, now: Date): ToDo {
  const found: ToDo = { puts: [], removes: [], forgets: [], putBack: [] }
  const known = new Map(items.map((item) => [item.subjectId, item]))
  for (const want of wanted) {
    const item = known.get(want.subjectId)
    known.delete(want.subjectId)
    if (item?.state === 'left' || (item?.state === 'parked' && item.sentHash === want.hash)) continue
    if (item?.state === 'asked') {
      const isHeld = open.has(want.subjectId) && item.sentHash === want.hash
      const isDue = item.remoteId === null && want.start.getTime() - now.getTime() < PUT_BACK_MS
      if (isHeld && !isDue) continue
      if (isHeld) found.putBack.push(want.subjectId)
    } else if (item?.state === 'sent' && item.sentHash === want.hash) continue
    // A day that is over is left as it is, once it is there.
    if (want.isOver && item && item.remoteId !== null && item.state !== 'erased') continue
    found.puts.push({ wanted: want, item })
  }
  for (const item of known.values()) {
    if (item.remoteId === null) found.forgets.push(item.subjectId)
    // What is over stays there, and is remembered: it must be found when its client is erased.
    else if (item.state === 'erased' || !isPast(item.sentWhen, now)) found.removes.push(item)
  }
  return found
}

/** Whether a moment as `whenText` has it is over. */
const isPast = (when: string | null, now: Date): boolean => when !== null && new Date(when.split('/')[1] ?? '') <= now
