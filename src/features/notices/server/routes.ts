import type { App } from '#platform/server/http.ts'

export function noticeRoutes(_app: App) {}
