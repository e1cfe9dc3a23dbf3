import { horseEndpoints } from '#features/records/horses/contract.ts'
import { addHorse, changeHorse, horseOf, horsesPage, removeHorse } from '#features/records/horses/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { fromCursor, linkNext, toCursor } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const horseId = (params: { id: string }) => idOf(params.id, 'horse_not_found')

export function horseRoutes(app: App) {
  serveMember(app, horseEndpoints.list, async ({ tx, actor, query, request, reply }) => {
    const [name = '', id = ''] = fromCursor(query.after, 2) ?? []
    const horses = await horsesPage(tx, actor, { limit: query.limit, after: query.after ? { name, id: idOf(id) } : undefined })
    linkNext(request, reply, horses, query.limit, (last) => toCursor([last.name, last.id]))
    return horses
  })
  serveMember(app, horseEndpoints.one, ({ tx, actor, params }) => horseOf(tx, actor, horseId(params)))
  serveMember(app, horseEndpoints.create, async ({ tx, actor, body }) => {
    const { id } = await addHorse(tx, actor, body.id ? idOf(body.id, 'bad_request') : uuidv7(), body)
    return horseOf(tx, actor, id)
  })
  serveMember(app, horseEndpoints.update, async ({ tx, actor, params, body }) => {
    const { id } = await changeHorse(tx, actor, horseId(params), body)
    return horseOf(tx, actor, id)
  })
  serveMember(app, horseEndpoints.remove, async ({ tx, actor, params }) => {
    await removeHorse(tx, actor, horseId(params))
  })
}
