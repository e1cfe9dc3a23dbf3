import type { Export, exportEndpoints } from '#features/office/exports/contract.ts'
import type { RequestType, RightsRequest, RightsRequestChange, rightsEndpoints } from '#features/office/rights/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { call } from '#platform/web/api.ts'
import { record, type Seen } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { syncNow } from '#platform/web/sync/sync.ts'

/** A request as this device holds it. */
export type KnownRequest = Kept<RightsRequest>

/** The input of a new request. */
export type RequestWords = Pick<RightsRequest, 'clientId' | 'requestType' | 'receivedVia' | 'receivedOn' | 'notes' | 'objectsTo'>

const PATH = '/api/gdpr-requests'

/** Records a request, offline too; resolves to its permanent id. */
export async function addRequest(words: RequestWords, sendsReceipt: boolean): Promise<string> {
  const ids = await record([
    {
      action: 'CREATE',
      entity: 'rights_requests',
      endpoint: PATH,
      data: { ...words },
      alsoSend: { sendsReceipt },
      alsoShow: { ...BLANK, requestedAt: currentTime().toISOString() },
    },
  ])
  return ids ? (ids[0] ?? '') : ''
}

/** Records changed fields; false when the request is gone from this device. */
export const changeRequest = async (id: string, values: RightsRequestChange, seen: Seen = {}): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'rights_requests', id, endpoint: `${PATH}/${id}`, data: values, ...seen }])) !== false

/** Has the server record a request for each client and text them (Spec §7); resolves to its answer. @throws ApiError, Unreachable */
export async function sendRequests(clientIds: string[], requestType: RequestType) {
  const said = await call<typeof rightsEndpoints.sendSms>('POST /api/gdpr-requests/send-sms', { body: { clientIds, requestType } })
  await syncNow()
  return said
}

/** Requests the pack of a client's data. @throws ApiError, Unreachable */
export const startPack = ({ id, clientId }: Pick<RightsRequest, 'id' | 'clientId'>): Promise<Export> =>
  call<typeof exportEndpoints.startPack>('POST /api/clients/:id/pack', { params: { id: clientId }, body: { requestId: id } })

const BLANK = {
  status: 'pending',
  waits: [],
  extendedOn: null,
  extendedWhy: null,
  acknowledgedOn: null,
  smsSent: false,
  closedAt: null,
} satisfies Partial<RightsRequest>
