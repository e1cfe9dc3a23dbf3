import { useCallback, useMemo } from 'react'
import type { CurrentUser, Member, PracticeSettings } from '#features/core/practice/contract.ts'
import { settingsFrom } from '#features/core/practice/rules.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import type { Placed, WorkingLife } from '#features/visits/appointments/availability.ts'
import { type Busy, busyFrom } from '#features/visits/appointments/busy.ts'
import type { BusyBlock, TimeOff, VisitRow } from '#features/visits/appointments/contract.ts'
import type { Day } from '#lib/dates.ts'
import { type LatLng, positionOf } from '#lib/position.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** Until a member is known on this device. */
const NO_PERSON = { memberId: '', nation: 'england', zone: 'Europe/London' } as const

/** Whose diary this device keeps, and in which zone and nation. */
export function useDiaryOwner(): { memberId: string; nation: CurrentUser['practice']['nation']; zone: string } {
  const user = useSession<CurrentUser>().user
  return user ? { memberId: user.memberId, nation: user.practice.nation, zone: user.practice.zone } : NO_PERSON
}

/** When members are busy by calendars of theirs; undefined while loading. */
export function useBusy(): readonly Busy[] | undefined {
  const blocks = useRows<BusyBlock>('busy_blocks')
  const { zone } = useDiaryOwner()
  return useMemo(() => blocks?.map((block) => busyFrom(block, zone)), [blocks, zone])
}

/** Returns when a member works; undefined while loading. */
export function useWorkingLives(): ((memberId: string) => WorkingLife) | undefined {
  const settings = useRows<PracticeSettings>('settings')
  const timeOff = useRows<TimeOff>('time_off')
  const busy = useBusy()
  const members = useRows<Member>('members')
  const owner = useDiaryOwner()
  return useMemo(() => {
    if (!settings || !timeOff || !busy || !members) return undefined
    const { workingHours, travelBufferMinutes } = settingsFrom(settings[0])
    return (memberId) => ({
      memberId,
      who: memberId === owner.memberId ? undefined : members.find((member) => member.id === memberId)?.name,
      hours: workingHours,
      timeOff,
      busy,
      nation: owner.nation,
      bufferMinutes: travelBufferMinutes,
    })
  }, [settings, timeOff, busy, members, owner.memberId, owner.nation])
}

/** Where a yard or client is: the yard first. */
export function usePositions(): (where: Pick<VisitRow, 'yardId' | 'clientId'>) => LatLng | null {
  const yards = useRows<Yard>('yards')
  const clients = useRows<Client>('clients')
  return useCallback(
    ({ yardId, clientId }) =>
      positionOf(yardId ? yards?.find((yard) => yard.id === yardId) : null) ??
      (yardId ? null : positionOf(clients?.find((client) => client.id === clientId))),
    [yards, clients],
  )
}

/** The visits of a span of days, both ends in, with where they are; undefined while they load. */
export function usePlacedBetween(from: Day, to: Day): readonly Placed[] | undefined {
  const visits = useRows<VisitRow>('appointments', { from, to })
  const positionFor = usePositions()
  return useMemo(() => visits?.map((visit) => ({ ...visit, position: positionFor(visit) })), [visits, positionFor])
}
