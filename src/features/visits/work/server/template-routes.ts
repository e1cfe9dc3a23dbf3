import { addTemplate, changeTemplate, removeTemplate, templatesPage, toTemplate } from '#features/visits/work/server/templates.ts'
import { templateEndpoints } from '#features/visits/work/templates.ts'
import { idOf } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { fromCursor, linkNext, toCursor } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const templateId = (params: { id: string }) => idOf(params.id, 'template_not_found')

export function templateRoutes(app: App) {
  serveMember(app, templateEndpoints.list, async ({ tx, query, request, reply }) => {
    const [name = '', id = ''] = fromCursor(query.after, 2) ?? []
    const templates = await templatesPage(tx, { limit: query.limit, after: query.after ? { name, id: idOf(id) } : undefined })
    linkNext(request, reply, templates, query.limit, (last) => toCursor([last.name, last.id]))
    return templates
  })
  serveMember(app, templateEndpoints.create, async ({ tx, actor, body }) =>
    toTemplate(await addTemplate(tx, actor, body.id ? idOf(body.id, 'bad_request') : uuidv7(), body)),
  )
  serveMember(app, templateEndpoints.update, async ({ tx, actor, params, body }) =>
    toTemplate(await changeTemplate(tx, actor, templateId(params), body)),
  )
  serveMember(app, templateEndpoints.remove, async ({ tx, actor, params }) => {
    await removeTemplate(tx, actor, templateId(params))
  })
}
