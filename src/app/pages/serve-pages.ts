import type { App } from '#platform/server/http.ts'

/** The built web app and the server-rendered pages. */
export async function servePages(_app: App) {}
