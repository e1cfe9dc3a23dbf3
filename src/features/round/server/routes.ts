import type { App } from '#platform/server/http.ts'

export function roundRoutes(_app: App) {}
