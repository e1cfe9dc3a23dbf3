import type { Client, ClientChange, clientEndpoints, SmsPreferences, SmsPreferencesChange } from '#features/records/clients/contract.ts'
import { duplicatesIn, type Pair } from '#features/records/clients/duplicates.ts'
import { DEFAULT_SMS_PREFERENCES } from '#features/records/clients/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { byName } from '#lib/collate.ts'
import { canon, uuidOf } from '#lib/ids.ts'
import { memoLast } from '#lib/memo-last.ts'
import { call } from '#platform/web/api.ts'
import { record, type Seen } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { readRow, useRow, useRows } from '#platform/web/use-rows.ts'

/** A client as this device holds it. */
export type KnownClient = Kept<Client>

/** By what a client is found. */
export const clientFields = (client: KnownClient) => [
  client.name,
  client.businessName,
  client.phone,
  client.postcode,
  client.address,
  client.email,
]

/** Everyone, by name; undefined while they load. */
export function useClients(): readonly KnownClient[] | undefined {
  const rows = useRows<Client>('clients')
  return rows && inOrder(rows)
}

/** One client by id in either form; null: none such here. */
export const useClient = (id: string | null | undefined): KnownClient | null | undefined => useRow<Client>('clients', id)

/** The tags in use, by name; what a new one is offered from. */
export function useTags(): readonly string[] {
  return tagsOf(useRows<Client>('clients') ?? NONE)
}

/** Records that look like one person; none while they load. */
export function useDuplicates(): readonly Pair<KnownClient>[] {
  return pairsIn(useClients() ?? NONE)
}

/** Which texts a client wants, the defaults until they were set; undefined while that loads. */
export function useSmsPreferences(clientId: string): SmsPreferences | undefined {
  const id = preferencesId(clientId)
  const row = useRow<SmsPreferences>('sms_preferences', id)
  return row === undefined ? undefined : { ...DEFAULT_SMS_PREFERENCES, ...(row ?? { id, clientId }) }
}

/** Records which texts a client wants; false when it could not be. */
export async function setSmsPreferences(clientId: string, change: SmsPreferencesChange): Promise<boolean> {
  const id = preferencesId(clientId)
  const isSet = await readRow('sms_preferences', id)
  const data = isSet ? change : { ...DEFAULT_SMS_PREFERENCES, ...change, clientId }
  return (await record([{ action: isSet ? 'UPDATE' : 'CREATE', entity: 'sms_preferences', id, data }])) !== false
}

/** Records that two who look alike are two people. */
export const recordDifferent = async ({ one, other }: Pair<KnownClient>): Promise<boolean> =>
  (await record([
    { action: 'UPDATE', entity: 'clients', id: one.id, data: { notSameAs: [...(one.notSameAs ?? []), other.id] } },
    { action: 'UPDATE', entity: 'clients', id: other.id, data: { notSameAs: [...(other.notSameAs ?? []), one.id] } },
  ])) !== false

/** What was chosen of two records of one person. */
export type Chosen = { fields: ClientChange; textsOf: 'kept' | 'other' }

/** Has the server merge two clients, and fetches the result; returns the action, for its undo. @throws ApiError, Unreachable */
export async function mergeClients(keptId: string, otherId: string, chosen: Chosen): Promise<string> {
  const body = { otherId, ...chosen }
  const { activityId } = await call<typeof clientEndpoints.merge>('POST /api/clients/:id/merge', { params: { id: keptId }, body })
  await syncNow()
  return activityId
}

/** Records a new client on the device and has it sent; the id it will have for life. */
export async function addClient(values: ClientChange & { name: string }): Promise<string> {
  const data = { ...BLANK, ...values }
  const ids = await record([{ action: 'CREATE', entity: 'clients', data, alsoShow: SERVER_SIDE }])
  return ids ? (ids[0] ?? '') : ''
}

/** Records changed fields; false when the client is gone from this device. */
export async function changeClient(id: string, values: ClientChange, seen: Seen = {}): Promise<boolean> {
  // Only the server parses numbers; the old result must not be dialled in the meantime.
  const consent =
    values.marketingConsentHow === undefined ? {} : { marketingConsentAt: values.marketingConsentHow && currentTime().toISOString() }
  const alsoShow = { ...(values.phone === undefined ? {} : { phoneE164: null }), ...consent }
  return (await record([{ action: 'UPDATE', entity: 'clients', id, data: values, alsoShow, ...seen }])) !== false
}

const preferencesId = (clientId: string) => uuidOf('sms_preferences', canon(clientId))

const NONE: readonly KnownClient[] = []
const tagsOf = memoLast((clients: readonly Kept<Client>[]) =>
  [...new Set(clients.flatMap((client) => client.tags ?? []))]
    .map((name) => ({ name }))
    .sort(byName)
    .map(({ name }) => name),
)
const pairsIn = memoLast((clients: readonly KnownClient[]) => duplicatesIn(clients))
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
  marketingConsentHow: null,
  notSameAs: [],
  portal: null,
  portalShows: null,
} satisfies ClientChange
const SERVER_SIDE = { phoneE164: null, marketingConsentAt: null, stoppedAt: null, oldestDueOn: null, hidesFromYard: false }
