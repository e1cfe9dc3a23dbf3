import type { Client, ClientChange } from '#features/clients/contract.ts'
import { byName } from '#lib/collate.ts'
import { memoLast } from '#lib/memo-last.ts'
import { record } from '#platform/web/outbox.ts'
import type { Kept } from '#platform/web/rows.ts'
import { useRow, useRows } from '#platform/web/use-rows.ts'

/** A client as this device holds it. */
export type KnownClient = Kept<Client>

/** Everyone, by name; undefined while they load. */
export function useClients(): readonly KnownClient[] | undefined {
  const rows = useRows<Client>('clients')
  return rows && inOrder(rows)
}

/** One client by id in either form; null: none such here. */
export const useClient = (id: string | null | undefined): KnownClient | null | undefined => useRow<Client>('clients', id)

/** Records a new client on the device and has it sent; the id it will have for life. */
export async function addClient(values: ClientChange & { name: string }): Promise<string> {
  const data = { ...BLANK, ...values }
  const ids = await record([{ action: 'CREATE', entity: 'clients', data, alsoShow: SERVER_SIDE }])
  return ids ? (ids[0] ?? '') : ''
}

/** Records changed fields; false when the client is gone from this device. */
export async function changeClient(id: string, values: ClientChange): Promise<boolean> {
  // The server alone reads numbers; the old reading must not be dialled meanwhile.
  const alsoShow = values.phone === undefined ? {} : { phoneE164: null }
  return (await record([{ action: 'UPDATE', entity: 'clients', id, data: values, alsoShow }])) !== false
}

const inOrder = memoLast((rows: readonly KnownClient[]) => rows.toSorted(byName))

/** What the server fills in when a field is left out. */
const BLANK = {
  email: null,
  phone: null,
  businessName: null,
  address: null,
  notes: null,
  isActive: true,
  isBusiness: false,
  postcode: null,
  preferredChannel: 'sms',
  tags: [],
  lat: null,
  lng: null,
  positionSource: null,
  what3words: null,
  payerClientId: null,
  notSameAs: [],
} satisfies ClientChange
const SERVER_SIDE = { phoneE164: null, marketingConsentAt: null, stoppedAt: null }
