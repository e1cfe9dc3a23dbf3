import type { NewAppointment } from '#features/appointments/contract.ts'
import type { ImportChoice, ImportItem } from '#features/imports/contract.ts'
import { serviceTypeOf } from '#features/imports/rows.ts'
import { isWork, MONTHS_AHEAD, MONTHS_BACK, MOST_REPEATS_PROPOSED, type Subject, subjectMatcher } from '#features/imports/rules.ts'
import { type Entry, readCalendar } from '#features/imports/server/calendar.ts'
import { knownVisits, listHorseNames, listIdentities, listYardNames } from '#features/imports/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import { addMonths, type Day, dayAndYear, dayOf, instantOf, shortDay } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/db.ts'

/** One entry of a diary, or all times of one that repeats. */
type VisitItem = {
  key: string
  place: number
  subject: Subject
  proposed: ImportChoice
  /** As the file has them; those in `fresh` were not brought in before. */
  all: Time[]
  fresh: Time[]
}
type Time = Entry & { id: string }
export type VisitPlan = { visits: VisitItem[]; notes: string[]; unreadable: string[] }

/** What a calendar file would add to the diary, a year back and ahead of today. @throws unreadable_file */
export async function planVisits(tx: PracticeTx, actor: Actor, text: string, today = dayOf(currentTime(), actor.zone)): Promise<VisitPlan> {
  const window = { fromDay: addMonths(today, -MONTHS_BACK), toDay: addMonths(today, MONTHS_AHEAD) }
  const calendar = readCalendar(text, { ...window, zone: actor.zone })
  const subjectOf = subjectMatcher({
    clients: await listIdentities(tx),
    horses: await listHorseNames(tx),
    yards: await listYardNames(tx),
  })
  // The id comes of what the entry is, so the same entry meets itself when the file is brought in again.
  const entries = calendar.entries.map((entry) => ({ ...entry, id: uuidOf('ics', actor.practiceId, entry.key) }))
  const known = await knownVisits(
    tx,
    entries.map(({ id }) => id),
  )
  const groups = Map.groupBy(entries, (entry) => entry.series ?? entry.id)
  const visits = [...groups.values()].map((times, place) => visitItem(times, place, { subjectOf, known }))
  return { visits, notes: notesOn(calendar, window), unreadable: calendar.unreadable }
}

type Knowing = { subjectOf: ReturnType<typeof subjectMatcher>; known: ReadonlySet<string> }

function visitItem(all: Time[], place: number, { subjectOf, known }: Knowing): VisitItem {
  const [first] = all
  const subject = first ? subjectOf(first) : { client: undefined, horses: [], yard: undefined }
  const fresh = all.filter(({ id }) => !known.has(id))
  const isOut = fresh.length === 0 || all.length > MOST_REPEATS_PROPOSED
  return { key: `v${place}`, place: place + 1, subject, proposed: isOut ? 'skip' : hasSubject(subject) ? 'join' : 'add', all, fresh }
}

const hasSubject = ({ client, horses, yard }: Subject) => client !== undefined || horses.length > 0 || yard !== undefined

function notesOn(calendar: { outsideWindow: number; cancelled: number }, { fromDay, toDay }: { fromDay: Day; toDay: Day }): string[] {
  const { outsideWindow, cancelled } = calendar
  return [
    `${dayAndYear(fromDay)} to ${dayAndYear(toDay)} is read.`,
    outsideWindow > 0 ? 'Entries before or after that are left out.' : '',
    cancelled > 0 ? `${cancelled} cancelled ${cancelled === 1 ? 'entry is' : 'entries are'} left out.` : '',
  ].filter(Boolean)
}

/** The plan as a person looks at it. */
export const visitItemsOf = ({ visits }: VisitPlan): ImportItem[] =>
  visits.map(({ key, place, all, fresh, subject, proposed }) => ({
    key,
    entity: 'visits',
    row: place,
    title: all[0]?.title ?? 'Diary entry',
    details: detailsOf(fresh.length > 0 ? fresh : all),
    warnings: all.length > MOST_REPEATS_PROPOSED ? [`This repeats ${all.length} times, so it is proposed to be left out.`] : [],
    match: matchOf(subject),
    proposed,
    count: Math.max(1, fresh.length),
    isAlreadyHere: fresh.length === 0,
  }))

function matchOf({ client, horses, yard }: Subject): ImportItem['match'] {
  const name = [horses.map((horse) => horse.name).join(', '), client?.name, yard?.name].filter(Boolean).join(' · ')
  return name === '' ? null : { id: client?.id ?? horses[0]?.id ?? yard?.id ?? null, name, because: 'title' }
}

function detailsOf(times: Time[]): string[] {
  const [first] = times
  const last = times.at(-1)
  if (!first || !last) return []
  const hours = first.isAllDay ? 'all day' : `${first.localStart} to ${first.localEnd}`
  const day = ({ onDay }: Entry) => `${shortDay(onDay)} ${onDay.slice(0, 4)}`
  const when = times.length === 1 ? `${day(first)}, ${hours}` : `${times.length} times from ${day(first)} to ${day(last)}, ${hours}`
  return [when, first.location ?? ''].filter(Boolean)
}

/** What single entry would be given for it: whole days of a client or a horse are stops without a time. */
export function bookingOf(entry: Entry, subject: Subject | null, zone: string): NewAppointment {
  const { title, location, notes, onDay } = entry
  const horses = subject?.horses ?? []
  const isStop = entry.isAllDay && (subject?.client !== undefined || horses.length > 0)
  const plannedWork = isWork(title) ? serviceTypeOf(title) : null
  const when = isStop
    ? { onDay, isCallOnly: true, callPeriod: /\bpm\b|afternoon/i.test(title) ? ('PM' as const) : ('AM' as const) }
    : {
        startTime: instantOf(onDay, entry.localStart, zone).toISOString(),
        endTime: instantOf(onDay, entry.localEnd, zone).toISOString(),
      }
  return {
    title,
    ...when,
    clientId: subject?.client?.id ?? (horses.length > 0 ? undefined : null),
    yardId: subject?.yard?.id ?? (horses.length > 0 ? undefined : null),
    ...(horses.length > 0 ? { horses: horses.map(({ id }) => ({ horseId: id, plannedWork })) } : {}),
    ...(location === null && subject ? {} : { location }),
    notes,
  }
}
