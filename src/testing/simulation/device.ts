import { uuidOf, uuidv7 } from '#lib/ids.ts'
import type { SyncedName } from '#lib/sync.ts'
import { type Change, recordIn, type Seen } from '#platform/web/sync/outbox.ts'
import { bringBack, discard, keepMine, keepTheirs, readAttention, repairCopy } from '#platform/web/sync/resolve.ts'
import type { BlobRow, DoneItem, Owner, Queued, Rec, Wire } from '#platform/web/sync/store.ts'
import { Disk, MemoryCopy } from '#testing/simulation/memory-copy.ts'

export type Field = 'name' | 'phone' | 'when' | 'notes' | 'rank' | 'done'
export type Choice = 'mine' | 'mine unread' | 'edit' | 'theirs' | 'discard' | 'bring back'
export type Named = { entity: SyncedName; id: string }
type Form = Named & { seen: Seen; openedAt: number }

/** Words no two changes share: where one is found, its change was. */
export const wordsIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(/w\d+/g) ?? []

/** What all devices have in common: the time that orders what people do, the words they use, the records there are. */
export type Common = {
  tick: () => number
  word: (device: string) => string
  /** The time of a right clock. */
  now: () => number
  /** Every record ever made, in that order. */
  records: Named[]
}

/** One person's device: what they do on it, and what they have seen. */
export class Device {
  readonly disk: Disk
  readonly id: string
  /** Two tabs, and the screen the person works at. */
  tabs: MemoryCopy[] = []
  screen: MemoryCopy
  /** How wrong its clock is. */
  clockOff = 0
  form: Form | undefined
  /** When a word was first before the person's eyes. */
  readonly seenAt = new Map<string, number>()
  /** When the person looked who now changes something. */
  actsOn = 0
  readonly #common: Common

  constructor(owner: Owner, common: Common) {
    this.id = owner.deviceId
    this.#common = common
    this.disk = new Disk(owner)
    this.screen = new MemoryCopy(this.disk)
    this.boot()
  }

  /** Starts again from the disk; everything that ran before is dead. */
  boot() {
    for (const session of [...this.tabs, this.screen]) session.isAlive = false
    this.disk.turn = Promise.resolve()
    this.disk.trap = null
    this.form = undefined
    this.screen = new MemoryCopy(this.disk)
    this.tabs = [new MemoryCopy(this.disk), new MemoryCopy(this.disk)]
  }

  now = () => this.#common.now() + this.clockOff
  rec = ({ entity, id }: Named) => this.disk.tables.rec.get(`${entity} ${id}`) as Rec | undefined
  queue = () => this.disk.rows<Queued>('queue')

  /** Looks at a record, if the device shows it. */
  look(named: Named | undefined): Rec | undefined {
    const rec = named && this.rec(named)
    this.actsOn = this.#common.tick()
    if (!rec || rec.deleted) return undefined
    this.#saw(rec.data)
    return rec
  }

