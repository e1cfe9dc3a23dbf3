import { workEndpoints } from '#features/visits/work/contract.ts'
import { changeWork, recordWork, removeWork, toWorkEntry, workOf, workOfHorse } from '#features/visits/work/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { fromCursor, linkNext, toCursor } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const entryId = (params: { id: string }) => idOf(params.id, 'work_entry_not_found')

export function workRoutes(app: App) {
  serveMember(app, workEndpoints.ofHorse, async ({ tx, params, query, request, reply }) => {
    const page = { limit: query.limit, after: lastSeen(query.after) }
    const entries = await workOfHorse(tx, idOf(params.id, 'horse_not_found'), page)
    linkNext(request, reply, entries, query.limit, (last) => toCursor([last.workDate, last.id]))
    return entries
  })
  serveMember(app, workEndpoints.one, ({ tx, params }) => workOf(tx, entryId(params)))
  serveMember(app, workEndpoints.create, async ({ tx, actor, body }) =>
    toWorkEntry(await recordWork(tx, actor, body.id ? idOf(body.id, 'bad_request') : uuidv7(), body)),
  )
  serveMember(app, workEndpoints.update, async ({ tx, actor, params, body }) =>
    toWorkEntry(await changeWork(tx, actor, entryId(params), body)),
  )
  serveMember(app, workEndpoints.remove, async ({ tx, actor, params }) => {
    await removeWork(tx, actor, entryId(params))
  })
}

function lastSeen(cursor: string | undefined) {
  const parts = fromCursor(cursor, 2)
  if (!parts) return undefined
  const [workDate = '', id = ''] = parts
  if (!/^\d{4}-\d\d-\d\d$/.test(workDate) || Number.isNaN(Date.parse(workDate))) throw new AppError('bad_request')
  return { workDate, id: idOf(id, 'bad_request') }
}
