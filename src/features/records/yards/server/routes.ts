import { yardEndpoints } from '#features/records/yards/contract.ts'
import { requireYard } from '#features/records/yards/server/require-yard.ts'
import { addYard, changeYard, removeYard, toYard, yardsPage } from '#features/records/yards/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { fromCursor, linkNext, toCursor } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const yardId = (params: { id: string }) => idOf(params.id, 'yard_not_found')

export function yardRoutes(app: App) {
  serveMember(app, yardEndpoints.list, async ({ tx, query, request, reply }) => {
    const [name = '', id = ''] = fromCursor(query.after, 2) ?? []
    const yards = await yardsPage(tx, { limit: query.limit, after: query.after ? { name, id: idOf(id) } : undefined })
    linkNext(request, reply, yards, query.limit, (last) => toCursor([last.name, last.id]))
    return yards
  })
  serveMember(app, yardEndpoints.one, async ({ tx, params }) => toYard(await requireYard(tx, yardId(params))))
  serveMember(app, yardEndpoints.create, async ({ tx, actor, body }) =>
    toYard(await addYard(tx, actor, body.id ? idOf(body.id, 'bad_request') : uuidv7(), body)),
  )
  serveMember(app, yardEndpoints.update, async ({ tx, actor, params, body }) => toYard(await changeYard(tx, actor, yardId(params), body)))
  serveMember(app, yardEndpoints.remove, async ({ tx, actor, params }) => {
    await removeYard(tx, actor, yardId(params))
  })
}
