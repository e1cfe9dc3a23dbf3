import type { WorkEntry } from '#features/work/contract.ts'

/** A lost shoe put back leaves the rest of the feet as they were, so a call-out does not start a new cycle; anything else does. */
export const resetsCycleByDefault = (serviceType: string): boolean => serviceType !== 'Emergency call-out'

/** Newest first; of one day, the last written first. */
export const newestFirst = (a: Pick<WorkEntry, 'workDate' | 'id'>, b: Pick<WorkEntry, 'workDate' | 'id'>): number =>
  a.workDate === b.workDate ? (a.id < b.id ? 1 : -1) : a.workDate < b.workDate ? 1 : -1
