import { myPage, type Paint } from '#app/my/painting.ts'
import type { VisitInList } from '#app/my/visits-view.ts'
import { type GuestVisit, listVisits } from '#features/records/guests/server/guest-visits.ts'
import { listYardVisits, type VisitOfYard } from '#features/records/guests/server/list-yard-visits.ts'
import { eyesOf, type GuestPractice, noteOpening, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { whenWords } from '#features/visits/answers/answer-page.ts'
import { capital } from '#lib/capital.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { fewAtOnce } from '#lib/few-at-once.ts'
import { can } from '#lib/plan.ts'
import type { Guest, GuestTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'

/** The visits of a guest, over all their practices: one read of the directory, and one transaction a practice. */
export function serveMyVisits(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  myPage(page, '/my/visits', async ({ request, reply, session }) => {
    const practices = await practicesOfGuest(app.db, session)
    const all = await fewAtOnce(practices, (practice) => visitsIn(app, eyesOf(session, practice), practice))
    const inOrder = (which: 'coming' | 'past', back: 1 | -1) =>
      all.flatMap((one) => one[which]).sort((a, b) => back * (a.startsAt.getTime() - b.startsAt.getTime()))
    const [coming, past] = [inOrder('coming', 1), inOrder('past', -1)]
    return paint(reply, {
      page: 'visits',
      hasCancelled: (request.query as Record<string, unknown>).said === 'cancelled',
      severalPractices: new Set([...coming, ...past].map(({ slug }) => slug)).size > 1,
      coming: coming.map(listed),
      past: past.map(listed),
    })
  })
}

/** `board`: the yard they manage, where they have no horse on the visit. */
type Placed = GuestVisit & Pick<GuestPractice, 'slug' | 'name'> & { board: string | null }

/** How far ahead the visits of a yard are listed; its board has them all. */
const YARD_DAYS_AHEAD = 120

const visitsIn = (app: App, eyes: Guest, practice: GuestPractice): Promise<{ coming: Placed[]; past: Placed[] }> =>
  app.db.withGuest(eyes, async (tx) => {
    const { slug, name, zone, tier } = practice
    const today = dayOf(currentTime(), zone)
    const { coming, past } = await listVisits(tx, today)
    const clients = new Set([...coming, ...past].flatMap(({ clientIds }) => clientIds))
    for (const clientId of clients) await noteOpening(tx, { clientId, what: 'home', subjectId: clientId })
    const placed = (visit: GuestVisit) => ({ ...visit, slug, name, board: null })
    const own = new Set(coming.map(({ id }) => id))
    const ofYards = can(tier, 'client-portal') ? await yardVisitsIn(tx, today) : []
    const atYards = ofYards.filter(({ id }) => !own.has(id)).map((visit) => ({ ...atYard(visit), slug, name }))
    return { coming: [...coming.map(placed), ...atYards], past: past.map(placed) }
  })

const yardVisitsIn = async (tx: GuestTx, today: Day): Promise<VisitOfYard[]> =>
  (await listYardVisits(tx, today, addDays(today, YARD_DAYS_AHEAD))).filter(({ status }) => status === 'booked')

const atYard = ({ yardId, callPeriod, ...visit }: VisitOfYard) => ({ ...visit, clientIds: [], period: callPeriod, board: yardId })

const listed = ({ id, slug, name, onDay, start, isCallOnly, period, horses, yard, status, board }: Placed): VisitInList => ({
  ...{ id, slug, practice: name, horses, yard, status },
  when: capital(whenWords({ onDay, localStart: start, isCallOnly, callPeriod: period })),
  board: board && `/my/at/${slug}/yards/${board}`,
})
