import { GONE_REASONS } from '#features/records/horses/rules.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import type { KnownWork } from '#features/visits/work/web/data.ts'
import { type Day, dayOf } from '#lib/dates.ts'

/** Something that was so with a horse from a day on. */
export type Moment =
  | { kind: 'work'; day: Day; entry: KnownWork }
  | { kind: 'not-done'; day: Day; id: string; reason: string | null }
  | { kind: 'owner'; day: Day; clientId: string; isFirst: boolean }
  | { kind: 'pause'; day: Day; reason: string | null; untilOn: Day | null }
  | { kind: 'gone'; day: Day; what: string }

type Parts = {
  horse: Pick<KnownHorse, 'owners' | 'pauses' | 'goneOn' | 'goneReason'>
  work: readonly KnownWork[]
  lines: readonly VisitHorse[]
  zone: string
}

/** All that is on record of a horse, newest first; of one day work comes first. */
export function timelineOf({ horse, work, lines, zone }: Parts): Moment[] {
  const moments: Moment[] = [
    ...work.toReversed().map((entry): Moment => ({ kind: 'work', day: entry.workDate, entry })),
    ...lines.flatMap((line): Moment[] => notDone(line, zone)),
    ...horse.owners.map((owner, at): Moment => ({ kind: 'owner', day: owner.fromOn, clientId: owner.clientId, isFirst: at === 0 })),
    ...horse.pauses.map(({ fromOn, untilOn, reason }): Moment => ({ kind: 'pause', day: fromOn, reason, untilOn })),
    ...(horse.goneOn ? [goneMoment(horse.goneOn, horse.goneReason)] : []),
  ]
  return moments.toSorted((a, b) => (a.day === b.day ? weight(b) - weight(a) : a.day < b.day ? 1 : -1))
}

const notDone = ({ id, outcome, completedAt, reason }: VisitHorse, zone: string): Moment[] =>
  outcome === 'not_done' && completedAt ? [{ kind: 'not-done', day: dayOf(completedAt, zone), id, reason }] : []

const goneMoment = (day: Day, reason: KnownHorse['goneReason']): Moment => ({
  kind: 'gone',
  day,
  what: GONE_REASONS.find((one) => one.value === reason)?.label ?? 'No longer here',
})

const ORDER = ['owner', 'pause', 'not-done', 'work', 'gone']
const weight = (moment: Moment) => ORDER.indexOf(moment.kind)
