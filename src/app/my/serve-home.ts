import { homeOf } from '#app/my/home-of.ts'
import { myPage, type Paint } from '#app/my/painting.ts'
import { CARE } from '#app/my/serve-care.ts'
import { waitingFor } from '#features/records/guests/server/accepting.ts'
import { matchesOf } from '#features/records/guests/server/matches.ts'
import { eyesOf, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { provenHashes } from '#features/records/guests/server/proven-hashes.ts'
import { fewAtOnce } from '#lib/few-at-once.ts'
import type { App } from '#platform/server/http/http.ts'

/** The portal's first page: all that is theirs, practice by practice. */
export function serveMyHome(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  myPage(page, '/my', async ({ reply, session }) => {
    const [practices, proven] = await Promise.all([practicesOfGuest(app.db, session), provenHashes(app, session)])
    const [asked, waiting] = await Promise.all([matchesOf(app, session, proven), waitingFor(app, session, proven)])
    const homes = await fewAtOnce(practices, (practice) => homeOf(app, eyesOf(session, practice), practice))
    const shown = homes.flatMap((home) => home.shown ?? [])
    const cares = homes.some((home) => home.cares)
    const matches = asked.map(({ practiceId, name }) => ({ practiceId, name }))
    if (cares && shown.length + matches.length + waiting.length === 0) return reply.redirect(CARE, 303)
    return paint(reply, { page: 'home', matches, waiting, practices: shown, cares })
  })
}
