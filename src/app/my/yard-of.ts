import { wordsOf } from '#app/my/words-of.ts'
import type { YardView } from '#app/my/yard-view.ts'
import { guestYard, guestYardVisits, type YardVisit } from '#features/records/guests/server/guest-yards.ts'
import { type GuestPractice, noteOpening } from '#features/records/guests/server/practice-of-guest.ts'
import { whenWords } from '#features/visits/answers/answer-page.ts'
import { capital } from '#lib/capital.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { can } from '#lib/plan.ts'
import type { Guest } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'
import { inTimeOf } from '#platform/server/practice-time.ts'

/** A yard they manage, in a fixed number of statements for any number of horses. @throws yard_not_found when it is none of theirs */
export async function yardOf(
  app: App,
  eyes: Guest,
  practice: GuestPractice,
  id: string,
): Promise<Omit<YardView, 'hasSaid' | 'typed' | 'fault'>> {
  const { slug, zone, isLapsed } = practice
  const isClosed = !can(practice.tier, 'client-portal')
  const today = inTimeOf(practice.id, () => dayOf(currentTime(), zone))
  const { yard, visits, said } = await app.db.withGuest(eyes, async (tx) => {
    const [found, coming, said] = await Promise.all([
      guestYard(tx, id),
      isClosed ? [] : guestYardVisits(tx, id, today),
      wordsOf(tx, { yardId: id }, zone),
      noteOpening(tx, { clientId: null, what: 'yard', subjectId: id }),
    ])
    if (!found) throw new AppError('yard_not_found')
    return { yard: found, visits: coming, said }
  })
  const { stops, asAt } = await app.queue.placesOf(
    practice,
    visits.filter(({ onDay }) => onDay === today).map((visit) => visit.id),
  )
  const done = new Set(stops.filter(({ isCallComplete }) => isCallComplete).map((stop) => stop.id))
  return {
    page: 'yard',
    ...{ slug, practiceName: practice.name, id, name: yard.name, prepLine: yard.prepLine, isClosed, isLapsed, asAt, zone, said },
    stops: stops.map((stop) => ({ ...stop, title: yard.name })),
    visits: visits.map((visit) => ({ id: visit.id, when: whenAt(visit), isDone: done.has(visit.id), horses: visit.horses })),
  }
}

/** `Thursday 26 November at 09:00`, `Friday 4 December in the morning`. */
export const whenAt = ({ onDay, isCallOnly, period, start }: Omit<YardVisit, 'id' | 'horses'>): string =>
  capital(whenWords({ onDay, isCallOnly, callPeriod: period ?? 'AM', localStart: start ?? '' }))
