import type { CareFilter, CareRow, CareView } from '#app/my/care-view.ts'
import { carerEyes, type GuestCare, listGuestCare } from '#features/records/guests/server/guest-care.ts'
import { type GuestPractice, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf, shortDay } from '#lib/dates.ts'
import { fewAtOnce } from '#lib/few-at-once.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import { inTimeOf } from '#platform/server/practice-time.ts'

/** From how many days before its end an access is shown as ending. */
const ENDING_DAYS = 14
const NO_YARD = 'No yard written down'

type Cared = GuestCare & { practice: GuestPractice; today: Day }

/** All horses that a person looks after, filtered and grouped as they chose: one statement a practice. */
export async function careOf({ db }: App, session: GuestSession, asked: CareFilter): Promise<CareView> {
  const practices = await practicesOfGuest(db, session)
  // A vet of forty practices leaves connections to others.
  const each = await fewAtOnce(practices, async (practice) => {
    const horses = await db.withGuest(carerEyes(session, practice), listGuestCare)
    const today = inTimeOf(practice.id, () => dayOf(currentTime(), practice.zone))
    return horses.map((horse): Cared => ({ ...horse, practice, today }))
  })
  const all = each.flat()
  return {
    page: 'care',
    all: all.length,
    withNews: all.filter(hasNews).length,
    asked,
    groups: grouped(all.filter((horse) => isAsked(horse, asked)).toSorted(byName), asked),
    hasOwn: each.some((horses) => horses.length === 0) || all.some(({ isClient }) => isClient),
  }
}

const hasNews = ({ lookedAt, news }: GuestCare) => lookedAt === null || news > 0

function isAsked(horse: Cared, { words, newOnly }: CareFilter): boolean {
  const text = plain(`${horse.name} ${horse.yard ?? ''} ${horse.practice.name}`)
  return (
    (!newOnly || hasNews(horse)) &&
    plain(words)
      .split(' ')
      .every((word) => text.includes(word))
  )
}

/** `Siân` is found by `sian`. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

const byName = (a: Cared, b: Cared) => a.name.localeCompare(b.name, 'en-GB') || (a.horseId < b.horseId ? -1 : 1)

/** Yards of one name are shown as one, regardless of whose they are: horses of several farriers stand there. */
function grouped(horses: readonly Cared[], { by }: CareFilter): CareView['groups'] {
  const groups = new Map<string, { name: string; horses: CareRow[] }>()
  for (const horse of horses) {
    const name = by === 'practice' ? horse.practice.name : (horse.yard ?? NO_YARD)
    const key = by === 'practice' ? horse.practice.id : plain(name)
    const group = groups.get(key) ?? { name, horses: [] }
    groups.set(key, group)
    group.horses.push(rowOf(horse, by))
  }
  const isLast = ({ name }: { name: string }) => Number(name === NO_YARD)
  return [...groups.values()].toSorted((a, b) => isLast(a) - isLast(b) || a.name.localeCompare(b.name, 'en-GB'))
}

function rowOf({ horseId, name, yard, practice, nextOn, untilAt, lookedAt, news, today }: Cared, by: CareFilter['by']): CareRow {
  const until = dayOf(untilAt, practice.zone)
  const where = by === 'practice' ? yard : practice.name
  return {
    ...{ slug: practice.slug, id: horseId, name, until, isEnding: until <= addDays(today, ENDING_DAYS) },
    detail: [where, nextOn && `next visit ${shortDay(nextOn)}`].filter(Boolean).join(', '),
    news: lookedAt === null ? 'Not opened yet' : news > 0 ? `${news} new` : null,
  }
}
