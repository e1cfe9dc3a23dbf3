import type { HandChange } from '#testing/e2e-practice.ts'

/** A change with the id of its record. */
export type Change = HandChange & { id: string; data?: Record<string, unknown> }
/** A record's expected final state: the sum of all its changes. */
export type Written = {
  entity: Change['entity']
  id: string
  by: string
  values: Record<string, unknown>
  isGone: boolean
  isShared: boolean
}

/** The farriers' actions, recorded outside the product: every change a device reported as saved, and the expected final records. */
export class Book {
  readonly changes: { device: string; change: Change }[] = []
  readonly records = new Map<string, Written>()
  /** Visits whose owner must be notified of the booking. */
  readonly told: string[] = []
  /** Conflict cards the farrier was shown and resolved, as `device entity`. */
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

  /** Replaces a value, by a change already recorded or in one of its own. */
  mend(id: string, values: object) {
    Object.assign(this.#record(id).values, values)
  }

  /** Every device has fetched everything. */
  share() {
    for (const record of this.records.values()) record.isShared = true
  }

  #record(id: string): Written {
    const record = this.records.get(id)
    if (!record) throw new Error(`nobody wrote ${id}`)
    return record
  }
}
