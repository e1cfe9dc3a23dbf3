import type { HomeView } from '#app/my/home-view.ts'
import { myPage, type Paint } from '#app/my/painting.ts'
import { matchesOf } from '#features/records/guests/server/matches.ts'
import { listGuestHorses, listGuestVisits, listTermsToAccept } from '#features/records/guests/server/reading.ts'
import { eyesOf, type GuestPractice, practicesOfGuest } from '#features/records/guests/server/whose.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/** The portal's first page: one read of the directory, and one transaction a practice. */
export function serveMyHome(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  myPage(page, '/my', async ({ reply, session }) => {
    const practices = await practicesOfGuest(app.db, session)
    const shown = await Promise.all(practices.map((practice) => homeOf(app, session, practice)))
    const matches = (await matchesOf(app, session)).map(({ practiceId, name }) => ({ practiceId, name }))
    return paint(reply, { page: 'home', matches, practices: shown.filter((one) => one !== undefined) })
  })
}

const homeOf = (app: App, session: GuestSession, practice: GuestPractice): Promise<HomeView['practices'][number] | undefined> =>
  app.db.withGuest(eyesOf(session, practice), async (tx) => {
    const today = dayOf(currentTime(), practice.zone)
    const [horses, visits, termsFor] = await Promise.all([listGuestHorses(tx), listGuestVisits(tx, today), listTermsToAccept(tx)])
    if (horses.length + visits.length + termsFor.length === 0) return undefined
    return { slug: practice.slug, name: practice.name, horses, visits, termsFor }
  })
