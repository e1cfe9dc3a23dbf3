import { uuidv7 } from '#lib/ids.ts'
import { Gathered, type MirroredRows, parsed } from '#platform/web/sync/mirror-batch.ts'
import { MirrorLine } from '#platform/web/sync/mirror-line.ts'
import {
  MIRRORED,
  type MirrorBatch,
  type MirrorFile,
  type MirrorMarks,
  type MirrorRow,
  type MirrorTable,
} from '#platform/web/sync/mirror-port.ts'
import type { Copy, Tx } from '#platform/web/sync/store.ts'
import { Device } from '#testing/simulation/device.ts'
import type { Loss } from '#testing/simulation/events.ts'
import { MemoryCopy, type Tables } from '#testing/simulation/memory-copy.ts'

type Names = Exclude<keyof Copy, 'owner' | 'change'>
const NEVER = new Promise<never>(() => undefined)

/** A mirror that outlives the program that writes it. */
export class MemoryMirror {
  tables = empty()
  highest = 0
  /** What lies beside the copies. */
  notes: { device?: string } = {}

  wipe() {
    this.tables = empty()
    this.highest = 0
    this.notes = {}
  }

  rows = <T extends MirrorTable>(table: T): MirroredRows[T][] => [...this.tables[table].values()].map((row) => parsed(table, row))

  get line(): string | null {
    const row = this.tables.meta.get('line')
    return row ? (parsed('meta', row).value as string) : null
  }

  take(batch: MirrorBatch) {
    if (!batch.fill && batch.line !== this.line) throw new Error('this mirror is of another line')
    if (batch.fill === 'first') this.tables = empty()
    for (const table of MIRRORED) {
      const rows = this.tables[table]
      if (batch.clears.includes(table)) rows.clear()
      for (const key of batch.drops[table]) this.#drop(table, key)
      for (const row of batch.puts[table]) {
        if (table === 'queue') this.#drop(table, String(row[1]))
        rows.set(row[0], row)
      }
    }
    this.highest = Math.max(this.highest, batch.highest)
  }

  #drop(table: MirrorTable, key: string) {
    if (table !== 'queue') this.tables[table].delete(key)
    else for (const [opId, [, seq]] of this.tables.queue) if (String(seq) === key) this.tables.queue.delete(opId)
  }

  marks(): MirrorMarks {
    const stamp = this.tables.meta.get('stamp')
    return {
      line: this.line,
      stamp: stamp ? (parsed('meta', stamp).value as number) : 0,
      highest: this.highest,
      done: this.tables.done.size,
    }
  }
}

const empty = () => Object.fromEntries(MIRRORED.map((table) => [table, new Map()])) as Record<MirrorTable, Map<string, MirrorRow>>

/** How a running program reaches its mirror; it may die, or the disk be full, before and after each request. */
function fileOf(mirror: MemoryMirror, session: MemoryCopy): MirrorFile {
  const asked = async <T>(work: () => T): Promise<T> => {
    await session.request()
    const answer = work()
    await session.request()
    return answer
  }
  return {
    marks: () => asked(() => mirror.marks()),
    read: (table, after, most) =>
      asked(() =>
        [...mirror.tables[table].values()]
          .filter(([key]) => key > (after ?? ''))
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .slice(0, most),
      ),
    take: (batch) => asked(() => mirror.take(batch)),
    forget: () => asked(() => mirror.wipe()),
  }
}

/** A tab of a mirrored copy: nothing is used before the two are together, and a transaction has ended when the mirror has it. */
class MirroredCopy extends MemoryCopy {
  readonly #device: MirroredDevice

  constructor(device: MirroredDevice) {
    super(device.disk)
    this.#device = device
  }

  override async step(): Promise<void> {
    await this.#device.ready
    return super.step()
  }

