import { horseOf } from '#app/my/horse-of.ts'
import { myPage, type Paint } from '#app/my/painting.ts'
import { at, practiceAt } from '#app/my/practice-at.ts'
import { eyesOf } from '#features/records/guests/server/practice-of-guest.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'

/** A horse of theirs in one practice. */
export function serveMyHorse(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  myPage(page, '/my/at/:slug/horses/:id', async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    return paint(reply, await horseOf(app, eyesOf(session, practice), practice, idOf(at(request).id, 'horse_not_found')))
  })
}
