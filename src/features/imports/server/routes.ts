import { importEndpoints } from '#features/imports/contract.ts'
import {
  cancelImport,
  checkImport,
  importOf,
  importsPage,
  rowsLeftOut,
  startImport,
  undoLater,
  uploadFile,
} from '#features/imports/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http.ts'
import { serveMember } from '#platform/server/serve-endpoint.ts'

/** A file of 10 MB as base64 in JSON, and a little. */
const LARGE = { bodyLimit: 15 * 1024 * 1024 }

const importId = (params: { id: string }) => idOf(params.id, 'import_not_found')

export function importRoutes(app: App) {
  serveMember(app, importEndpoints.list, ({ tx, actor }) => importsPage(tx, actor))
  serveMember(app, importEndpoints.upload, ({ tx, actor, body }) => uploadFile(tx, actor, body), LARGE)
  serveMember(app, importEndpoints.one, ({ tx, actor, params }) => importOf(tx, actor, importId(params)))
  serveMember(app, importEndpoints.check, ({ tx, actor, params, body }) => checkImport(tx, actor, importId(params), body.plan))
  serveMember(app, importEndpoints.start, ({ tx, actor, params, body }) => startImport(tx, actor, importId(params), body), LARGE)
  serveMember(app, importEndpoints.cancel, ({ tx, actor, params }) => cancelImport(tx, actor, importId(params)))
  serveMember(app, importEndpoints.undo, ({ tx, actor, params }) => undoLater(tx, actor, importId(params)))
  serveMember(app, importEndpoints.leftOut, ({ tx, actor, params }) => rowsLeftOut(tx, actor, importId(params)))
}