  create(
    entity: 'clients' | 'horses' | 'sms_preferences' | 'care_notes' | 'film_marks',
    owner: Named | undefined,
    more: { flaw?: string; blobId?: string },
  ) {
    this.actsOn = this.#common.tick()
    const isPreference = entity === 'sms_preferences'
    if (entity !== 'clients' && (owner?.entity !== 'clients' || !this.look(owner))) return undefined
    const id = isPreference ? uuidOf(entity, owner?.id ?? '') : uuidv7()
    // Screens make one only where none is shown.
    if (isPreference && this.look({ entity, id })) return undefined
    const { records } = this.#common
    if (!records.some((one) => one.id === id)) records.push({ entity, id })
    const { blobId, flaw } = more
    const words = { name: this.#word(), phone: this.#word(), ...(isPreference ? {} : { mark: this.#word() }) }
    const data = {
      ...words,
      ...(owner && entity !== 'clients' ? { clientId: owner.id } : {}),
      ...(entity === 'film_marks' && { by: this.id }),
      ...(flaw && { flaw }),
      ...(blobId && { blobId }),
    }
    return this.#record({ action: 'CREATE', entity, id, data, ...(blobId && { blobId }) }, blobId)
  }

  edit(named: Named | undefined, fields: readonly Field[]) {
    const rec = this.look(named)
    // No screen edits a measurement.
    if (rec?.entity === 'film_marks') return undefined
    return rec && this.#record({ action: 'UPDATE', ...key(rec), ...this.#typed(rec.data, fieldsOf(rec, fields)) })
  }

  open(named: Named | undefined) {
    const rec = this.look(named)
    if (rec && rec.entity !== 'film_marks') this.form = { ...key(rec), seen: { seenRev: rec.rev, before: rec.data }, openedAt: this.actsOn }
  }

  async save(fields: readonly Field[]) {
    const { form } = this
    if (!form) return
    this.form = undefined
    this.actsOn = form.openedAt
    const { entity, id, seen } = form
    await this.#record({ action: 'UPDATE', entity, id, ...this.#typed(seen.before ?? {}, fieldsOf({ entity }, fields)), ...seen })
  }

  remove(named: Named | undefined) {
    const rec = this.look(named)
    // Only its maker removes it.
    if (rec?.entity === 'film_marks' && rec.data.by !== this.id) return undefined
    return rec && this.#record({ action: 'DELETE', ...key(rec) })
  }

  repair = () => repairCopy(this.screen)

  async choose(nth: number, how: Choice) {
    if (how === 'bring back') return this.#bringBack(nth)
    const cards = await readAttention(this.screen)
    const card = cards[nth % Math.max(1, cards.length)]
    if (!card) return
    this.actsOn = this.#common.tick()
    this.#saw(card.fields)
    const { opId, seenRev } = card
    if (how === 'theirs') await keepTheirs(opId, this.screen)
    else if (how === 'discard') await discard(opId, this.screen)
    else if (how === 'mine unread') await keepMine(opId, {}, this.screen)
    else {
      const isEdited = how === 'edit' && card.fields.some(({ name }) => name === 'name')
      await keepMine(opId, { seenRev, ...(isEdited ? { edited: { name: this.#word() } } : {}) }, this.screen)
    }
  }

  async #bringBack(nth: number) {
    const given = this.disk.rows<DoneItem>('done').filter((item) => item.outcome === 'discarded')
    const one = given[nth % Math.max(1, given.length)]
    if (one) await bringBack(one.opId, this.screen)
  }

  /** What a person types into fields of which they see `shown`. */
  #typed(shown: Wire, fields: readonly Field[]): Pick<Change, 'data' | 'alsoSend'> {
    const typed: Wire = {}
    for (const field of fields) Object.assign(typed, this.#value(field, shown))
    // A person who edits what was refused corrects it.
    return { data: { ...typed, ...(shown.flaw ? { flaw: null } : {}) }, ...(fields.includes('when') ? { alsoSend: { notify: true } } : {}) }
  }

  #value(field: Field, shown: Wire): Wire {
    const word = this.#word()
    if (field === 'when') return { startTime: word, endTime: word }
    if (field === 'done') return { done: true }
    if (field === 'notes') return { notes: `${shown.notes ?? ''} ${word}`.trim() }
    return { [field]: word }
  }

  async #record(change: Change, blobId?: string) {
    if (blobId) await this.screen.blob.put({ ...BYTES, id: blobId })
    return recordIn(this.screen, [change])
  }

  #word = () => this.#common.word(this.id)

  #saw(shown: unknown) {
    for (const word of wordsIn(shown)) if (!this.seenAt.has(word)) this.seenAt.set(word, this.actsOn)
  }
}

const BYTES: Omit<BlobRow, 'id'> = {
  name: '',
  sha256: '',
  size: 1,
  mime: '',
  store: 'idb',
  path: '',
  offset: 0,
  state: 'waiting',
  addedAt: 0,
  attempts: 0,
  nextAttemptAt: 0,
}
/** What a screen lets a person change in a record: a written note stays, and may be marked as done with. */
const fieldsOf = ({ entity }: Pick<Named, 'entity'>, fields: readonly Field[]): readonly Field[] =>
  entity === 'care_notes' ? ['done'] : fields
const key = ({ entity, id }: Rec): Named => ({ entity, id })
