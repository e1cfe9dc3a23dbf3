import fc from 'fast-check'
import { currentMs, currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncedName } from '#lib/sync.ts'
import { ApiError, Unreachable } from '#platform/web/api.ts'
import { type Change, recordIn } from '#platform/web/sync/outbox.ts'
import { runPass, type Wires } from '#platform/web/sync/pass.ts'
import { discard, keepMine, keepTheirs, readAttention } from '#platform/web/sync/resolve.ts'
import type { Queued, Rec } from '#platform/web/sync/store.ts'
import type { TestServer } from '#testing/server.ts'
import { Disk, MemoryCopy } from '#testing/simulation/memory-copy.ts'

const ZONE = 'Europe/London'
const DEVICES = 3
const ROUNDS = 12
/** Things happen to the few records that people are working on. */
const AT_WORK = 2
const MINUTES_BETWEEN = 2

/**
 * What becomes of the first push of a pass. `crash`: the device dies once the server has committed. `late`: it arrives when nothing waits
 * for it any more.
 */
const FATES = ['well', 'well', 'well', 'request lost', 'answer lost', 'twice', 'crash', 'late'] as const
type Fate = (typeof FATES)[number]

const ACTS = [
  ...['addClient', 'addHorse', 'book', 'move', 'note', 'note', 'ring', 'rename', 'rename', 'rename', 'rename', 'finish', 'work'],
  ...['remove', 'poison', 'decide', 'arrive', 'sync', 'sync', 'sync', 'sync', 'sync', 'sync', 'sync'],
] as const
/** What every week begins with, so that there is something to be at odds over. */
const BEGINNING = [
  ...['addClient', 'addHorse', 'book'].map((act) => ({ on: 0, act, a: 0, b: 0 })),
  ...[0, 1, 2].map((on) => ({ on, act: 'sync', a: 0, b: 0 })),
]

/** What happens in a week, as numbers that are counted round. */
export type Happening = { on: number; act: string; a: number; b: number }
export const happenings = (most: number): fc.Arbitrary<Happening[]> =>
  fc.array(fc.record({ on: fc.nat(DEVICES - 1), act: fc.constantFrom(...ACTS), a: fc.nat(1000), b: fc.nat(1000) }), {
    minLength: most / 2,
    maxLength: most,
  })

type Send = TestServer['gareth']['send']
type PushBody = Parameters<Wires['push']>[0]
type Line = { act_id: string | null; entity: string; entity_id: string; verb: string; before: unknown; after: unknown }
type PullRow = { entity: SyncedName; id: string; deleted: boolean; data: Record<string, unknown> }

/** One device: the product's own outbox, pass and decisions over a disk in memory; its requests go to the real server. */
class WeekDevice {
  readonly disk: Disk
  /** Each change by its opId: its words, and those its author had seen by then. */
  readonly issued = new Map<string, { says: string[]; seen: ReadonlySet<string> }>()
  readonly everRefused = new Set<string>()
  /** Undone by a person: a change that had not been sent, or that they discarded. */
  readonly givenUp = new Set<string>()
  screen: MemoryCopy
  #pass = Promise.withResolvers<void>()
  #isPerson = false
  readonly #seen = new Set<string>()

  constructor(practiceId: string) {
    this.disk = new Disk({ personId: uuidv7(), practiceId, deviceId: uuidv7() })
    this.screen = new MemoryCopy(this.disk)
    this.disk.onCommit = (before, after) => {
      if (before.queue !== after.queue) this.#hear([...before.queue.values()] as Queued[], [...after.queue.values()] as Queued[])
    }
  }

