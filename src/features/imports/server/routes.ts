import type { App } from '#platform/server/http.ts'

export function importRoutes(_app: App) {}
