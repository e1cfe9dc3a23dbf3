import type { Passkey } from '#features/core/practice/passkeys.ts'

/** Whose portal it is: their addresses, and where they are signed in. */
export type SettingsView = {
  page: 'settings'
  addresses: readonly { kind: 'email' | 'phone'; address: string }[]
  /** The practice whose Outbox showed the code (test version): no address can be added. */
  onlyPractice: string | null
  /** They have proven themselves lately; else a code comes first. */
  isProven: boolean
  devices: readonly { id: string; name: string; lastSeen: string; isCurrent: boolean; isShared: boolean; isTold: boolean }[]
  /** The key by which this phone is notified; null: it can't be. */
  pushKey: string | null
  passkeys: readonly Passkey[]
  /** Practices whose texts and terms they have, and for which clients; `hides`: their horses are left out of the boards of yards. */
  farriers: readonly { slug: string; name: string; clients: readonly { id: string; name: string; hides: boolean }[]; hasTerms: boolean }[]
  /** The address by which a calendar program reads their visits; null: they have none. */
  calendar: string | null
  typed: string
  fault: string | undefined
  /** Why a wish about one of their farriers was not kept. */
  farriersFault: string | undefined
}
