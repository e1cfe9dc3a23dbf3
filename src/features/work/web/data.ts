import type { WorkEntry, WorkEntryChange } from '#features/work/contract.ts'
import { newestFirst } from '#features/work/rules.ts'
import { uuidv7 } from '#lib/ids.ts'
import { record, type Seen } from '#platform/web/outbox.ts'
import type { Kept } from '#platform/web/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** A work entry as this device holds it. */
export type KnownWork = Kept<WorkEntry>

/** What was done to a horse, newest first; undefined while it loads. */
export function useWorkOf(horseId: string): readonly KnownWork[] | undefined {
  return useRows<WorkEntry>('work_entries', { horseId })?.toSorted(newestFirst)
}

type Writable = Omit<WorkEntryChange, 'serviceType' | 'workDate'> & Pick<WorkEntry, 'serviceType' | 'workDate'>

/** Records work on a horse by hand; the id it will have for life. */
export async function addWork(horseId: string, memberId: string, values: Writable & { visitHorseId?: string | null }): Promise<string> {
  const id = uuidv7()
  const { visitHorseId = null, ...rest } = values
  const data = {
    description: null,
    findings: null,
    recommendations: null,
    setup: null,
    ...rest,
    horseId,
    ...(visitHorseId && { visitHorseId }),
  }
  await record([{ action: 'CREATE', entity: 'work_entries', id, data, alsoShow: { visitHorseId, memberId } }])
  return id
}

/** Corrects an entry; false when it is gone from this device. */
export const changeWork = async (id: string, values: WorkEntryChange, seen: Seen = {}): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'work_entries', id, data: values, ...seen }])) !== false

/** Removes an entry written by mistake; the horse's dates go back. */
export const removeWork = async (id: string): Promise<boolean> =>
  (await record([{ action: 'DELETE', entity: 'work_entries', id }])) !== false
