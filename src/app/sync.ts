import { syncRegistry } from '#platform/server/entity.ts'
import type { App } from '#platform/server/http/http.ts'
import { syncEvents } from '#platform/server/sync/events.ts'
import { syncEndpointRoutes } from '#platform/server/sync/routes.ts'

/** Everything a device keeps, and the service functions its changes go through. */
export function syncRoutes(app: App) {
  const registry = syncRegistry()
  app.decorate('synced', registry)
  syncEndpointRoutes(app, registry)
  syncEvents(app)
}
