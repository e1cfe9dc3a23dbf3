import { importEndpoints } from '#features/office/imports/contract.ts'
import {
  cancelImport,
  checkImport,
  importOf,
  importsPage,
  rowsLeftOut,
  startImport,
  undoLater,
  uploadFile,
} from '#features/office/imports/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, serveMemberAside } from '#platform/server/http/serve-endpoint.ts'

const MB = 1024 * 1024
/** A file of 10 MB as base64 in JSON, and a little. */
const FILE = { bodyLimit: 15 * MB }
/** As many choices as a file may have records, some 16 bytes each, and twice that to be safe. */
const CHOICES = { bodyLimit: 2 * MB, mostValues: 61_000 }

const importId = (params: { id: string }) => idOf(params.id, 'import_not_found')

/** No transaction is open while a file is read. */
export function importRoutes(app: App) {
  serveMember(app, importEndpoints.list, ({ tx, actor }) => importsPage(tx, actor))
  serveMemberAside(app, importEndpoints.upload, ({ actor, body }) => uploadFile(app.db, actor, body), FILE)
  serveMemberAside(app, importEndpoints.one, ({ actor, params }) => importOf(app.db, actor, importId(params)))
  serveMemberAside(app, importEndpoints.check, ({ actor, params, body }) => checkImport(app.db, actor, importId(params), body.plan))
  serveMemberAside(app, importEndpoints.start, ({ actor, params, body }) => startImport(app.db, actor, importId(params), body), CHOICES)
  serveMember(app, importEndpoints.cancel, ({ tx, actor, params }) => cancelImport(tx, actor, importId(params)))
  serveMember(app, importEndpoints.undo, ({ tx, actor, params }) => undoLater(tx, actor, importId(params)))
  serveMember(app, importEndpoints.leftOut, ({ tx, actor, params }) => rowsLeftOut(tx, actor, importId(params)))
}
