import { type Day, dayOf, instantOf } from '#lib/dates.ts'

/* What was done to a diary and to its calendar, as those who did it noted it. It knows nothing of what carries one to the other. */

const HOURS_AHEAD = 40
export const ZONE = 'Europe/London'
/** Two instants, or whole days with the last one. */
export type When = { start: Date; end: Date } | { fromDay: Day; toDay: Day }

/** A client has one visit and a horse at most, so that a text to them is about it. */
type Whose = { clientId: string; first: string; horse: { id: string; name: string } | null }

export type Entry = {
  kind: 'visit' | 'stop' | 'own' | 'off'
  /** Null: the phone added it, and the diary has not shown it yet. */
  id: string | null
  uid: string
  title: string
  whose: Whose | null
  /** Null: it was cancelled, or undone. */
  here: When | null
  /** Where it was when it was cancelled. */
  was: When
  /** Where the calendar must have it once all is exchanged; null: nowhere. */
  there: When | null
  /** What the phone calls it; null: as the diary does; `either`: it may have been taken out and put there again, or not. */
  retitled: string | 'either' | null
  hasAlarm: boolean
  /** Where the phone has moved it; null: it has deleted it. */
  theirs: When | null
  /** The phone has moved or deleted it, and no one has decided what to do about it. */
  isOpen: boolean
  /** How many questions about it a person must have had. */
  asked: number
  /** As the diary had it when all was exchanged last. */
  exchanged: string | null
  /** Since then: whether a person decided that it stays as it is here; what the phone did. */
  touched: { isAnswered: boolean; there: 'moved' | 'deleted' | 'words' | null }
}

export class Ledger {
  readonly entries: Entry[] = []
  /** Entries that were added there and stay there alone, by their UIDs. */
  readonly alone = new Map<string, When>()
  /** Clients a person had a text sent to. */
  readonly texted = new Set<string>()
  /** What the phone looked for and didn't find. */
  readonly missed: string[] = []
  readonly done = { here: 0, there: 0, answers: 0 }
  /** When the round begins in which things are done; the clock may be later, as far as the exchange has waited. */
  now = new Date(0)

  /** Something new in the diary. */
  book(entry: Pick<Entry, 'kind' | 'title' | 'whose'> & { id: string; here: When }) {
    this.#add({ ...entry, uid: `${entry.id}@pritchel`, there: null, asked: 0, exchanged: null })
  }

  /** Something new in the calendar, which becomes an entry of the diary. */
  add(name: string, title: string, when: When) {
    const entry = { kind: 'own' as const, title, whose: null, here: when }
    this.#add({ ...entry, id: null, uid: name, there: when, asked: 1, exchanged: wordsOf(entry) })
  }

  #add(entry: Omit<Entry, 'here' | 'was' | 'retitled' | 'hasAlarm' | 'theirs' | 'isOpen' | 'touched'> & { here: When }) {
    const touched = { isAnswered: false, there: null }
    this.entries.push({ ...entry, was: entry.here, retitled: null, hasAlarm: false, theirs: null, isOpen: false, touched })
  }

  /** The diary has it elsewhere or, where `when` is null, no longer. */
  changeHere(entry: Entry, when: When | null) {
    if (when) entry.was = when
    else [entry.retitled, entry.hasAlarm] = ['either', false]
    entry.here = when
  }

  /** The phone has moved it, or deleted it. */
  changeThere(entry: Entry, when: When | null) {
    entry.theirs = when
    entry.touched.there = when ? 'moved' : 'deleted'
    if (!when) entry.hasAlarm = false
  }

  /** A person has decided that it stays as it is here. */
  putBack(entry: Entry) {
    entry.isOpen = false
    entry.touched.isAnswered = true
  }

  /**
   * All was exchanged, as the rules have it: what was moved or deleted there is a question, unless it is off here, was one already, or is time
   * off; until it is answered the calendar has it as the phone left it, unless it was changed here. `isLost`: the far side had lost where we
   * were, so that no one meant a deletion there, and it is undone.
   */
  exchange(isLost: boolean) {
    for (const entry of this.entries) {
      const { isAnswered, there } = entry.touched
      const words = entry.here && wordsOf({ ...entry, here: entry.here })
      const isHere = isAnswered || words !== entry.exchanged
      const isGone = there === 'deleted'
      entry.exchanged = words
      entry.touched = { isAnswered: false, there: null }
      if (entry.id && (!entry.here || isGone)) entry.uid = `${entry.id}@pritchel`
      if (!entry.here) {
        entry.there = null
        continue
      }
      const isAsked = (there === 'moved' || (isGone && !isLost)) && entry.kind !== 'off'
      if (isAsked && !entry.isOpen) entry.asked += 1
      if (isAsked) entry.isOpen = true
      const isThere = entry.kind === 'stop' && entry.theirs !== null && dayIn(entry.theirs) === dayIn(entry.here)
      if (isThere) entry.isOpen = false
      if (isAsked && !isHere && !isThere) entry.there = entry.theirs
      else if (isHere || there === 'moved' || isGone) [entry.there, entry.retitled] = [entry.here, null]
    }
  }

  /** Entries that no one has changed since all was exchanged last. */
  untouched(): Entry[] {
    return this.entries.filter(({ here, touched, exchanged, ...entry }) => {
      const words = here && wordsOf({ ...entry, here })
      return touched.there === null && !touched.isAnswered && words === exchanged
    })
  }

  /** Entries that may be changed: they begin, here and there, so late that they won't have begun by the time all is exchanged. */
  ahead(): Entry[] {
    const from = this.now.getTime() + HOURS_AHEAD * 3_600_000
    return this.entries.filter(({ here, was, there }) => [here ?? was, there].every((when) => !when || startOf(when).getTime() > from))
  }
}

export const startOf = (when: When): Date => ('fromDay' in when ? instantOf(when.fromDay, '00:00', ZONE) : when.start)

const minute = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')
/** As readers of calendars write it, in UTC. */
export const textOf = (when: When): string =>
  'fromDay' in when ? `${when.fromDay} ${when.toDay}` : `${minute(when.start)} ${minute(when.end)}`

const wordsOf = (entry: Pick<Entry, 'kind' | 'title' | 'whose'> & { here: When }) => `${textOf(entry.here)} ${titleOf(entry)}`

/** What the calendar calls it, by what the diary does. */
export function titleOf({ kind, title, whose }: Pick<Entry, 'kind' | 'title' | 'whose'>): string {
  if (!whose) return title
  const named = `${whose.first}: ${whose.horse?.name ?? title}`
  return kind === 'stop' ? `AM stop 1: ${named}` : named
}

/** The day of a moment there. */
export const dayIn = (when: When): Day => ('fromDay' in when ? when.fromDay : dayOf(when.start, ZONE))
