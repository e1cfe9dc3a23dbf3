import type { FastifyRequest } from 'fastify'
import type { QueueView } from '#features/day/round/contract.ts'
import { currentTime } from '#lib/clock.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { documentOf, HTML } from '#platform/server/pages/document.ts'
import { READING } from '#platform/server/pages/link-page.ts'

type Render = (view: QueueView) => string

/** Spec §2 Public stop queue. A first paint without the database is a skeleton that requests the data again automatically. */
export async function serveQueue(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: Render }>()
  app.get('/call-status', READING, async (request, reply) => {
    const view = await viewOf(app, request)
    const foot = view.token && view.stops ? await app.footOf(view.token) : ''
    return reply
      .type(HTML)
      .header('cache-control', 'no-cache')
      .send(queueDocument(files, render(view), view, foot))
  })
}

async function viewOf(app: App, request: FastifyRequest): Promise<QueueView> {
  const token = tokenIn(request)
  const now = { token, asAt: currentTime().toISOString() }
  if (!token) return { ...now, ...NOTHING, stops: [] }
  try {
    const { zone, ...page } = await app.queue.page(token)
    return { ...now, ...page, zone: zone ?? DEFAULT_ZONE }
  } catch (error) {
    request.log.error({ err: error, requestId: request.id }, 'queue page painted without its stops')
    return { ...now, ...NOTHING, stops: null }
  }
}

const DEFAULT_ZONE = 'Europe/London'
const NOTHING = { firstName: null, practiceName: null, phone: null, picture: null, prepLine: null, etag: null, zone: DEFAULT_ZONE }

/** `?client=` or `?appointment=`, as the link in the text has it. */
function tokenIn({ query }: FastifyRequest): string | null {
  const { client, appointment } = query as Record<string, unknown>
  const token = client || appointment
  return typeof token === 'string' && token.length <= 100 ? token : null
}

const queueDocument = (files: string, body: string, view: QueueView, foot: string) =>
  documentOf({
    title: 'Stop Queue Status',
    about: '<meta name="robots" content="noindex" />',
    files,
    body: `<div id="queue">${body}</div>
    <script type="application/json" id="queue-view">${JSON.stringify(view).replaceAll('<', '\\u003c')}</script>
    ${foot}`,
  })
