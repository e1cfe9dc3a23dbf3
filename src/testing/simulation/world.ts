import { uuidv7 } from '#lib/ids.ts'
import { runPass } from '#platform/web/sync/pass.ts'
import type { Queued } from '#platform/web/sync/store.ts'
import { type Common, Device, type Named } from '#testing/simulation/device.ts'
import { DEVICES, type Event } from '#testing/simulation/events.ts'
import { Ledger } from '#testing/simulation/ledger.ts'
import type { MemoryCopy } from '#testing/simulation/memory-copy.ts'
import { ModelServer, type ServerState } from '#testing/simulation/model-server.ts'
import { Network } from '#testing/simulation/network.ts'

/** What a broken variant puts in the place of a part; the product has no switch for any of it. */
export type Parts = {
  server: () => ModelServer
  device: (...made: ConstructorParameters<typeof Device>) => Device
  pass: typeof runPass
}
const SOUND: Parts = { server: () => new ModelServer(), device: (...made) => new Device(...made), pass: runPass }

const MOST_STEPS = 120
const ROUNDS = 12
const WAIT_MS = 120_000
const AT_WORK = 4
const DAY_MS = 86_400_000

/** Three devices of one practice, their server and the weather between them. Everything that is promised is checked as it goes. */
export class World {
  readonly server: ModelServer
  readonly devices: Device[]
  readonly network: Network
  readonly ledger: Ledger
  readonly common: Common
  readonly #parts: Parts
  readonly #passes = new Map<MemoryCopy, Promise<unknown>>()
  #clock = 1_000_000_000_000
  #backup: ServerState

  constructor(parts: Partial<Parts> = {}) {
    this.#parts = { ...SOUND, ...parts }
    this.server = this.#parts.server()
    this.network = new Network(this.server)
    this.#backup = this.server.state
    this.ledger = new Ledger(this.server)
    this.ledger.isOnItsWay = this.network.isOnItsWay
    let tick = 0
    const word = (device: string) => {
      tick += 1
      this.ledger.typedBy.set(`w${tick}`, device)
      return `w${tick}`
    }
    this.common = { tick: () => ++tick, word, now: () => this.#clock, records: [] }
    this.devices = Array.from({ length: DEVICES }, (_, at) => this.#device(at))
  }

  #device(at: number) {
    const owner = { personId: `person${at}`, practiceId: 'practice', deviceId: `device${at}` }
    const device = this.#parts.device(owner, this.common)
    device.disk.onCommit = (before, after, session) => this.ledger.hear(device, before, after, session)
    device.disk.onCrash = () => this.#crash(device)
    this.ledger.devices.push(device)
    return device
  }

  /** Plays what happens, then lets everything come to rest, and answers the open questions of the people. */
  async play(events: readonly Event[]) {
    for (const event of events) {
      await this.happen(event)
      await idle()
      this.ledger.look()
    }
    await this.calmDown()
    this.ledger.judge()
    this.server.isMended = true
    for (const device of this.devices) this.#storeBytes(device)
    await this.#rest()
    this.ledger.judge()
    await this.#decideEverything()
    this.ledger.judge({ isAllDecided: true })
  }

  async happen(event: Event): Promise<unknown> {
    const device = 'on' in event ? this.devices[event.on % DEVICES] : undefined
    if (device) return this.#on(device, event)
    if (event.do === 'net') this.network.settle(pick(this.network.underWay, event.nth), event.fate, event.mask)
    if (event.do === 'drift') this.network.drift(event.nth)
    if (event.do === 'wait') this.#clock += event.seconds * 1000
    if (event.do === 'backup') this.#backup = this.server.state
    if (event.do === 'restore') this.#restore()
    if (event.do === 'forget tombstones') this.#forgetTombstones()
    if (event.do === 'vet writes') this.#writeAsVet(recent(this.common.records, event.of))
    if (event.do === 'erase') this.#erase(recent(this.common.records, event.record))
    return undefined
  }

  async #on(device: Device, event: Event): Promise<unknown> {
    const record = 'record' in event ? recent(this.common.records, event.record) : undefined
    switch (event.do) {
      case 'sync':
        return this.#sync(device)
      case 'pass':
        return this.#pass(device, event.tab)
      case 'both tabs pass':
        this.#pass(device, 0)
        return this.#pass(device, 1)
      case 'trap':
        device.disk.trap = { kind: event.kind, after: event.after }
        return
      case 'freeze':
        return device.tabs[event.tab]?.freezeSoon(event.after)
      case 'thaw':
        for (const tab of device.tabs) tab.thaw()
        return
      case 'wipe':
        return this.#wipe(device)
      case 'clock':
        device.clockOff = event.days * DAY_MS
        return
      case 'blind':
        return this.#blind(device)
      case 'store bytes':
        return this.#storeBytes(device)
      default:
        return this.#person(device, event, record)
    }
  }

  /** A person's action; a full disk is reported to them, and they go on. */
  #person(device: Device, event: Event, record: Named | undefined) {
    const acts: Partial<Record<Event['do'], () => unknown>> = {
      create: () => event.do === 'create' && device.create(event.what, recent(this.common.records, event.of), this.#more(event.more)),
      edit: () => event.do === 'edit' && device.edit(record, event.fields),
      open: () => device.open(record),
      save: () => event.do === 'save' && device.save(event.fields),
      remove: () => device.remove(record),
      choose: () => event.do === 'choose' && device.choose(event.nth, event.how),
      repair: () => device.repair(),
    }
    const act = async () => acts[event.do]?.()
    act().catch((error) => {
      if (!['QuotaExceededError', 'NotMirrored'].includes(error.name)) this.ledger.fail(`a person's change failed: ${error.stack}`)
    })
  }

