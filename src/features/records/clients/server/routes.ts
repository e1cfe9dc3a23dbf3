import { clientEndpoints } from '#features/records/clients/contract.ts'
import { mergeClients, requireMerge } from '#features/records/clients/server/merge.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import {
  addClient,
  changeClient,
  clientColumns,
  clientsPage,
  removeClient,
  setSmsPreferences,
  smsPreferencesOf,
  toClient,
  toPreferences,
} from '#features/records/clients/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { fromCursor, linkNext, toCursor } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const clientId = (params: { id: string }) => idOf(params.id, 'client_not_found')

export function clientRoutes(app: App) {
  serveMember(app, clientEndpoints.list, async ({ tx, query, request, reply }) => {
    const [name = '', id = ''] = fromCursor(query.after, 2) ?? []
    const clients = await clientsPage(tx, { limit: query.limit, after: query.after ? { name, id: idOf(id) } : undefined })
    linkNext(request, reply, clients, query.limit, (last) => toCursor([last.name, last.id]))
    return clients
  })
  serveMember(app, clientEndpoints.one, async ({ tx, params }) => toClient(await requireClient(tx, clientId(params))))
  serveMember(app, clientEndpoints.create, async ({ tx, actor, body }) =>
    toClient(await addClient(tx, actor, body.id ? idOf(body.id, 'bad_request') : uuidv7(), body)),
  )
  serveMember(app, clientEndpoints.update, async ({ tx, actor, params, body }) =>
    toClient(await changeClient(tx, actor, clientId(params), body)),
  )
  serveMember(app, clientEndpoints.remove, async ({ tx, actor, params, query }) => {
    await removeClient(tx, actor, clientId(params), query)
  })
  serveMember(app, clientEndpoints.smsPreferences, ({ tx, params }) => smsPreferencesOf(tx, clientId(params)))
  serveMember(
    app,
    clientEndpoints.setSmsPreferences,
    async ({ tx, actor, params, body }) => toPreferences(await setSmsPreferences(tx, actor, clientId(params), body)),
    { recordId: ({ params }) => uuidOf('sms_preferences', clientId(params)) },
  )
  serveMember(
    app,
    clientEndpoints.merge,
    async ({ tx, actor, params, body }) => {
      const { otherId, fields, textsOf } = body
      const merge = { otherId: idOf(otherId, 'client_not_found'), fields: clientColumns(fields), textsOf }
      const { client, activityId } = await mergeClients(tx, actor, clientId(params), merge)
      return { client: toClient(client), activityId }
    },
    {
      again: async ({ tx, actor, params }) => ({
        client: toClient(await requireClient(tx, clientId(params))),
        activityId: await requireMerge(tx, actor.opId),
      }),
    },
  )
}
