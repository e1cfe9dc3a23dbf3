import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Book, Change, Written } from './bad-week-book.ts'

const ZONE = 'Europe/London'
const TODAY = dayOf(currentTime(), ZONE)
const SERVICES = ['Trim', 'Full set new', 'Full set refit', 'Fronts new']
/** Each device has a field of its own in every record, so that only intended changes conflict. */
const OWN_FIELD = {
  clients: ['address', 'businessName', 'notes'],
  horses: ['breed', 'color', 'markings'],
  appointments: ['title', 'location', 'description'],
  work_entries: ['description', 'findings', 'recommendations'],
} as const
const EDITED = ['clients', 'horses', 'appointments', 'work_entries'] as const

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One farrier's changes on one device, the same for the same seed, using only records the device must have by then. */
export class Farrier {
  readonly random: () => number
  readonly #device: string
  readonly #at: number
  readonly #seed: number
  readonly #book: Book
  #made = 0

  constructor(book: Book, device: string, at: number, seed: number) {
    this.random = seeded(seed * 31 + at)
    this.#book = book
    this.#device = device
    this.#at = at
    this.#seed = seed
  }

  /** The next changes, which belong together. */
  next(): Change[] {
    const horses = this.#known('horses')
    if (horses.length < 3) return this.pair()
    const roll = this.random()
    if (roll < 0.15) return this.pair()
    if (roll < 0.24) return this.#plan(horses)
    if (roll < 0.3) return this.#planAndTell()
    if (roll < 0.45) return this.#enterWork(horses)
    if (roll < 0.52) return this.#finish() ?? this.pair()
    if (roll < 0.6) return this.#move() ?? this.pair()
    if (roll < 0.64) return this.#strike() ?? this.pair()
    return this.#edit(this.#pick(EDITED))
  }

  newClient(values: object = {}): Change[] {
    const phone = `07700 900${String(Math.floor(this.random() * 1000)).padStart(3, '0')}`
    return [this.#create('clients', { name: this.#name('Client'), phone, isActive: true, ...values })]
  }

  /** A client and their horse. */
  pair(values: object = {}): Change[] {
    const [client] = this.newClient(values) as [Change]
    return [client, this.#create('horses', { name: this.#name('Horse'), clientId: client.id })]
  }

  /* Two horses, one of which may be done: a visit is over when its last horse is. */
  #plan(horses: Pick<Written, 'id' | 'values'>[], status = 'booked'): Change[] {
    const at = Math.floor(this.random() * (horses.length - 1))
    const both = horses.slice(at, at + 2)
    const visit = this.#create('appointments', {
      title: this.#name('Visit'),
      clientId: both[0]?.values.clientId,
      status,
      ...this.#when(),
    })
    return [visit, ...both.map(({ id }, place) => this.#create('visit_horses', { appointmentId: visit.id, horseId: id, place }))]
  }

  /* For a new client, who is notified once; two texts to one person about two visits could be merged into one. */
  #planAndTell(): Change[] {
    const [client] = this.newClient() as [Change]
    const horses = [1, 2].map(() => this.#create('horses', { name: this.#name('Horse'), clientId: client.id }))
    const planned = this.#plan(
      horses.map(({ id, data = {} }) => ({ id, values: data })),
      'pencilled',
    )
    const [visit] = planned as [Change]
    return [client, ...horses, ...planned, { ...this.#update(visit, { status: 'booked' }), alsoSend: { sendSmsNotification: true } }]
  }

  #enterWork(horses: Written[]): Change[] {
    const workDate = addDays(TODAY, -Math.floor(this.random() * 40))
    return [
      this.#create('work_entries', {
        horseId: this.#pick(horses).id,
        serviceType: this.#pick(SERVICES),
        workDate,
        description: this.#name('Done'),
      }),
    ]
  }

  /* One horse of a visit is done: the stop's status moves forward. */
  #finish(): Change[] | undefined {
    const open = this.#own('visit_horses').filter(({ values }) => values.place === 0 && !values.outcome)
    return open.length ? [this.#update(this.#pick(open), { outcome: 'done' })] : undefined
  }

  #move(): Change[] | undefined {
    const visits = this.#own('appointments')
    return visits.length ? [this.#update(this.#pick(visits), this.#when())] : undefined
  }

  /* Removes an entry made by mistake, which the server has and no one else changes. */
  #strike(): Change[] | undefined {
    const entries = this.#own('work_entries').filter(({ isShared }) => isShared)
    return entries.length ? [{ action: 'DELETE', entity: 'work_entries', id: this.#pick(entries).id }] : undefined
  }

  #edit(entity: (typeof EDITED)[number]): Change[] {
    const records = entity === 'work_entries' ? this.#own(entity) : this.#known(entity)
    const field = OWN_FIELD[entity][this.#at] ?? OWN_FIELD[entity][0]
    return records.length ? [this.#update(this.#pick(records), { [field]: this.#name(field) })] : this.pair()
  }

  /* Always a new time, so that every move changes the visit. */
  #when() {
    const day = addDays(TODAY, 1 + Math.floor(this.random() * 40))
    const minute = String(this.#made++ % 60).padStart(2, '0')
    const at = (hour: number) => instantOf(day, `${String(hour).padStart(2, '0')}:${minute}`, ZONE).toISOString()
    const hour = 8 + Math.floor(this.random() * 9)
    return { onDay: day, startTime: at(hour), endTime: at(hour + 1) }
  }

  #create(entity: Change['entity'], data: Record<string, unknown>): Change {
    return { action: 'CREATE', entity, id: uuidOf('bad week', String(this.#seed), this.#device, String(++this.#made)), data }
  }

  #update = ({ entity, id }: Pick<Written, 'entity' | 'id'>, data: Record<string, unknown>): Change => ({
    action: 'UPDATE',
    entity,
    id,
    data,
  })
  #name = (what: string) => `${what} ${this.#device} ${++this.#made}`
  #pick = <T>(list: readonly T[]): T => list[Math.floor(this.random() * list.length)] as T
  #own = (entity: Change['entity']) => this.#known(entity).filter(({ by }) => by === this.#device)
  /* Device by device, each in its own order, so that the speed of a device does not matter. */
  #known = (entity: Change['entity']) =>
    [...this.#book.records.values()]
      .filter((one) => one.entity === entity && !one.isGone && (one.isShared || one.by === this.#device))
      .sort((a, b) => (a.by === b.by ? 0 : a.by < b.by ? -1 : 1))
}
