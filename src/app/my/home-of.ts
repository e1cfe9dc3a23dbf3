import { accessesOf } from '#app/my/acting.ts'
import type { HorseOnHome, NextVisit, PracticeOnHome } from '#app/my/home-view.ts'
import { whenAt } from '#app/my/yard-of.ts'
import { balanceOf } from '#features/ledger/accounts/server/balance-of.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { sharedWith } from '#features/records/guests/server/access-to-horse.ts'
import { listGuestYards } from '#features/records/guests/server/guest-yards.ts'
import { type GuestPractice, noteOpening } from '#features/records/guests/server/practice-of-guest.ts'
import {
  listGuestCards,
  listGuestClients,
  listGuestHorses,
  listGuestVisits,
  listTermsToAccept,
} from '#features/records/guests/server/reading.ts'
import { type DueForOwner, dueForOwner } from '#features/records/horses/due-for-owner.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { countUnread } from '#features/talk/messaging/server/for-client.ts'
import { standingOf } from '#features/visits/answers/server/answering.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { type Guest, type GuestTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'
import { inTimeOf } from '#platform/server/practice-time.ts'

/** One practice of the first page, if anything there is theirs; and whether they look after a horse there. */
export async function homeOf(app: App, eyes: Guest, practice: GuestPractice): Promise<{ shown?: PracticeOnHome; cares: boolean }> {
  const today = inTimeOf(practice.id, () => dayOf(currentTime(), practice.zone))
  const { read, cares } = await app.db.withGuest(eyes, (tx) => readHome(tx, today))
  if (!read) return { cares }
  const round = await app.queue.stopsOf(practice, read.clientIds)
  const next = practice.isLapsed ? undefined : comingOf(read.visits, round.stops)[0]
  return { shown: homeFrom(practice, { ...read, ...round, ...(await asPractice(app, eyes, { today, next })), today }), cares }
}

type Visits = Awaited<ReturnType<typeof listGuestVisits>>
type Read = NonNullable<Awaited<ReturnType<typeof readHome>>['read']> &
  Awaited<ReturnType<App['queue']['stopsOf']>> &
  Awaited<ReturnType<typeof asPractice>> & { today: Day }

/** What is shown of what was read. */
export function homeFrom(practice: Pick<GuestPractice, 'slug' | 'name' | 'zone'>, read: Omit<Read, 'clientIds'>): PracticeOnHome {
  const { today, horses, visits, prepLine, asked, photosAsked, cards, termsFor, unread, yards, stops, asAt, owedPence, standing } = read
  const [next, ...later] = comingOf(visits, stops)
  const isPast = (horse: (typeof horses)[number]) => !horse.isTheirs || isGone(horse, today)
  return {
    slug: practice.slug,
    name: practice.name,
    round: stops.length > 0 ? { stops, cards, asAt, zone: practice.zone, prepLine } : null,
    next: next ? { ...onHomeVisit(next), ...(standing !== undefined && { standing }) } : null,
    laterVisits: later.length,
    unread,
    termsFor,
    asked,
    photosAsked,
    horses: horses.filter((horse) => !isPast(horse)).map((horse) => onHome(horse, dueForOwner(horse, today))),
    past: horses.filter(isPast).map((horse) => onHome(horse, horse.isTheirs ? dueForOwner(horse, today) : MOVED_ON)),
    yards: yards.map(({ id, name: called, ...visit }) => ({ id, name: called, next: visit.visitId === null ? null : whenAt(visit) })),
    owedPence,
  }
}

/** The visits that are not in today's round. */
export function comingOf(visits: Visits, stops: readonly { id: string }[]): Visits {
  const inRound = new Set(stops.map(({ id }) => id))
  return visits.filter(({ id }) => !inRound.has(id))
}

/** The prep line; whether they look after a horse here too (a member looking as a client: no); how many requests to see a horse, and questions about photos, wait. */
const ABOUT: Prepared = {
  name: 'guest_home',
  text: 'select (select prep_line from settings limit 1) as "prepLine", guest_cares() as cares, guest_asked() as asked, guest_photos_asked() as "photosAsked"',
}

async function readHome(tx: GuestTx, today: Day) {
  // None waits for another: they travel together.
  const [clientIds, horses, visits, about, cards, termsFor, unread, yards] = await Promise.all([
    listGuestClients(tx),
    listGuestHorses(tx),
    listGuestVisits(tx, today),
    readIn(tx)<{ prepLine: string | null; cares: boolean; asked: number; photosAsked: number }>(ABOUT, []),
    listGuestCards(tx, today),
    listTermsToAccept(tx),
    countUnread(tx),
    listGuestYards(tx, today),
  ])
  const sharedBy = new Set(horses.flatMap((horse) => horse.sharedBy ?? []))
  const seen = [...clientIds, ...sharedBy]
  const { prepLine = null, cares = false, asked = 0, photosAsked = 0 } = about[0] ?? {}
  if (seen.length + yards.length === 0) return { cares }
  await Promise.all(seen.map((clientId) => noteOpening(tx, { clientId, what: 'home', subjectId: clientId })))
  return { cares, read: { clientIds, horses, visits, prepLine, asked, photosAsked, cards, termsFor, unread, yards } }
}

/** What a guest's own transaction does not read, read as the practice for their clients: bills, and answers to a visit. */
const asPractice = (app: App, eyes: Guest, { today, next }: { today: Day; next: Visits[number] | undefined }) =>
  app.db.withPractice(eyes.practiceId, async (tx) => {
    const accesses = await accessesOf(tx, eyes)
    const payers = accesses.filter((access) => guestMay(access, 'readMoney'))
    const balances = await Promise.all(payers.map(({ clientId }) => balanceOf(tx, clientId, today)))
    const shared = 'personId' in eyes ? await sharedWith(tx, eyes.personId) : []
    const answers =
      next &&
      (accesses.some((access) => access.clientId === next.clientId && guestMay(access, 'confirm')) ||
        shared.some((one) => next.horseIds.includes(one.horseId) && guestMay(one, 'confirm')))
    return {
      owedPence: payers.length === 0 ? null : balances.reduce((sum, pence) => sum + pence, 0),
      standing: answers ? await standingOf(tx, { visitId: next.id, clientId: next.clientId }) : undefined,
    }
  })

const onHomeVisit = ({ id, clientId, onDay, when, horses: names }: Visits[number]): NextVisit => ({
  id,
  clientId,
  onDay,
  when,
  horses: names,
})
const MOVED_ON: DueForOwner = { words: 'with somebody else now', tone: 'neutral' }
const onHome = ({ id, name }: { id: string; name: string }, due: DueForOwner): HorseOnHome => ({ id, name, due })
