import type { FastifyRequest } from 'fastify'
import { NO_COPY } from '#app/my/copy-names.ts'
import { lookedAs } from '#features/records/guests/server/looking-as.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import { isDemoTime } from '#platform/server/practice-time.ts'

const sessions = new WeakMap<FastifyRequest, GuestSession>()

/** Remembers for whom a request is answered. */
export const noteSession = (request: FastifyRequest, session: GuestSession): void => void sessions.set(request, session)

/** Pages that are shown while no one is signed in, or no one is any more. */
const SIGNED_OUT: ReadonlySet<string> = new Set(['sign-in', 'closed'])

/**
 * Whose copy an answer may go into; `none` where nothing is kept: no one is signed in, on a shared computer, and in the demo, whose day
 * is another. Undefined: it is not about the person signed in here, or a member looks as a client does.
 */
export function copyTag(request: FastifyRequest, page?: string): string | undefined {
  if (page && SIGNED_OUT.has(page)) return NO_COPY
  const session = sessions.get(request)
  if (!session || lookedAs()) return undefined
  if (session.isShared || isDemoTime(session.onlyPractice ?? '')) return NO_COPY
  const { setup } = request.server as App
  return setup.keyedHash(`copy ${session.personId}`).toString('base64url').slice(0, 22)
}
