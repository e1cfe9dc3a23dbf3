import type { Day } from '#lib/dates.ts'

/** What a guest may have of what is kept about them, and end. */
export type MyDataView = {
  page: 'data'
  practices: readonly { slug: string; name: string; clients: readonly DataOfClient[] }[]
  /** Why what they pressed was not done. */
  fault?: string | undefined
  /** Signing in again is what it takes. */
  isToProve?: boolean
}

/** A client's name and address: as the farrier has them, or as they were just typed. */
export type Details = { name: string; address: string; postcode: string }

/** `waiting`: new details not dealt with yet, in words. `asked`: a request for all data; no `byDay` while the farrier waits for them. */
type DataOfClient = { id: string; name: string; details: Details; waiting: string | null; asked: { onDay: Day; byDay: Day | null } | null }

/** After an account was closed. */
export type ClosedView = { page: 'closed' }

/** What is kept about those who use the portal, and why. */
export type PrivacyView = { page: 'privacy'; isSignedIn: boolean }
