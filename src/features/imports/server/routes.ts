import { importEndpoints } from '#features/imports/contract.ts'
import { importClients, previewClients } from '#features/imports/server/import-clients.ts'
import { importVisits, previewVisits } from '#features/imports/server/import-visits.ts'
import type { App } from '#platform/server/http.ts'
import { serveMember } from '#platform/server/serve-endpoint.ts'

/** A file of 10 MB as base64 in JSON, and a little. */
const LARGE = { bodyLimit: 15 * 1024 * 1024 }

export function importRoutes(app: App) {
  serveMember(app, importEndpoints.previewClients, ({ tx, body }) => previewClients(tx, body.content), LARGE)
  serveMember(app, importEndpoints.importClients, ({ tx, actor, body }) => importClients(tx, actor, body), LARGE)
  serveMember(app, importEndpoints.previewVisits, ({ tx, actor, body }) => previewVisits(tx, actor, body.content), LARGE)
  serveMember(app, importEndpoints.importVisits, ({ tx, actor, body }) => importVisits(tx, actor, body), LARGE)
}