  #hear(old: readonly Queued[], now: readonly Queued[]) {
    for (const { opId, state, data } of now) {
      if (this.#isPerson) this.issued.set(opId, { says: wordsIn(data), seen: this.issued.get(opId)?.seen ?? new Set(this.#seen) })
      if (state === 'rejected') this.everRefused.add(opId)
    }
    const left = new Set(now.map(({ opId }) => opId))
    for (const { opId } of old) if (this.#isPerson && !left.has(opId)) this.givenUp.add(opId)
  }

  rows = (entity: SyncedName) => this.disk.rows<Rec>('rec').filter((rec) => rec.entity === entity && !rec.deleted)
  queue = () => this.disk.rows<Queued>('queue')

  async act(work: () => Promise<unknown>) {
    this.#isPerson = true
    for (const rec of this.disk.rows<Rec>('rec')) for (const word of wordsIn([rec.data, rec.base])) this.#seen.add(word)
    await work()
    this.#isPerson = false
  }

  /** Everything that ran is dead; what is on the disk goes on. */
  crash() {
    this.screen.isAlive = false
    this.disk.turn = Promise.resolve()
    this.screen = new MemoryCopy(this.disk)
    this.#pass.resolve()
  }

  async sync(wires: Wires, now: () => number) {
    this.#pass = Promise.withResolvers()
    await Promise.race([runPass(this.screen, wires, now), this.#pass.promise])
  }
}

let weeks = 0

/** A week of three devices of one practice with the real server; afterwards all of them agree, or `judge` reports where they don't. */
export class RealWeek {
  readonly #practice: TestServer['gareth']
  readonly #devices: WeekDevice[]
  readonly #senders: Send[]
  readonly #late: (() => Promise<unknown>)[] = []
  readonly #day: Day = addDays(dayOf(currentTime(), ZONE), 40)
  #clock = currentMs()
  #word = 0

  constructor(practice: TestServer['gareth'], colleague: Send) {
    this.#practice = practice
    // Each week from an address of its own, or a minute's worth of requests is soon used up.
    weeks += 1
    const remoteAddress = `10.1.${weeks >> 8}.${weeks & 255}`
    const from =
      (send: Send): Send =>
      (method, url, body) =>
        send(method, url, body, { remoteAddress })
    this.#senders = [practice.send, practice.send, colleague].map(from)
    this.#devices = this.#senders.map(() => new WeekDevice(practice.practiceId))
  }

  async play(week: readonly Happening[]): Promise<void> {
    for (const happening of [...BEGINNING, ...week]) await this.#happen(happening)
    for (const arrive of this.#late.splice(0)) await arrive()
    for (let round = 0; round < ROUNDS; round++) {
      for (const device of this.#devices) await this.#sync(device, 'well')
      if (this.#devices.every((device) => device.queue().length === 0)) break
      for (const device of this.#devices) for (const _ of device.queue()) await this.#decide(device, round)
    }
    for (const device of this.#devices) await this.#sync(device, 'well')
  }

  async #happen({ on, act, a, b }: Happening): Promise<void> {
    const device = this.#devices[on % DEVICES] as WeekDevice
    if (act === 'sync') return this.#sync(device, pick(FATES, a) ?? 'well')
    if (act === 'decide') return this.#decide(device, a)
    if (act === 'arrive') {
      await this.#late.shift()?.()
      return
    }
    const changes = this.#changes(device, act, a, b)
    if (changes.length > 0) await device.act(() => recordIn(device.screen, changes))
  }

  /** What a person writes down, of what their device shows them. */
  #changes(device: WeekDevice, act: string, a: number, b: number): Change[] {
    const of = (entity: SyncedName) => pick(device.rows(entity).slice(-AT_WORK), a)
    const change = (entity: SyncedName, data: NonNullable<Change['data']>, more: Pick<Change, 'alsoSend'> = {}): Change[] => {
      const rec = of(entity)
      return rec ? [{ action: 'UPDATE', entity, id: rec.id, data, ...more }] : []
    }
    const word = `w${++this.#word}`
    const phone = `07700 900${100 + (b % 900)}`
    const onDay = addDays(this.#day, b % 7)
    const [client, horse] = [of('clients'), of('horses')]
    const acts: Record<string, () => Change[]> = {
      addClient: () => [{ action: 'CREATE', entity: 'clients', id: uuidv7(), data: { name: word, phone } }],
      poison: () => [{ action: 'CREATE', entity: 'clients', id: uuidv7(), data: { name: b % 2 ? '' : `${word}\u0000` } }],
      addHorse: () => (client ? [{ action: 'CREATE', entity: 'horses', id: uuidv7(), data: { name: word, clientId: client.id } }] : []),
      book: () => (client && horse ? this.#booking(client.id, horse.id, onDay) : []),
      move: () => change('appointments', { onDay }, { alsoSend: { sendSmsNotification: true } }),
      note: () => change('clients', { notes: word }),
      ring: () => change('clients', { phone }),
      rename: () => change('horses', { name: word }),
      finish: () => change('visit_horses', { outcome: 'done', completedAt: currentTime().toISOString() }),
      work: () =>
        horse
          ? [{ action: 'CREATE', entity: 'work_entries', id: uuidv7(), data: { horseId: horse.id, serviceType: 'Trim', workDate: onDay } }]
          : [],
      remove: () => {
        const entity = pick(['clients', 'horses', 'appointments'] as const, b) ?? 'horses'
        const rec = of(entity)
        return rec ? [{ action: 'DELETE', entity, id: rec.id }] : []
      },
    }
    return acts[act]?.() ?? []
  }

  #booking(clientId: string, horseId: string, onDay: Day): Change[] {
    const at = (time: string) => instantOf(onDay, time, ZONE).toISOString()
    const id = uuidv7()
    const data = { title: 'Trim', clientId, startTime: at('09:00'), endTime: at('10:00') }
    return [
      { action: 'CREATE', entity: 'appointments', id, data, alsoSend: { sendSmsNotification: true }, alsoShow: { onDay } },
      { action: 'CREATE', entity: 'visit_horses', id: uuidv7(), data: { appointmentId: id, horseId } },
    ]
  }

  async #decide(device: WeekDevice, how: number) {
    const [card] = await readAttention(device.screen)
    if (!card) return
    const { opId, seenRev } = card
    await device.act(async () => {
      if (how % 2 === 0 && (await keepMine(opId, { seenRev }, device.screen))) return
      if (!(await keepTheirs(opId, device.screen))) await discard(opId, device.screen)
    })
  }

  async #sync(device: WeekDevice, fate: Fate) {
    this.#clock += MINUTES_BETWEEN * 60_000
    await device.sync(this.#wires(device, fate), () => this.#clock)
  }

  #wires(device: WeekDevice, fate: Fate): Wires {
    const send = this.#senders[this.#devices.indexOf(device)] as Send
    const push = (body: PushBody) => answerOf(send('POST', '/api/sync/push', body)) as ReturnType<Wires['push']>
    let isFirst = true
    return {
      push: async (body) => {
        if (!isFirst || fate === 'well') return push(body)
        isFirst = false
        if (fate === 'late') this.#late.push(() => push(body))
        if (fate === 'late' || fate === 'request lost') throw new Unreachable('lost')
        const answer = await push(body)
        if (fate === 'crash') device.crash()
        if (fate === 'answer lost') throw new Unreachable('lost')
        return fate === 'twice' ? push(body) : answer
      },
      pull: (query) => answerOf(send('GET', `/api/sync/pull?${new URLSearchParams(JSON.parse(JSON.stringify(query)))}`)) as never,
    }
  }

  /** What is wrong when everything has come to rest. */
  async judge(): Promise<string[]> {
    const wrong: string[] = []
    const { applied, journal, texts, visits } = await this.#ledger()
    const written = new Set(journal.flatMap(({ after }) => wordsIn(after)))
    for (const device of this.#devices) {
      if (device.queue().length > 0) wrong.push(`I7: ${device.queue().map(({ state }) => state)} left`)
      for (const [opId, { says }] of device.issued) {
        if (!applied.has(opId) && !device.givenUp.has(opId)) wrong.push(`I3: ${opId} is neither applied nor given up`)
        if (applied.has(opId) && device.everRefused.has(opId)) wrong.push(`I8: ${opId} is applied, and was refused`)
        if (applied.has(opId) && !says.every((word) => written.has(word))) wrong.push(`I3: ${opId} says ${says}, written nowhere`)
      }
    }
    wrong.push(...this.#doubles(journal), ...this.#losses(journal))
    for (const { event_id } of texts) if (!applied.has(event_id)) wrong.push(`I2: a text of ${event_id}, which was never applied`)
    for (const { opId, isChanged } of visits) {
      const booked = texts.filter(({ event_id, kind }) => event_id === opId && kind === 'booked')
      const recipients = new Set(booked.map(({ client_id }) => client_id))
      // No one is notified of a visit that the same push cancels, removes or finishes.
      if ((booked.length === 0 && !isChanged) || recipients.size < booked.length)
        wrong.push(`I2: ${booked.length} texts that ${opId} is booked`)
    }
    return [...wrong, ...(await this.#differences())]
  }

  #ledger = () =>
    this.#practice.inPractice(async (tx) => {
      const ops = await tx.selectFrom('sync_ops').select('op_id').execute()
      const journal = await tx.selectFrom('activity').select(['act_id', 'entity', 'entity_id', 'verb', 'before', 'after']).execute()
      const texts = await tx.selectFrom('notices').select(['event_id', 'kind', 'client_id']).where('kind', '<>', 'reminder').execute()
      const applied = new Set(ops.map((op) => op.op_id))
      const ofVisits = journal.filter(({ entity }) => entity === 'appointments')
      const isChanged = (id: string) => ofVisits.some(({ entity_id, verb }) => entity_id === id && verb !== 'added')
      const added = ofVisits.filter(({ verb }) => verb === 'added')
      const visits = added.map(({ act_id, entity_id }) => ({ opId: act_id, isChanged: isChanged(entity_id) }))
      return { applied, journal, texts, visits }
    })

  #doubles(journal: readonly Line[]): string[] {
    const names = journal.map(({ act_id, entity, entity_id, verb }) => `${act_id} ${verb} ${entity} ${entity_id}`)
    return names.filter((name, at) => names.indexOf(name) !== at).map((name) => `I1: twice ${name}`)
  }

  /** Words that no two changes share, so this does not depend on the merge rule: a person who removes one must have seen it. */
  #losses(journal: readonly Line[]): string[] {
    const issued = new Map(this.#devices.flatMap((device) => [...device.issued]))
    return journal.flatMap(({ act_id, entity, before, after }) => {
      const by = issued.get(act_id ?? '')
      const isTyped = entity === 'clients' || entity === 'horses'
      const kept = new Set(wordsIn(after))
      const lost = by && isTyped ? wordsIn(before).filter((word) => !kept.has(word) && !by.seen.has(word)) : []
      return lost.map((word) => `I6: ${act_id} took ${word} away unseen`)
    })
  }

  /** I4, I10: every device holds the server's rows and shows them, and nothing else. */
  async #differences(): Promise<string[]> {
    const { rows } = (await answerOf(this.#practice.send('GET', `/api/sync/pull?deviceId=${uuidv7()}&since=0&limit=1000`))) as {
      rows: PullRow[]
    }
    const stand = rows.filter((row) => !row.deleted && isOfWeek(row)).map((row) => [`${row.entity} ${row.id}`, row.data] as const)
    const server = JSON.stringify(stand.sort(byName))
    return this.#devices.flatMap((device, at) => {
      const shown = device.disk.rows<Rec>('rec').filter((rec) => !rec.deleted && isOfWeek(rec))
      const copy = JSON.stringify(shown.map((rec) => [`${rec.entity} ${rec.id}`, rec.data] as const).sort(byName))
      return copy === server ? [] : [`I4: device ${at} shows ${copy}, and the server has ${server}`]
    })
  }
}

/* The fixture's members were there before the first change: a first copy has them, and what is new since then has not. */
const isOfWeek = ({ entity }: { entity: string }) => entity !== 'members'

/** Words no two changes share: where one is found, its change was. */
const wordsIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(/w\d+/g) ?? []
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

async function answerOf(asked: ReturnType<Send>): Promise<unknown> {
  const answer = await asked
  if (answer.statusCode !== 200) throw new ApiError(answer.statusCode, '', answer.body)
  return answer.json()
}
