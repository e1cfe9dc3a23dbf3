import { liveQuery, type Subscription } from 'dexie'
import { isUuid } from '#lib/ids.ts'
import type { Part } from '#lib/sync.ts'
import type { SyncedName } from '#lib/synced.ts'
import { ApiError } from '#platform/web/api.ts'
import { applyParts } from '#platform/web/sync/apply.ts'
import type { Screens, Wires } from '#platform/web/sync/pass.ts'
import { onReach, reachable } from '#platform/web/sync/reach.ts'
import type { RowsQuery } from '#platform/web/sync/rows-query.ts'
import { type Cursor, readMeta, type Store } from '#platform/web/sync/store.ts'

/*
 * While a copy is fetched for the first time, a list is shown only when all of it is here: an empty or a shorter one would be untrue. What
 * screens wait for is requested ahead of the copy, part by part; a whole kind is brought forward in it. Out of reach of the server a list
 * shows what is here, and its screen says that the rest has not come.
 */

type Asking = NonNullable<Wires['parts']>
type Waiting = { entity: SyncedName; query: RowsQuery; part: Part | undefined; starts: Set<() => void> }

/** Parts in one request. */
const MOST_PARTS = 20
const MOST_IDS = 200
const AGAIN_MS = 5000
const [LOOK_MS, LOOKS] = [50, 100]

const states = new WeakMap<Store, Here>()

const stateOf = (store: Store): Here => {
  const state = states.get(store) ?? new Here(store)
  states.set(store, state)
  return state
}

/** Calls `start` when all that a query finds is in the local copy: at once, where the copy is whole. Returns a function that stops waiting. */
export const whenHere = (store: Store, entity: SyncedName, query: RowsQuery, start: () => void): (() => void) =>
  stateOf(store).wait(entity, query, start)

/** Resolves then, or when it can't be fetched now: for a command, which goes on with what is here. */
export function waitOrGo(store: Store, entity: SyncedName, query: RowsQuery): Promise<void> {
  return new Promise((resolve) => {
    let stopReach = () => {}
    const stop = whenHere(store, entity, query, () => {
      stopReach()
      resolve()
    })
    const go = () => {
      if (reachable()) return
      stop()
      stopReach()
      resolve()
    }
    stopReach = onReach(go)
    go()
  })
}

/** Whether the whole practice is known to be in the local copy. */
export const isWhole = (store: Store): boolean => stateOf(store).isComplete

/** What screens wait for. */
export const screensOf = (store: Store): Screens => stateOf(store)

/** How screens' parts are requested; undefined: they come with the copy. */
export const setParts = (store: Store, ask: Asking | undefined) => stateOf(store).setAsk(ask)

class Here {
  isComplete = false
  readonly #store: Store
  #cursor: Cursor | undefined
  #isRead = false
  #watching: Subscription | undefined
  #ask: Asking | undefined
  readonly #waiting = new Map<string, Waiting>()
  /** Parts that were answered in full, that are being requested, and that only come with the copy. */
  readonly #found = new Set<string>()
  readonly #asked = new Set<string>()
  readonly #refused = new Set<string>()
  #isDue = false
  #asking = 0

  constructor(store: Store) {
    this.#store = store
  }

  wait(entity: SyncedName, query: RowsQuery, start: () => void): () => void {
    const part = this.isComplete ? undefined : partOf(entity, query)
    if (this.isComplete || part === 'nothing') {
      start()
      return () => {}
    }
    this.#watch()
    const key = JSON.stringify([entity, query])
    const waiting = this.#waiting.get(key) ?? { entity, query, part, starts: new Set() }
    waiting.starts.add(start)
    this.#waiting.set(key, waiting)
    this.#look()
    return () => {
      waiting.starts.delete(start)
      if (waiting.starts.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key)
    }
  }

