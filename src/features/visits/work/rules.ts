import { SERVICE_TYPES } from '#features/records/kinds/rules.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { setupAgain } from '#features/visits/work/feet.ts'

/** Newest first; of one day, the last written first. */
export const newestFirst = (a: Pick<WorkEntry, 'workDate' | 'id'>, b: Pick<WorkEntry, 'workDate' | 'id'>): number =>
  a.workDate === b.workDate ? (a.id < b.id ? 1 : -1) : a.workDate < b.workDate ? 1 : -1

/**
 * The work that *done* records for a horse: the planned work, else its last work, else a trim, on the feet as they were last shod.
 * `earlier` is its work, newest first.
 */
export function workAgain(
  planned: string | null,
  earlier: readonly Pick<WorkEntry, 'serviceType' | 'setup'>[],
): Pick<WorkEntry, 'serviceType' | 'setup'> {
  const serviceType = planned || earlier[0]?.serviceType || SERVICE_TYPES[0]
  return { serviceType, setup: setupAgain(serviceType, earlier) }
}
