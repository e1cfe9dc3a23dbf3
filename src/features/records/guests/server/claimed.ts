import type { Address } from '#features/records/guests/rules.ts'
import type { Keys } from '#features/records/guests/server/ask-rows.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { Carriers } from '#platform/server/sending/sending.ts'
import type { Tries } from '#platform/server/tries.ts'

export type CodeSending = Keys & {
  db: Database
  tries: Tries
  carriers: Carriers
  origin: string
  /** Nothing leaves: each practice that knows the address has a code of its own in its Outbox. */
  isTestVersion: boolean
  log: { warn: (details: object, message: string) => void }
}

/** A request for a code that this worker alone must send now. */
export type Claimed = {
  id: string
  what: 'code' | 'add' | 'device'
  address: Address
  addressHash: Buffer
  browserHash: Buffer
  askedAt: Date
  isKnown: boolean
}
