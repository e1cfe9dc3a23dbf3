import type { ImportChoice, ImportItem } from '#features/office/imports/contract.ts'
import { serviceTypeOf } from '#features/office/imports/rows.ts'
import { isWork, MOST_REPEATS_PROPOSED, type Subject } from '#features/office/imports/rules.ts'
import type { Entry } from '#features/office/imports/server/calendar.ts'
import type { NewAppointment } from '#features/visits/appointments/contract.ts'
import { instantOf, shortDay } from '#lib/dates.ts'

/** One entry of a diary, or all times of one that repeats, as the file has them. */
type FoundVisit = { key: string; place: number; subject: Subject; all: Time[] }
type Time = Entry & { id: string }
export type FoundVisits = { visits: FoundVisit[]; notes: string[]; unreadable: string[] }
/** `fresh`: the entries not imported before. */
type VisitItem = FoundVisit & { proposed: ImportChoice; fresh: Time[] }
export type VisitPlan = { visits: VisitItem[]; notes: string[]; unreadable: string[] }

/** What to do with them, given the ids already in the diary, removed ones included. */
export function planVisits({ visits, ...rest }: FoundVisits, known: ReadonlySet<string>): VisitPlan {
  const items = visits.map((visit): VisitItem => {
    const fresh = visit.all.filter(({ id }) => !known.has(id))
    const isOut = fresh.length === 0 || visit.all.length > MOST_REPEATS_PROPOSED
    return { ...visit, fresh, proposed: isOut ? 'skip' : hasSubject(visit.subject) ? 'join' : 'add' }
  })
  return { visits: items, ...rest }
}

const hasSubject = ({ client, horses, yard }: Subject) => client !== undefined || horses.length > 0 || yard !== undefined

/** The plan as items for the screen. */
export const visitItemsOf = ({ visits }: VisitPlan): ImportItem[] =>
  visits.map(({ key, place, all, fresh, subject, proposed }) => ({
    key,
    entity: 'visits',
    row: place,
    title: all[0]?.about.title ?? 'Diary entry',
    details: detailsOf(fresh.length > 0 ? fresh : all),
    warnings: all.length > MOST_REPEATS_PROPOSED ? [`This repeats ${all.length} times, so we suggest leaving it out.`] : [],
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
  return [when, first.about.location ?? ''].filter(Boolean)
}

/** The booking single entry would make of it: a client's or horse's all-day entry is a stop without a time. */
export function bookingOf(entry: Entry, subject: Subject | null, zone: string): NewAppointment {
  const { onDay } = entry
  const { title, location, notes } = entry.about
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
