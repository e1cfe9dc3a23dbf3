import type { Yard, YardChange } from '#features/records/yards/contract.ts'
import { byName } from '#lib/collate.ts'
import { memoLast } from '#lib/memo-last.ts'
import { record, type Seen } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRow, useRows } from '#platform/web/use-rows.ts'

/** A yard as this device holds it. */
export type KnownYard = Kept<Yard>

/** Every yard, by name; undefined while they load. */
export function useYards(): readonly KnownYard[] | undefined {
  const rows = useRows<Yard>('yards')
  return rows && inOrder(rows)
}

/** One yard by id in either form; null: none such here. */
export const useYard = (id: string | null | undefined): KnownYard | null | undefined => useRow<Yard>('yards', id)

/** Records a new yard on the device and has it sent; the id it will have for life. */
export async function addYard(values: YardChange & { name: string }): Promise<string> {
  const ids = await record([{ action: 'CREATE', entity: 'yards', data: { ...BLANK, ...values } }])
  return ids ? (ids[0] ?? '') : ''
}

/** Records changed fields; false when the yard is gone from this device. */
export const changeYard = async (id: string, values: YardChange, seen: Seen = {}): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'yards', id, data: values, ...seen }])) !== false

const inOrder = memoLast((rows: readonly KnownYard[]) => rows.toSorted(byName))

const BLANK = {
  address: null,
  postcode: null,
  lat: null,
  lng: null,
  positionSource: null,
  what3words: null,
  accessNotes: null,
  gateCode: null,
  hasCover: null,
  hasLights: null,
  contactClientId: null,
  payerClientId: null,
} satisfies YardChange
