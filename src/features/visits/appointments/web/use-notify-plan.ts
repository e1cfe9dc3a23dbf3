import { useMemo } from 'react'
import type { CurrentUser, PracticeSettings } from '#features/core/practice/contract.ts'
import { sendingOf, settingsFrom } from '#features/core/practice/rules.ts'
import type { Client, SmsPreferences } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import {
  type Audience,
  type Circumstances,
  type NotifyPlan,
  notifyPlanOf,
  recipientIdsOf,
  whyNoReminder,
} from '#features/visits/appointments/notify-plan.ts'
import { whenOf } from '#features/visits/appointments/rules.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import type { SyncedName } from '#lib/synced.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { readRow, readRows, useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

export type NotifyPlanOf = (visit: KnownVisit, to: Pick<VisitRow, 'startTime' | 'endTime'>) => NotifyPlan

/** Returns the notify plan of moving this visit; undefined while its data loads. */
export function useNotifyPlan(visitId: string | undefined): NotifyPlanOf | undefined {
  const lines = useRows<VisitHorse>('visit_horses', { appointmentId: visitId ?? '' })
  const goneOn = useGoneOn()
  const audienceOf = useAudience()
  const today = useToday()
  return useMemo(() => {
    if (!lines || !audienceOf) return undefined
    return (visit, { startTime, endTime }) => {
      const after = { ...visit, ...whenOf(startTime, endTime, visit.zone) }
      return notifyPlanOf(visit, after, audienceOf(recipientIdsOf(after, lines, goneOn)), today)
    }
  }, [lines, goneOn, audienceOf, today])
}

/** The notify plan of a visit that is moved or cancelled, and the quiet hours, read now: also where the screen has not loaded them yet. */
export async function readNotifyPlan(visit: KnownVisit, { startTime, endTime }: Pick<VisitRow, 'startTime' | 'endTime'>) {
  const after = { ...visit, ...whenOf(startTime, endTime, visit.zone) }
  const [lines, settings] = await Promise.all([
    readRows<VisitHorse>('visit_horses', { appointmentId: visit.id }),
    readRows<PracticeSettings>('settings'),
  ])
  const horses = await readAll<HorseRow>('horses', uniqueOf(lines.map(({ horseId }) => horseId)))
  const ids = recipientIdsOf(after, lines, (horseId) => horses.find(({ id }) => id === horseId)?.goneOn)
  const owners = uniqueOf(ids)
  const [clients, preferences] = await Promise.all([
    readAll<Client>('clients', owners),
    Promise.all(owners.map((clientId) => readRows<SmsPreferences>('sms_preferences', { clientId }))),
  ])
  const plan = notifyPlanOf(visit, after, { clients, preferences: preferences.flat() }, dayOf(currentTime(), visit.zone))
  return { plan, quiet: sendingOf(settingsFrom(settings[0])) }
}

const uniqueOf = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
const readAll = async <T>(entity: SyncedName, ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => readRow<T>(entity, id)))).filter((row) => row !== undefined)

/** Whose visit it is: its client, then the owners of its horses; undefined while they load. */
export function useOwnersOf({ id, clientId, onDay }: Pick<VisitRow, 'id' | 'clientId' | 'onDay'>): readonly (string | null)[] | undefined {
  const lines = useRows<VisitHorse>('visit_horses', { appointmentId: id })
  const goneOn = useGoneOn()
  return useMemo(() => lines && recipientIdsOf({ id, clientId, onDay }, lines, goneOn), [lines, goneOn, id, clientId, onDay])
}

/** Why a visit's owners can't be reminded, in a few words; undefined: they can, or the device has not read it yet. */
export function useWhyNoReminder(visit: Pick<VisitRow, 'id' | 'clientId' | 'onDay'>): string | undefined {
  const ids = useOwnersOf(visit)
  const audienceOf = useAudience()
  return ids && audienceOf && whyNoReminder(audienceOf(ids).clients)
}

/** The day since which a horse is gone; undefined for one this device doesn't hold. */
function useGoneOn(): (horseId: string) => Day | null | undefined {
  const horses = useRows<HorseRow>('horses')
  return useMemo(() => {
    const gone = new Map(horses?.map((horse) => [horse.id, horse.goneOn]))
    return (horseId) => gone.get(horseId)
  }, [horses])
}

/** The clients of these ids, the first named first, with the notices they want; undefined while loading. */
export function useAudience(): ((ids: readonly (string | null)[]) => Audience) | undefined {
  const clients = useRows<Client>('clients')
  const preferences = useRows<SmsPreferences>('sms_preferences')
  return useMemo(() => {
    if (!clients || !preferences) return undefined
    return (ids) => {
      const wanted = new Set(ids)
      return { clients: clients.filter((client) => wanted.has(client.id)).sort((a) => (a.id === ids[0] ? -1 : 1)), preferences }
    }
  }, [clients, preferences])
}

/** Whether the server can be reached, whether texts leave at all, and when they wait for the morning. */
export function useCircumstances(): Circumstances {
  const reachable = useReachable()
  const isTestVersion = useSession<CurrentUser>().user?.isTestVersion ?? false
  const settings = useRows<PracticeSettings>('settings')
  return useMemo(
    () => ({ isOnline: reachable, isTestVersion, ...(settings && { quiet: sendingOf(settingsFrom(settings[0])) }) }),
    [reachable, isTestVersion, settings],
  )
}
