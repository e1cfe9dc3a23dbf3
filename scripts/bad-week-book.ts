import type { HandChange } from '#testing/e2e-practice.ts'

/** A change with the record it is of. */
export type Change = HandChange & { id: string; data?: Record<string, unknown> }
/** A record as it must end: what every change of it adds up to. */
export type Written = {
  entity: Change['entity']
  id: string
  by: string
  values: Record<string, unknown>
  isGone: boolean
  isShared: boolean
}

/** What the farriers did, kept outside the product: every change a device said is saved, and what the records must be in the end. */
export class Book {
  readonly changes: { device: string; change: Change }[] = []
  readonly records = new Map<string, Written>()
  /** Visits whose owner is to be told that they are booked. */
  readonly told: string[] = []
  /** Cards the farrier was shown and cards they settled, as `device entity`. */
  readonly asked: string[] = []
  readonly resolved: string[] = []

  note(device: string, changes: readonly Change[]) {
    for (const change of changes) {
      this.changes.push({ device, change })
      if (change.alsoSend) this.told.push(change.id)
      const { entity, id, data = {} } = change
      if (change.action === 'CREATE') this.records.set(id, { entity, id, by: device, values: { ...data }, isGone: false, isShared: false })
      else if (change.action === 'UPDATE') this.mend(id, data)
      else this.#record(id).isGone = true
    }
  }

  /** A value put in another's place, by a change that is noted or in one of its own. */
  mend(id: string, values: object) {
    Object.assign(this.#record(id).values, values)
  }

  /** Every device has fetched all there is. */
  share() {
    for (const record of this.records.values()) record.isShared = true
  }

  #record(id: string): Written {
    const record = this.records.get(id)
    if (!record) throw new Error(`nobody wrote ${id}`)
    return record
  }
}
