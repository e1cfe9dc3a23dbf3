import { signOutBy, whence } from '#features/core/practice/server/cookies.ts'
import { countedBy } from '#features/core/practice/server/counted.ts'
import { enterShell, makeShellCode } from '#features/core/practice/server/shell-codes.ts'
import { shellEndpoints } from '#features/core/practice/shells.ts'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMemberAside, servePublic, sessionOf } from '#platform/server/http/serve-endpoint.ts'
import { carriedToken } from '#platform/server/http/session-token.ts'

/** How the desktop and phone apps sign in: a press in a browser that is signed in makes a code, which the app exchanges for its own session. */
export function shellRoutes(app: App): void {
  const keys = { db: app.db, keyedHash: app.setup.keyedHash }
  const counted = countedBy(app)
  serveMemberAside(app, shellEndpoints.code, async ({ actor, body, request }) => {
    // Who got hold of one app's token makes no second way in with it.
    if (request.signedIn?.transport !== 'cookie') throw new AppError('only_in_browser')
    return makeShellCode(keys, actor, { ...body, sessionId: sessionOf(request) })
  })
  servePublic(
    app,
    shellEndpoints.enter,
    async ({ body, request }) => {
      const token = await counted.shell(request, () => enterShell(keys, body, whence(app, request).userAgent))
      const session = await app.sessions.read(token, 'bearer')
      if (!session) throw new AppError('dismissed')
      const { expiresAt, sessionId, personId, practiceId } = session
      return { token, expiresAt: expiresAt.toISOString(), sessionId, personId, practiceId }
    },
    { isForShells: true },
  )
  servePublic(app, shellEndpoints.leave, async ({ request }) => {
    const carried = carriedToken(request)
    if (carried) await signOutBy(app, carried)
  })
}
