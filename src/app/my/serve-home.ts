import { homeOf } from '#app/my/home-of.ts'
import { myPage, type Paint } from '#app/my/painting.ts'
import { matchesOf } from '#features/records/guests/server/matches.ts'
import { eyesOf, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import type { App } from '#platform/server/http/http.ts'

/** The portal's first page: all that is theirs, practice by practice. */
export function serveMyHome(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  myPage(page, '/my', async ({ reply, session }) => {
    const [practices, asked] = await Promise.all([practicesOfGuest(app.db, session), matchesOf(app, session)])
    const shown = await Promise.all(practices.map((practice) => homeOf(app, eyesOf(session, practice), practice)))
    const matches = asked.map(({ practiceId, name }) => ({ practiceId, name }))
    return paint(reply, { page: 'home', matches, practices: shown.filter((one) => one !== undefined) })
  })
}
