import type { App } from '#platform/server/http.ts'

export function yardRoutes(_app: App) {}
