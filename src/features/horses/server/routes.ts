import type { App } from '#platform/server/http.ts'

export function horseRoutes(_app: App) {}
