import type { Act } from '#features/core/practice/rules.ts'
import type { SyncedName } from '#lib/synced.ts'
import type { Ground, Sample } from '#testing/ground.ts'
import type { Money } from '#testing/money.ts'

/** `nobody`: the server alone does. */
export type Need = Act | 'nothing' | 'nobody'
/** Fields of one body, by what each takes. */
export type Fields = Partial<Record<Need, string>>

type Wire = Record<string, unknown>
/** A record of a kind that devices keep, with what a device would send to make another, and to change it. */
export type MadeRecord = { id: string; create: { id: string; data: Wire }; change: Wire }
/** What a device has to be allowed to write one. */
export type Takes = { create: Need; change: Need; remove: Need }

/**
 * What the sweeps send of a feature, and who may: declared next to the feature, and on purpose not read off its declarations, for a right
 * that the feature itself declares would prove itself.
 */
export type FeatureSample = {
  /** One record of each kind that devices keep. */
  records?: (of: Ground) => Promise<{ [T in SyncedName]?: MadeRecord }>
  takes?: { [T in SyncedName]?: Takes }
  /**
   * What each changing field of a record takes, alone. A visit is booked, and the records are another member's: what a member may do to
   * their own is tested apart.
   */
  fields?: { [T in SyncedName]?: Fields }
  /** A request that works for each endpoint, by `METHOD /path`. */
  requests: (of: Ground & { money: Money }) => Promise<Record<string, Sample>>
  /** What each endpoint takes. Reading is for everyone unless it is listed here. */
  needs: Record<string, Act | 'nothing'>
  /** The same for each field of a body. */
  sent: Record<string, Fields>
}
