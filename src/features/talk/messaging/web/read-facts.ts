import type { Client } from '#features/records/clients/contract.ts'
import { greetingNameOf } from '#features/records/clients/rules.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { isGone } from '#features/records/horses/rules.ts'
import type { TemplateFacts, TemplateVisit, TemplateWork } from '#features/talk/messaging/web/templates.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { addMonths, type Day } from '#lib/dates.ts'
import { readRows } from '#platform/web/use-rows.ts'

/** How many months ahead visits are read; no one books further. */
const MONTHS_AHEAD = 18

/** A client's facts on this device: visits to come, the last work, what falls due. */
export async function readFacts(client: Client, today: Day): Promise<TemplateFacts> {
  const [coming, lines, all] = await Promise.all([
    readRows<VisitRow>('appointments', { from: today, to: addMonths(today, MONTHS_AHEAD) }),
    readRows<VisitHorse>('visit_horses', { clientId: client.id }),
    readRows<HorseRow>('horses', { clientId: client.id }),
  ])
  const horses = all.filter((horse) => !isGone(horse, today))
  const visits = visitsOf(client.id, coming, lines, new Map(all.map(({ id, name }) => [id, name])))
  const work = (await Promise.all(horses.map((horse) => readRows<WorkEntry>('work_entries', { horseId: horse.id })))).flat()
  const booked = new Set(visits.flatMap(({ horseIds }) => horseIds))
  return {
    ...{ firstName: greetingNameOf(client), today, visits },
    work: lastWork(work, horses),
    due: horses
      .flatMap(({ id, name, nextDue }) => (nextDue && !booked.has(id) ? [{ name, nextDue }] : []))
      .sort((a, b) => (a.nextDue < b.nextDue ? -1 : 1)),
  }
}

/** The client's own visits, and others' visits that list a horse of theirs and notify them; only their own horses are named. */
function visitsOf(clientId: string, coming: readonly VisitRow[], lines: readonly VisitHorse[], names: ReadonlyMap<string, string>) {
  const linesOf = Map.groupBy(lines, ({ appointmentId }) => appointmentId)
  return coming
    .filter(({ id, clientId: owner, status }) => status === 'booked' && (owner === clientId || linesOf.has(id)))
    .sort((a, b) => (a.startTime < b.startTime ? -1 : 1))
    .map((visit): TemplateVisit & { horseIds: string[] } => {
      const own = (linesOf.get(visit.id) ?? []).filter(({ outcome }) => outcome === null)
      const horseIds = own.flatMap(({ horseId }) => horseId ?? [])
      return {
        ...{ id: visit.id, day: visit.onDay, horseIds },
        time: visit.isCallOnly ? null : visit.localStart,
        period: visit.isCallOnly ? visit.callPeriod : visit.localStart < '12:00' ? 'AM' : 'PM',
        horses: horseIds.flatMap((id) => names.get(id) ?? []),
        work: own[0]?.plannedWork ?? null,
      }
    })
}

function lastWork(work: readonly WorkEntry[], horses: readonly HorseRow[]): TemplateWork | null {
  const day = work
    .map(({ workDate }) => workDate)
    .sort()
    .at(-1)
  if (!day) return null
  const done = work.filter(({ workDate }) => workDate === day)
  return {
    day,
    horses: horses.flatMap(({ id, name, nextDue }) =>
      done
        .filter(({ horseId }) => horseId === id)
        .map((entry) => ({ name, work: entry.serviceType, advice: entry.recommendations, nextDue: nextDue ?? null })),
    ),
  }
}
