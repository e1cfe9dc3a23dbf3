import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#lib/errors.ts'
import { syncEndpoints } from '#lib/sync.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMemberStream } from '#platform/server/http/serve-endpoint.ts'
import { FRESH_MS } from '#platform/server/http/session.ts'
import { carriedToken } from '#platform/server/http/session-token.ts'
import { openChangeFeed } from '#platform/server/sync/change-feed.ts'

/** How often a stream sends a heartbeat and checks that its session is still valid. */
const BEAT_MS = 25_000
/** An ended session is refused this soon: by then no cached answer about it from before is reused. */
const LOOK_AGAIN_MS = FRESH_MS + 100
/** Tabs and half-dead connections of one person; the oldest makes room. */
const MOST_OF_A_PERSON = 8

/**
 * Notifies devices that something in their practice changed, so that they fetch it at once: `GET /api/sync/events`, a stream of server-sent
 * events without any data. It ends with its session, after the requested time, when the server stops, and when the database no longer sends
 * notifications. A device without a stream polls.
 */
export function syncEvents(app: App, beatMs: number = BEAT_MS) {
  const feed = openChangeFeed(app.db)
  const open = new Map<string, Set<Stream>>()
  serveMemberStream(app, syncEndpoints.events, async ({ actor, query, request }) => {
    if (!(await feed.isUp())) throw new AppError('not_ready')
    const stream = openStream({ until: query.seconds * 1000, beatMs, isSignedIn: () => isSignedIn(app, request) })
    const own = open.get(actor.personId) ?? new Set()
    open.set(actor.personId, own.add(stream))
    if (own.size > MOST_OF_A_PERSON) [...own][0]?.end()
    const unsubscribe = feed.subscribe(actor.practiceId, { onChange: stream.tell, onDown: stream.end })
    stream.onEnd(() => {
      unsubscribe()
      own.delete(stream)
      if (own.size === 0 && open.get(actor.personId) === own) open.delete(actor.personId)
    })
    return stream.body
  })
  app.addHook('preClose', async () => {
    for (const stream of [...open.values()].flatMap((own) => [...own])) stream.end()
    await feed.close()
  })
}

type Stream = ReturnType<typeof openStream>

function openStream({ until, beatMs, isSignedIn }: { until: number; beatMs: number; isSignedIn: () => Promise<boolean> }) {
  const body = new PassThrough()
  const end = () => void body.end()
  const write = (text: string) => void (body.writable && body.write(text))
  // Read by the browser, which reconnects automatically after this time.
  write('retry: 2000\n\n')
  const beat = setInterval(async () => {
    if (await isSignedIn()) write(': still here\nevent: beat\ndata:\n\n')
    else end()
  }, beatMs)
  let looking: NodeJS.Timeout | undefined
  // What changed may be that they were dismissed.
  const lookAgain = () => {
    looking ??= setTimeout(async () => {
      looking = undefined
      if (!(await isSignedIn())) end()
    }, LOOK_AGAIN_MS)
  }
  lookAgain()
  const last = setTimeout(end, until)
  body.on('close', () => {
    clearInterval(beat)
    clearTimeout(looking)
    clearTimeout(last)
  })
  return {
    body,
    end,
    tell() {
      write('event: changed\ndata:\n\n')
      lookAgain()
    },
    onEnd: (act: () => void) => void body.on('close', act),
  }
}

const isSignedIn = async (app: App, request: FastifyRequest): Promise<boolean> => {
  const carried = carriedToken(request)
  // A database that gives no answer ends no session; the feed detects that itself.
  return Boolean(carried && (await app.sessions.read(carried.token, carried.transport).catch(() => true)))
}
