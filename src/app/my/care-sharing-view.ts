import type { CareBack } from '#features/records/guests/care-rules.ts'
import type { CareRole } from '#features/records/guests/rules.ts'

/** The vets and para-professionals of a client's horses, and how more are let in. */
export type CareSharing = {
  /** Carers who see the horses, are requested, or would see them again; `ended` are over. */
  rows: readonly CareRow[]
  ended: readonly CareRow[]
  roles: readonly {
    role: CareRole
    /** With an open service, which such a one can be shown. */
    horses: readonly { id: string; name: string }[]
    /** What the service is, what it costs and who pays. */
    costs: string
  }[]
  /** Where an owner opens a service; null: nowhere yet. */
  services: string | null
  /** Last days to choose from. */
  spans: readonly { value: string; label: string }[]
  form: CareForm
}

/** `lines`: the status, one line for horses that share it. */
export type CareRow = {
  id: string
  /** `Mia Bevan, Teme Vets`. */
  name: string
  lines: readonly string[]
  detail: string
  words: string
  /** The farrier waits for their yes. */
  isAsked: boolean
  /** Until when it would go on; null: that can't be pressed. */
  goesOnUntil: string | null
  isEndable: boolean
  /** Where what was agreed is as a PDF; null: nothing was. */
  pdf: string | null
}

export type CareForm = {
  role: CareRole
  horseIds: readonly string[]
  name: string
  practice: string
  to: string
  back: CareBack
  days: string
  mayContact: boolean
  fault: string | null
}
