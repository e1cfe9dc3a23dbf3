import { exportEndpoints } from '#features/office/exports/contract.ts'
import { downloadExport, exportOf, exportsPage, removeExport, startAll, startPack } from '#features/office/exports/server/service.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const exportId = (params: { id: string }) => idOf(params.id, 'export_not_found')

export function exportRoutes(app: App) {
  serveMember(app, exportEndpoints.list, ({ tx, actor, query }) =>
    exportsPage(tx, actor, {
      clientId: optionalId(query.clientId, 'client_not_found'),
      requestId: optionalId(query.requestId, 'bad_request'),
    }),
  )
  serveMember(app, exportEndpoints.startAll, ({ tx, actor }) => startAll(tx, actor))
  serveMember(app, exportEndpoints.startPack, ({ tx, actor, params, body }) =>
    startPack(tx, actor, idOf(params.id, 'client_not_found'), optionalId(body.requestId, 'bad_request') ?? null),
  )
  serveMember(app, exportEndpoints.one, ({ tx, actor, params }) => exportOf(tx, actor, exportId(params)))
  serveMember(app, exportEndpoints.file, async ({ tx, actor, params, reply }) => {
    const { key, fileName, bytes } = await downloadExport(tx, actor, exportId(params))
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': dispositionOf('attachment', fileName),
      'content-length': bytes,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    return app.setup.files.read(key)
  })
  serveMember(app, exportEndpoints.remove, async ({ tx, actor, params }) => {
    await removeExport(tx, actor, exportId(params))
  })
}
