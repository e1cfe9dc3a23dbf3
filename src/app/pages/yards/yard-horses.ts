import type { HorseRow, HorseStatus } from '#features/records/horses/contract.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { byName } from '#lib/collate.ts'
import { addDays, type Day } from '#lib/dates.ts'

type YardHorse = Pick<HorseRow, 'id' | 'name' | 'yardId' | 'clientId' | 'nextDue' | 'goneOn'> & {
  status: HorseStatus
  client: { name: string } | null
}
/** Some of a yard's horses under one head. */
export type Group<H> = { title: string; horses: readonly H[] }

/** A fortnight is what a round is planned ahead. */
const SOON_DAYS = 14

/** The horses that stand at a yard now. */
export const horsesAt = <H extends YardHorse>(horses: readonly H[], yardId: string, today: Day): H[] =>
  horses.filter((horse) => horse.yardId === yardId && !isGone(horse, today))

/** By how soon they are due, the first due first: horses that can be done on one visit are together. */
export function byDueAt<H extends YardHorse>(horses: readonly H[], today: Day): Group<H>[] {
  const inOrder = horses.toSorted((a, b) => ((a.nextDue ?? '9999') < (b.nextDue ?? '9999') ? -1 : 1))
  const groups = Map.groupBy(inOrder, (horse) => whenDue(horse, today))
  return DUE.flatMap((title) => (groups.has(title) ? [{ title, horses: groups.get(title) ?? [] }] : []))
}

const DUE = ['Overdue', 'Due in two weeks', 'Due later', 'No date yet'] as const

function whenDue({ status, nextDue }: YardHorse, today: Day): (typeof DUE)[number] {
  if (status === 'none' || !nextDue) return 'No date yet'
  if (nextDue < today) return 'Overdue'
  return nextDue <= addDays(today, SOON_DAYS) ? 'Due in two weeks' : 'Due later'
}

/** By whose they are. */
export const byOwnerAt = <H extends YardHorse>(horses: readonly H[]): Group<H>[] =>
  [...Map.groupBy(horses, (horse) => horse.clientId).values()]
    .map((group) => ({ title: group[0]?.client?.name ?? 'Owner unknown', horses: group.toSorted(byName) }))
    .sort((a, b) => byName({ name: a.title }, { name: b.title }))
