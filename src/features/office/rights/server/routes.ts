import { rightsEndpoints } from '#features/office/rights/contract.ts'
import { historyOf } from '#features/office/rights/server/history.ts'
import { sharePack } from '#features/office/rights/server/pack.ts'
import { sendRequests } from '#features/office/rights/server/send-sms.ts'
import { addRequest, changeRequest, requestOf, requestsPage } from '#features/office/rights/server/service.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const requestId = (params: { id: string }) => idOf(params.id, 'request_not_found')

export function rightsRoutes(app: App) {
  serveMember(app, rightsEndpoints.list, async ({ tx, actor, query, request, reply }) => {
    const [clientId, after] = [optionalId(query.clientId, 'client_not_found'), optionalId(query.after, 'bad_request')]
    const requests = await requestsPage(tx, actor, { clientId, limit: query.limit, after })
    linkNext(request, reply, requests, query.limit, (last) => last.id)
    return requests
  })
  serveMember(app, rightsEndpoints.one, ({ tx, actor, params }) => requestOf(tx, actor, requestId(params)))
  serveMember(app, rightsEndpoints.create, async ({ tx, actor, body }) => {
    const { id } = await addRequest(tx, actor, body.id ? idOf(body.id, 'bad_request') : uuidv7(), body)
    return requestOf(tx, actor, id)
  })
  serveMember(app, rightsEndpoints.sendSms, ({ tx, actor, body }) => sendRequests(tx, actor, body.clientIds, body.requestType))
  serveMember(app, rightsEndpoints.update, async ({ tx, actor, params, body }) => {
    const { id } = await changeRequest(tx, actor, requestId(params), body)
    return requestOf(tx, actor, id)
  })
  serveMember(app, rightsEndpoints.setStatus, async ({ tx, actor, params, body }) => {
    const { id } = await changeRequest(tx, actor, requestId(params), body)
    return requestOf(tx, actor, id)
  })
  serveMember(app, rightsEndpoints.sharePack, ({ tx, actor, params, body }) =>
    sharePack(tx, actor, requestId(params), { exportId: idOf(body.exportId, 'no_pack_yet'), sends: body.sends }),
  )
  serveMember(app, rightsEndpoints.history, ({ tx, actor, params }) => historyOf(tx, actor, requestId(params)))
}
