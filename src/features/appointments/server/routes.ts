import type { App } from '#platform/server/http.ts'

export function appointmentRoutes(_app: App) {}
