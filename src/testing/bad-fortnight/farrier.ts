import type { CalendarChange } from '#features/visits/calendars/contract.ts'
import type { Chance } from '#testing/bad-fortnight/chance.ts'
import { dayIn, type Entry, type Ledger, startOf, type When } from '#testing/bad-fortnight/ledger.ts'
import type { FixturePractice } from '#testing/practice.ts'

const REMEMBERED = 4

/** The farrier at the diary: changes it by the product's own endpoints, and notes each change in the ledger. */
export class Farrier {
  readonly #practice: FixturePractice
  readonly #ledger: Ledger
  readonly #chance: Chance
  #made = 0
  #sent = 0
  #last: Entry[] = []

  constructor(practice: FixturePractice, ledger: Ledger, chance: Chance) {
    this.#practice = practice
    this.#ledger = ledger
    this.#chance = chance
  }

  /** Some change, of what `may` be changed. */
  async change(may: (entry: Entry) => boolean = () => true): Promise<void> {
    const ahead = this.#ledger.ahead().filter((entry) => entry.id && may(entry))
    const of = (...kinds: Entry['kind'][]) => ahead.filter(({ kind, here }) => here && kinds.includes(kind))
    const off = ahead.filter(({ kind, here }) => !here && (kind === 'visit' || kind === 'stop'))
    const acts: [part: number, of: readonly Entry[], act: (entry: Entry) => Promise<void>][] = [
      [30, of('visit', 'stop', 'own'), this.#move],
      [8, of('visit', 'stop'), this.#renameClient],
      [8, of('visit', 'stop').filter(({ whose }) => whose?.horse), this.#renameHorse],
      [10, of('visit', 'stop'), this.#cancel],
      [10, off, this.#reopen],
      [4, of('own', 'off'), this.#remove],
    ]
    let place = this.#chance.below(100)
    this.#ledger.done.here += 1
    for (const [part, some, act] of acts) {
      place -= part
      const entry = place < 0 ? this.#oneOf(some) : undefined
      if (!entry) continue
      this.#last = [entry, ...this.#last].slice(0, REMEMBERED)
      return act(entry)
    }
    return this.book()
  }

  /** Something new: a visit, a stop without a time, an own entry, or time off. */
  async book(): Promise<void> {
    const { day, time, days, is, below } = this.#ways()
    const n = ++this.#made
    const kind = (['visit', 'visit', 'visit', 'visit', 'visit', 'stop', 'own', 'off'] as const)[below(8)] ?? 'visit'
    if (kind === 'off') {
      const off = is(0.5) ? days() : time()
      const hours = 'fromDay' in off ? {} : hoursOf(off)
      const span = 'fromDay' in off ? off : { fromDay: dayIn(off), toDay: dayIn({ start: off.end, end: off.end }) }
      const id = await this.#add('/api/time-off', { ...span, ...hours, kind: 'course', title: `Away ${n}` })
      this.#ledger.book({ kind, id, title: `Away ${n}`, whose: null, here: off })
      return
    }
    const title = `Job ${n}`
    const whose = kind === 'own' ? null : await this.#whose(n)
    const here: When = kind === 'stop' ? day() : time()
    const id = await this.#add('/api/appointments', {
      ...{ title, memberId: this.#practice.memberId, clientId: whose?.clientId ?? null },
      ...(whose?.horse && { horses: [{ horseId: whose.horse.id }] }),
      ...('fromDay' in here ? { isCallOnly: true, callNumber: 1, callPeriod: 'AM', onDay: here.fromDay } : timesOf(here)),
    })
    this.#ledger.book({ kind, id, title, whose, here })
  }

  /** Answers a question as its panel does. */
  async answer({ id, kind, nowDay }: CalendarChange, entry: Entry): Promise<void> {
    const { is } = this.#chance
    const state = kind === 'new' || is(0.5) ? 'applied' : 'put_back'
    const isTexted = entry.whose !== null && is(0.5)
    if (kind !== 'new' && state === 'applied') {
      if (kind === 'deleted') await this.#cancel(entry, isTexted)
      else if (entry.kind === 'stop') await this.#moveTo(entry, { fromDay: nowDay ?? '', toDay: nowDay ?? '' }, isTexted)
      else if (entry.theirs) await this.#moveTo(entry, entry.theirs, isTexted)
    }
    await this.#put(`/api/calendar-changes/${id}`, { state })
    if (kind !== 'new') this.#ledger.putBack(entry)
    this.#ledger.done.answers += 1
  }

  /** Often one that was changed just before: what is on its way there is out of date then. */
  #oneOf(some: readonly Entry[]): Entry | undefined {
    const again = some.filter((entry) => this.#last.includes(entry))
    return this.#chance.one(again.length > 0 && this.#chance.is(0.5) ? again : some)
  }

  #ways() {
    const { is, below } = this.#chance
    const { now } = this.#ledger
    const day = (): When => {
      const on = this.#chance.day(now)
      return { fromDay: on, toDay: on }
    }
    return { is, below, day, time: () => this.#chance.time(now), days: () => this.#chance.days(now, 3) }
  }

  async #whose(n: number) {
    const first = `Ann${n}`
    const clientId = await this.#add('/api/clients', { name: `${first} Pryce`, phone: '07700 900118' })
    if (this.#chance.is(0.4)) return { clientId, first, horse: null }
    const name = `Biscuit ${n}`
    return { clientId, first, horse: { id: await this.#add('/api/horses', { clientId, name }), name } }
  }

  #move = async (entry: Entry, isTexted = entry.whose !== null && this.#chance.is(0.1)) => {
    const { day, time } = this.#ways()
    await this.#moveTo(entry, entry.kind === 'stop' ? day() : time(), isTexted)
  }

  async #moveTo(entry: Entry, when: When, isTexted: boolean) {
    const times = 'fromDay' in when ? { onDay: when.fromDay } : timesOf(when)
    await this.#put(`/api/appointments/${entry.id}`, { ...times, sendSmsNotification: isTexted })
    // Owners are notified of when it begins, not of how long it takes.
    const begins = entry.here && startOf(entry.here).getTime() !== startOf(when).getTime()
    if (isTexted && begins && entry.whose) this.#ledger.texted.add(entry.whose.clientId)
    this.#ledger.changeHere(entry, when)
  }

  #cancel = async (entry: Entry, isTexted = entry.whose !== null && this.#chance.is(0.1)) => {
    await this.#send('POST', `/api/appointments/${entry.id}/cancel`, { sendSmsNotification: isTexted })
    if (isTexted && entry.whose) this.#ledger.texted.add(entry.whose.clientId)
    this.#ledger.changeHere(entry, null)
  }

  #reopen = async (entry: Entry) => {
    await this.#send('POST', `/api/appointments/${entry.id}/reopen`, {})
    this.#ledger.changeHere(entry, entry.was)
  }

  #renameClient = async (entry: Entry) => {
    if (!entry.whose) return
    entry.whose.first = `Bea${++this.#made}`
    await this.#put(`/api/clients/${entry.whose.clientId}`, { name: `${entry.whose.first} Pryce` })
  }

  #renameHorse = async (entry: Entry) => {
    if (!entry.whose?.horse) return
    entry.whose.horse.name = `Tommy ${++this.#made}`
    await this.#put(`/api/horses/${entry.whose.horse.id}`, { name: entry.whose.horse.name })
  }

  #remove = async (entry: Entry) => {
    await this.#send('DELETE', `/api/${entry.kind === 'off' ? 'time-off' : 'appointments'}/${entry.id}`)
    this.#ledger.changeHere(entry, null)
  }

  #add = async (url: string, body: object) => (await this.#send('POST', url, body)).json<{ id: string }>().id
  #put = (url: string, body: object) => this.#send('PUT', url, body)

  async #send(method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
    // A fortnight's requests in a minute: from one address they would be too many.
    this.#sent += 1
    const remoteAddress = `10.0.${this.#sent >> 8}.${this.#sent & 255}`
    const answer = await this.#practice.send(method, url, body, { remoteAddress })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
    return answer
  }
}

const timesOf = ({ start, end }: { start: Date; end: Date }) => ({ startTime: start.toISOString(), endTime: end.toISOString() })

const WALL = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })
const hoursOf = ({ start, end }: { start: Date; end: Date }) => ({ localStart: WALL.format(start), localEnd: WALL.format(end) })
