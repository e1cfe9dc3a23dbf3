import type { App } from '#platform/server/http.ts'

export function workRoutes(_app: App) {}
