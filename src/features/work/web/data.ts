import type { WorkEntry } from '#features/work/contract.ts'
import { newestFirst } from '#features/work/rules.ts'
import type { Kept } from '#platform/web/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** A work entry as this device holds it. */
export type KnownWork = Kept<WorkEntry>

/** What was done to a horse, newest first; undefined while it loads. */
export function useWorkOf(horseId: string): readonly KnownWork[] | undefined {
  return useRows<WorkEntry>('work_entries', { horseId })?.toSorted(newestFirst)
}