  wanted(): string[] {
    const waiting = [...this.#waiting].filter(([key, { part }]) => !part || this.#refused.has(key))
    return [...new Set(waiting.map(([, { entity }]) => entity))]
  }

  /** Resolves when requested parts have come, or after a while. */
  async settle() {
    for (let looks = 0; looks < LOOKS && (this.#isDue || this.#asking > 0); looks += 1)
      await new Promise((done) => setTimeout(done, LOOK_MS))
  }

  setAsk(ask: Asking | undefined) {
    this.#ask = ask
    this.#look()
  }

  #watch() {
    if (this.#watching) return
    const stopReach = onReach(() => this.#look())
    this.#watching = liveQuery(() => readMeta(this.#store, 'cursor')).subscribe({
      next: (cursor) => {
        this.#isRead = true
        this.#cursor = cursor
        this.isComplete = isOver(cursor)
        if (this.isComplete) {
          this.#watching?.unsubscribe()
          stopReach()
        }
        this.#look()
      },
      // The copy was closed; nothing shows its rows any more.
      error: stopReach,
    })
  }

  /** Starts what is here, and requests what is not. */
  #look() {
    if (!this.#isRead) return
    // No one fetches this copy.
    if (!this.#cursor && !this.#ask) return this.#startAll()
    // What can't be fetched now is still wanted.
    if (!reachable()) this.#startWaiting()
    for (const [key, waiting] of [...this.#waiting]) {
      if (!this.#isHere(key, waiting)) continue
      this.#waiting.delete(key)
      for (const start of waiting.starts) start()
    }
    if (this.#isDue || !this.#ask || !this.#open().length) return
    this.#isDue = true
    // What the same screen needs next goes with it.
    setTimeout(() => {
      this.#isDue = false
      void this.#fetch()
    })
  }

  /* A record may be newer than the whole of its kind, which has come before the rest: what refers to it may be here already. */
  #isHere(key: string, { entity, part }: Waiting): boolean {
    if (this.isComplete || this.#found.has(key)) return true
    const mayBeNewer = part?.id !== undefined && this.#ask !== undefined && !this.#refused.has(key)
    return !mayBeNewer && (this.#cursor?.first?.whole.includes(entity) ?? false)
  }

  #startAll() {
    this.#startWaiting()
    this.#waiting.clear()
  }

  #startWaiting() {
    for (const { starts } of [...this.#waiting.values()]) {
      const due = [...starts]
      starts.clear()
      for (const start of due) start()
    }
  }

  #open = () =>
    [...this.#waiting].filter(([key, { part }]) => part && !this.#asked.has(key) && !this.#refused.has(key)).slice(0, MOST_PARTS)

  async #fetch() {
    const open = this.#open()
    for (const [key] of open) this.#asked.add(key)
    this.#asking += 1
    try {
      await this.#request(open)
    } catch (error) {
      // What the server refused comes with the copy; what it couldn't answer is requested again.
      if (error instanceof ApiError && error.status < 500) for (const [key] of open) this.#refused.add(key)
      else return this.#again(open)
    } finally {
      this.#asking -= 1
    }
    for (const [key] of open) this.#asked.delete(key)
    this.#look()
  }

  async #request(open: [string, Waiting][]) {
    const asked = await this.#notHere(open)
    if (!asked.length || !this.#ask) return
    const parts = JSON.stringify(asked.map(([, { part }]) => part))
    const answer = await this.#ask({ deviceId: this.#store.owner.deviceId, parts })
    const isOurs = await applyParts(this.#store, answer)
    for (const [at, [key]] of asked.entries()) (isOurs && answer.isFound[at] ? this.#found : this.#refused).add(key)
  }

  /** A record that is here by its id needs no one else. */
  async #notHere(open: [string, Waiting][]) {
    const single = open.map(([, { entity, part }]) => [entity, part?.id?.[0] ?? ''] as [SyncedName, string])
    const recs = await this.#store.rec.bulkGet(single)
    for (const [at, [key]] of open.entries()) if (recs[at]) this.#found.add(key)
    return open.filter((_, at) => !recs[at])
  }

  /** After a while, or when the server can be reached again. */
  #again(open: [string, Waiting][]) {
    const release = () => {
      clearTimeout(timer)
      stop()
      for (const [key] of open) this.#asked.delete(key)
      this.#look()
    }
    const timer = setTimeout(release, AGAIN_MS)
    const stop = onReach(() => reachable() && release())
  }
}

/* A copy of an older build was fetched in another order: until it is whole, nothing of it is known to be. */
const isOver = (cursor: Cursor | undefined) => cursor?.isComplete ?? false

const DAY = /^\d{4}-\d\d-\d\d$/

/** What to request from the server; undefined: only all of the kind will do; nothing: no record can match. */
function partOf(entity: SyncedName, query: RowsQuery): Part | undefined | 'nothing' {
  if ('day' in query) return daysOf(entity, 'days', query.day, query.day)
  if ('from' in query) return daysOf(entity, 'days', query.from, query.to)
  if ('ofVisits' in query) return daysOf(entity, 'visitDays', query.ofVisits.from, query.ofVisits.to)
  const [field, value] = (Object.entries(query)[0] ?? []) as [string | undefined, string | readonly string[]]
  if (!field) return undefined
  const ids = [value].flat().filter(isUuid)
  if (!ids.length) return 'nothing'
  return ids.length > MOST_IDS ? undefined : { entity, [field]: ids }
}

const daysOf = (entity: SyncedName, name: 'days' | 'visitDays', from: string, to: string): Part | 'nothing' =>
  DAY.test(from) && DAY.test(to) && from <= to ? { entity, [name]: [from, to] } : 'nothing'