  override async change<N extends Names, T>(names: readonly N[], work: (tx: Tx<N>) => Promise<T>): Promise<T> {
    const { line } = this.#device
    let made: Written | undefined
    const result = await super.change(names, async (tx) => {
      this.#device.hearNext(this, (written) => {
        made = written
      })
      return work(tx)
    })
    if (made) await this.#device.settle(line, made)
    if (!this.isAlive) return NEVER
    if (made) for (const opId of made.opIds) this.#device.acknowledged.add(opId)
    return result
  }
}

type Written = { gathered: Gathered; opIds: string[] }

/** A device with a mirror under its copy. */
export class MirroredDevice extends Device {
  declare mirror: MemoryMirror
  declare line: MirrorLine
  declare ready: Promise<void>
  declare acknowledged: Set<string>
  /** What it loses when it dies next. */
  declare loss: Loss | undefined
  /** Every name it ever had. */
  declare ids: Set<string>
  declare local: { device?: string }
  declare onLoss: (what: Loss) => void
  declare refiller: MemoryCopy
  declare hearing: Map<MemoryCopy, (written: Written) => void>

  override boot() {
    // The first time it is called before the object is whole.
    if (!this.mirror) prepare(this)
    this.refiller.isAlive = false
    super.boot()
    this.hearing = new Map()
    const isAway = this.loss === 'copy, mirror away'
    lose(this)
    this.nameItself()
    this.screen = new MirroredCopy(this)
    this.tabs = [new MirroredCopy(this), new MirroredCopy(this)]
    this.refiller = new MemoryCopy(this.disk)
    this.refiller.isRefilling = true
    const file = this.fileOf(this.refiller)
    this.line = new MirrorLine(async () => {
      if (isAway) throw new Error('the mirror is away')
      return file
    })
    this.ready = this.line.start(this.refiller)
  }

  /** How it reaches its mirror. */
  fileOf(session: MemoryCopy): MirrorFile {
    return fileOf(this.mirror, session)
  }

  /** The name of a browser is one of the notes that come back. */
  nameItself() {
    this.local.device ??= this.mirror.notes.device ?? `${this.id} anew ${uuidv7()}`
    this.mirror.notes.device = this.local.device
    this.ids.add(this.local.device)
    Object.assign(this.disk, { owner: { ...this.disk.owner, deviceId: this.local.device } })
  }

  /** Who waits for the next commit of a session. */
  hearNext(session: MemoryCopy, hear: (written: Written) => void) {
    this.hearing.set(session, hear)
  }

  /** As `mirror.ts` does. */
  async settle(line: MirrorLine, { gathered }: Written): Promise<void> {
    await line.settle(gathered)
  }
}

function prepare(device: MirroredDevice) {
  device.mirror = new MemoryMirror()
  device.acknowledged = new Set()
  device.local = { device: device.disk.owner.deviceId }
  device.ids = new Set()
  device.refiller = new MemoryCopy(device.disk)
  device.onLoss = () => undefined
  device.disk.onWritten = (before, after, session) => hear(device, before, after, session)
}

function lose(device: MirroredDevice) {
  const { loss } = device
  device.loss = undefined
  if (!loss) return
  device.onLoss(loss)
  if (loss === 'mirror') return device.mirror.wipe()
  device.disk.wipe()
  device.local = {}
}

function hear(device: MirroredDevice, before: Tables, after: Tables, session: MemoryCopy) {
  if (session === device.refiller) return
  const gathered = differenceOf(before, after)
  const old = new Set([...before.queue.values()].map((item) => item.opId))
  const opIds = [...after.queue.values()].map((item) => item.opId as string).filter((opId) => !old.has(opId))
  if (!gathered.isEmpty) device.line.take(gathered)
  device.hearing.get(session)?.({ gathered, opIds })
}

/** What a commit wrote. */
function differenceOf(before: Tables, after: Tables): Gathered {
  const gathered = new Gathered()
  for (const table of MIRRORED) {
    if (before[table] === after[table]) continue
    for (const key of before[table].keys()) if (!after[table].has(key)) gathered.drop(table, key)
    for (const [key, row] of after[table]) if (before[table].get(key) !== row) gathered.put(table, row as never)
  }
  return gathered
}
