import type { Brings, Ownership } from '#features/records/horses/contract.ts'
import type { Day } from '#lib/dates.ts'

export type HandOver = { clientId: string; on: Day; brings?: Brings | undefined }

/**
 * Every owner of a horse once `clientId` owns it from a day on, and reads of the former owner's time what it `brings`. The same day again, or back to
 * the one before, leaves no trace of a mistake; a day before the present owner's own keeps them as having owned it until then.
 */
export function handOver(owners: readonly Ownership[], { clientId, on, brings }: HandOver): Ownership[] {
  const now = owners.at(-1)
  const past = owners
    .filter((owner) => owner.fromOn < on)
    .map((owner) => (owner.toOn === null || owner.toOn > on ? { ...owner, toOn: on } : owner))
  const before = past.at(-1)
  if (before?.clientId === clientId && before.toOn === on) return [...past.slice(0, -1), { ...before, toOn: null }]
  const entered = past.length === 0 && now && now.fromOn > on ? [{ ...now, fromOn: on, toOn: on }] : past
  return [...entered, { clientId, fromOn: on, toOn: null, ...(brings && { brings }) }]
}
