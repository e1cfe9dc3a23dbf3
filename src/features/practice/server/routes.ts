import type { App } from '#platform/server/http.ts'

export function practiceRoutes(_app: App) {}
