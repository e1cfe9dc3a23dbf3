import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'
import { servePublic } from '#platform/server/http/serve-endpoint.ts'

const health = endpoint({
  method: 'GET',
  path: '/api/health',
  audience: 'public',
  summary: 'Alive: the process answers',
  response: z.object({ ok: z.boolean() }),
})

const ready = endpoint({
  method: 'GET',
  path: '/api/ready',
  audience: 'public',
  summary: 'Ready: the database answers too; 503 until then',
  response: z.object({ ok: z.boolean() }),
})

export function healthRoutes(app: App) {
  servePublic(app, health, async () => ({ ok: true }))
  servePublic(app, ready, async () => {
    if (!(await app.db.answersWithin(1000))) throw new AppError('not_ready')
    return { ok: true }
  })
}