  #more(more: 'sound' | 'refused' | 'crashes' | 'with bytes') {
    if (more === 'sound') return {}
    return more === 'with bytes' ? { blobId: `bytes${this.common.tick()}` } : { flaw: more }
  }

  #pass(device: Device, tab: number) {
    const session = device.tabs[tab]
    if (!session || this.#passes.has(session)) return
    const pass = this.#parts
      .pass(session, this.network.wiresOf(session), device.now)
      .catch((error) => this.ledger.fail(`a pass failed: ${error.stack}`))
      .finally(() => this.#passes.delete(session))
    this.#passes.set(session, pass)
  }

  /** One pass of a device, its messages arriving as they should, unless the device dies of it. */
  async #sync(device: Device) {
    const [session] = device.tabs
    if (!session) return
    this.#pass(device, 0)
    await idle()
    for (let step = 0; this.#passes.has(session) && session.isAlive && step < MOST_STEPS; step += 1) {
      const message = this.network.underWay.find((one) => one.from === session)
      if (!message) return
      this.network.settle(message, 'arrives')
      await idle()
    }
  }

  #crash(device: Device) {
    this.network.abandon(device.tabs)
    for (const tab of device.tabs) this.#passes.delete(tab)
    device.boot()
  }

  #wipe(device: Device) {
    this.ledger.forgetDevice(device)
    device.disk.wipe()
    device.form = undefined
  }

  #blind(device: Device) {
    const { blind } = this.server
    if (!blind.delete(device.id)) blind.add(device.id)
    this.server.remintView(device.id)
    this.ledger.everBlind.add(device.id)
  }

  /** Writes a note that comes from no device. */
  #writeAsVet(owner: Named | undefined) {
    const row = owner?.entity === 'clients' ? this.server.row('clients', owner.id) : undefined
    if (!owner || !row || row.deleted) return
    const note = { entity: 'care_notes' as const, id: uuidv7() }
    this.common.records.push(note)
    this.server.write(note.entity, note.id, { name: this.common.word('vet'), mark: this.common.word('vet'), clientId: owner.id })
  }

  #erase(record: Named | undefined) {
    // People are erased, and with them what is theirs; here only who has nothing.
    const isOwner = [...this.server.state.rows.values()].some((row) => row.data.clientId === record?.id)
    if (!record || record.entity === 'sms_preferences' || isOwner || !this.server.row(record.entity, record.id)) return
    this.server.erase(record.entity, record.id)
    this.ledger.erased.add(`${record.entity} ${record.id}`)
    for (const { id } of this.devices) this.server.remintView(id)
    // An older backup has the person still; the restorer erases them again.
    this.#backup = this.server.state
  }

  #forgetTombstones() {
    for (const [key, row] of this.server.state.rows) if (row.deleted) this.ledger.forgotten.add(key)
    this.server.forgetTombstones()
  }

  #restore() {
    this.server.restore(this.#backup)
    this.ledger.restored()
  }

  #storeBytes({ disk }: Device) {
    const blob = new Map([...disk.tables.blob].map(([id, row]) => [id, { ...row, state: 'stored' }] as const))
    this.server.storeBytes([...blob.keys()].map(String))
    disk.tables = { ...disk.tables, blob }
  }

  /** The network recovers: everything that hangs is released, delayed requests arrive, and all devices sync until nothing moves. */
  async calmDown() {
    for (const device of this.devices) {
      device.disk.trap = null
      device.form = undefined
      for (const tab of device.tabs) tab.thaw()
    }
    await idle()
    while (this.network.underWay.length) {
      this.network.settle(this.network.underWay[0], 'late')
      await idle()
    }
    while (this.network.adrift.length) this.network.drift(0)
    await this.#rest()
  }

  async #rest() {
    let before = ''
    for (let round = 0; round < ROUNDS; round += 1) {
      this.#clock += WAIT_MS
      for (const device of this.devices) await this.#sync(device)
      const now = this.#standing()
      if (now === before) return
      before = now
    }
    this.ledger.fail('nothing comes to rest')
  }

  #standing() {
    const queues = this.devices.map((device) => device.queue().map((item: Queued) => [item.opId, item.state]))
    const cursors = this.devices.map((device) => device.disk.tables.meta.get('cursor')?.value)
    return JSON.stringify([this.server.state.seq, this.server.state.applied.size, queues, cursors])
  }

  /** All people answer their open questions, one after the other, until none is left. */
  async #decideEverything() {
    for (let round = 0; round < ROUNDS; round += 1) {
      let isAsked = false
      for (const [at, device] of this.devices.entries()) {
        for (let left = device.queue().length; left > 0; left -= 1) {
          const choice = (round + at + left) % 2 ? 'mine' : 'theirs'
          await device.choose(0, choice)
          await device.choose(0, 'discard')
          isAsked = true
        }
        await this.#sync(device)
      }
      await this.#rest()
      if (!isAsked) return
    }
    this.ledger.fail('there is no end to being asked')
  }
}

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
/** Of the records, one of the last few: things happen where people are at work. */
const recent = <T>(list: readonly T[], n: number): T | undefined =>
  list[list.length - 1 - (n % Math.max(1, Math.min(list.length, AT_WORK)))]

/** Until nothing more happens on its own. */
const idle = () => new Promise<void>((resolve) => setImmediate(resolve))
