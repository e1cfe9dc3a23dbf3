import { rowOf } from '#platform/web/sync/mirror-batch.ts'
import type { Queued } from '#platform/web/sync/store.ts'
import { Device } from '#testing/simulation/device.ts'
import type { Event, Loss } from '#testing/simulation/events.ts'
import { MirroredDevice } from '#testing/simulation/mirrored-device.ts'
import { type Parts, World } from '#testing/simulation/world.ts'

type Made = ConstructorParameters<typeof Device>
export type MirroredParts = Partial<Parts> & { mirrored?: (...made: Made) => MirroredDevice }

/** The third device is a browser without a shell. */
const IN_SHELLS = ['device0', 'device1']

/** The same world with mirrors under two of its devices. */
export class MirroredWorld extends World {
  constructor({ mirrored = (...made) => new MirroredDevice(...made), ...parts }: MirroredParts = {}) {
    super({
      ...parts,
      device: (owner, common) => (IN_SHELLS.includes(owner.deviceId) ? mirrored(owner, common) : new Device(owner, common)),
    })
    for (const device of this.#mirrored()) device.onLoss = (what) => this.#fallBack(device, what)
  }

  #mirrored = (): MirroredDevice[] => this.devices.filter((device) => device instanceof MirroredDevice)

  #fallBack({ disk, mirror, acknowledged }: MirroredDevice, what: Loss) {
    const copy = { queue: disk.rows<Queued>('queue'), done: disk.rows<Queued>('done') }
    const mirrored = { queue: mirror.rows('queue'), done: mirror.rows('done') }
    // A mirror that was not whole yet, and a copy that had not got back what was in its mirror: then the second loss is of both.
    if (what === 'mirror') this.ledger.fallBack(mirrored, copy, new Set())
    else this.ledger.fallBack(copy, mirrored, mirror.line === null ? new Set() : acknowledged)
  }

  override async happen(event: Event): Promise<unknown> {
    const device = 'on' in event ? this.devices[event.on % this.devices.length] : undefined
    if (!(device instanceof MirroredDevice)) return super.happen(event)
    if (event.do === 'lose') {
      device.loss = event.what
      device.disk.trap = { kind: 'crash', after: event.after }
      return undefined
    }
    if (event.do !== 'wipe') return super.happen(event)
    device.loss = 'copy'
    device.disk.onCrash()
    return undefined
  }

  override async calmDown() {
    // Each is started once more: a mirror that was away is there again.
    for (const device of this.#mirrored()) {
      device.loss = undefined
      device.disk.trap = null
      device.disk.onCrash()
      await device.ready
      this.#askForBytes(device)
    }
    await super.calmDown()
  }

  /** The lane of files asks the server what has arrived; it is not simulated. */
  #askForBytes({ disk }: MirroredDevice) {
    const rows = [...disk.tables.blob].map(([id, row]) => [id, this.server.isStored(id) ? { ...row, state: 'stored' } : row] as const)
    disk.tables = { ...disk.tables, blob: new Map(rows) }
  }

  override async play(events: readonly Event[]) {
    await super.play(events)
    for (const device of this.#mirrored()) this.#judgeMirror(device)
    this.ledger.look()
  }

  #judgeMirror({ disk, mirror, ids, id, queue }: MirroredDevice) {
    for (const table of ['rec', 'queue', 'done', 'meta'] as const) {
      const own = disk.rows<never>(table).filter((row: { k?: string }) => row.k !== 'fresh')
      const here = new Set(own.map((row) => rowOf(table, row).join()))
      const there = new Set([...mirror.tables[table].values()].map((row) => row.join()))
      if (here.size !== there.size || [...here].some((row) => !there.has(row)))
        this.ledger.fail(`I19: ${table} of ${id} and of its mirror are different`)
    }
    if (ids.size > 1) this.ledger.fail(`I20: ${id} is taken for another device, with ${queue().length} changes`)
  }
}
