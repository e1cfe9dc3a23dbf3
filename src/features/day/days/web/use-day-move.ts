import { useMemo } from 'react'
import type { CurrentUser, PracticeSettings } from '#features/core/practice/contract.ts'
import { settingsFrom } from '#features/core/practice/rules.ts'
import { type Hearer, movableOn, type Preview, previewTexts, type Target } from '#features/day/days/day-move.ts'
import { greetingNameOf, phoneOf } from '#features/records/clients/rules.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { useAudience } from '#features/visits/appointments/web/use-notify-plan.ts'
import { usePositions } from '#features/visits/appointments/web/use-working-life.ts'
import type { Day } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** A visit this device holds, with where it is. */
export type MovableVisit = Kept<VisitRow> & Target['visit']

/** The visits of a day that can be moved, in their order; undefined while loading. */
export function useMovable(day: Day, memberId: string | null): readonly { visit: MovableVisit; isChosen: boolean }[] | undefined {
  const visits = useRows<VisitRow>('appointments', { day })
  const positionFor = usePositions()
  const today = useToday()
  return useMemo(
    () =>
      visits &&
      movableOn(
        visits.map((visit) => ({ ...visit, position: positionFor(visit) })),
        memberId,
        today,
      ),
    [visits, positionFor, memberId, today],
  )
}

/** Every text that a move would send, exactly as it would go; undefined while its data loads. */
export function usePreviews(targets: readonly Target[]): readonly Preview[] | undefined {
  const lines = useRows<VisitHorse>('visit_horses')
  const horses = useRows<HorseRow>('horses')
  const settings = useRows<PracticeSettings>('settings')
  const audienceOf = useAudience()
  const practice = useSession<CurrentUser>().user?.practice
  return useMemo(() => {
    if (!lines || !horses || !settings || !audienceOf) return undefined
    const names = new Map(horses.map((horse) => [horse.id, horse.name]))
    const onVisit = Map.groupBy(lines, (line) => line.appointmentId)
    const hearersOf = (visit: VisitRow): Hearer[] => {
      const { clients, preferences } = audienceOf([visit.clientId, ...(onVisit.get(visit.id) ?? []).map((line) => line.clientId)])
      return clients.map((client) => ({
        clientId: client.id,
        name: client.name,
        firstName: greetingNameOf(client),
        phoneE164: phoneOf(client),
        email: client.email,
        preferredChannel: client.preferredChannel,
        stoppedAt: client.stoppedAt ? new Date(client.stoppedAt) : null,
        isActive: client.isActive,
        wantsUpdates: preferences.find((one) => one.clientId === client.id)?.enableUpdates !== false,
      }))
    }
    return previewTexts(targets, {
      practice: { name: practice?.name ?? '', zone: practice?.zone ?? 'Europe/London' },
      settings: settingsFrom(settings[0]),
      hearersOf,
      horsesOf: (visit) => (onVisit.get(visit.id) ?? []).map((line) => ({ ...line, name: names.get(line.horseId ?? '') ?? '' })),
    })
  }, [lines, horses, settings, audienceOf, practice, targets])
}
