import type { Notice } from '#features/core/notices/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff, timeLabel } from '#features/visits/appointments/rules.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { type Day, dayOf, timeOf } from '#lib/dates.ts'

/** The kinds of things there were with a client, each a filter. */
export const KINDS = [
  { value: 'visit', label: 'Visits' },
  { value: 'work', label: 'Work' },
  { value: 'text', label: 'Texts' },
  { value: 'horse', label: 'Horses' },
] as const
export type Kind = (typeof KINDS)[number]['value']

/** One thing there was, or will be, with a client. */
export type Happening = {
  id: string
  kind: Kind
  onDay: Day
  /** Sorts within the day; empty where no time is known. */
  time: string
  title: string
  detail: string
  tone: 'to-come' | 'done' | 'off' | 'plain'
  href: string | null
}

/** What a device holds about one client. */
export type ClientRecords = {
  clientId: string
  visits: readonly VisitRow[]
  /** Their horses' lines on those visits. */
  lines: readonly VisitHorse[]
  /** Horses they own or owned. */
  horses: readonly HorseRow[]
  work: readonly WorkEntry[]
}

/** Everything with a client that the device knows, newest first: what is to come is on top. */
export function happeningsOf(records: ClientRecords): Happening[] {
  const names = new Map(records.horses.map((horse) => [horse.id, horse.name]))
  return [
    ...records.visits.map((visit) => visitHappening(visit, records.lines, names)),
    ...records.work.map((entry) => workHappening(entry, names)),
    ...records.horses.flatMap((horse) => ownerHappenings(horse, records.clientId)),
  ].sort(newestFirst)
}

/** The day of the first visit or work with them, of a history that is newest first; undefined: there was none yet. */
export const sinceOf = (history: readonly Happening[], today: Day): Day | undefined =>
  history.findLast(({ kind, tone, onDay }) => (kind === 'visit' || kind === 'work') && tone !== 'off' && onDay <= today)?.onDay

/** The texts the server knows, as happenings. */
export const textHappenings = (notices: readonly Notice[], zone: string, words: (notice: Notice) => string): Happening[] =>
  notices.map((notice) => ({
    id: notice.id,
    kind: 'text',
    onDay: dayOf(notice.createdAt, zone),
    time: timeOf(notice.createdAt, zone),
    title: words(notice),
    detail: notice.body,
    tone: notice.state === 'cancelled' || notice.state === 'failed' ? 'off' : 'plain',
    href: '/outbox',
  }))

/** Newest first; within a day the later hour. */
export const newestFirst = (a: Pick<Happening, 'onDay' | 'time'>, b: Pick<Happening, 'onDay' | 'time'>): number => {
  const [one, two] = [`${a.onDay} ${a.time}`, `${b.onDay} ${b.time}`]
  return one < two ? 1 : one > two ? -1 : 0
}

function visitHappening(visit: VisitRow, lines: readonly VisitHorse[], names: ReadonlyMap<string, string>): Happening {
  const here = lines.filter((line) => line.appointmentId === visit.id)
  const horses = here.flatMap((line) => (line.horseId && names.get(line.horseId)) || [])
  const reasons = [...new Set([visit.statusReason, ...here.map((line) => line.reason)].filter(Boolean))].join(', ')
  const what = STATUS[visit.status]
  return {
    id: visit.id,
    kind: 'visit',
    onDay: visit.onDay,
    time: visit.isCallOnly ? (visit.callPeriod === 'AM' ? '06:00' : '12:00') : visit.localStart,
    title: [what, visit.title || 'Visit'].filter(Boolean).join(': '),
    detail: [timeLabel(visit), horses.join(', '), reasons, visit.asWas?.location ?? visit.location].filter(Boolean).join(' · '),
    tone: isOff(visit) ? 'off' : visit.status === 'done' ? 'done' : 'to-come',
    href: `/calendar?view=day&date=${visit.onDay}`,
  }
}

const STATUS: Record<VisitRow['status'], string> = {
  pencilled: 'Pencilled',
  booked: '',
  done: '',
  cancelled: 'Cancelled',
  no_show: 'Nobody there',
}

const workHappening = (entry: WorkEntry, names: ReadonlyMap<string, string>): Happening => ({
  id: entry.id,
  kind: 'work',
  onDay: entry.workDate,
  time: '23:00',
  title: `${names.get(entry.horseId) ?? 'A horse'}: ${entry.serviceType}`,
  detail: [entry.description, entry.findings, entry.recommendations].filter(Boolean).join(' · '),
  tone: 'done',
  href: `/horses?horse=${entry.horseId}`,
})

function ownerHappenings(horse: HorseRow, clientId: string): Happening[] {
  return (horse.owners ?? [])
    .filter((owner) => owner.clientId === clientId)
    .flatMap(({ fromOn, toOn }) => {
      const base = { kind: 'horse' as const, time: '', detail: '', tone: 'plain' as const, href: `/horses?horse=${horse.id}` }
      const came = { ...base, id: `${horse.id} ${fromOn}`, onDay: fromOn, title: `${horse.name} became theirs` }
      return toOn ? [came, { ...base, id: `${horse.id} to ${toOn}`, onDay: toOn, title: `${horse.name} went to another owner` }] : [came]
    })
}
