import { useMemo } from 'react'
import type { Client } from '#features/records/clients/contract.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import { type Daylight, daylightOf } from '#features/visits/appointments/daylight.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { positionOf } from '#lib/position.ts'
import { useRows } from '#platform/web/use-rows.ts'

export type DaylightOf = (visit: KnownVisit) => Daylight | undefined

/** Returns the time of sunset at a visit, if the sun sets during it; the same function until a place changes. */
export function useDaylight(): DaylightOf {
  const yards = useRows<Yard>('yards')
  const clients = useRows<Client>('clients')
  return useMemo(() => {
    if (!yards || !clients) return () => undefined
    const [yardBy, clientBy] = [new Map(yards.map((yard) => [yard.id, yard])), new Map(clients.map((client) => [client.id, client]))]
    const others = [...yards, ...clients].flatMap((place) => positionOf(place) ?? [])
    const known = new WeakMap<KnownVisit, { is: Daylight | undefined }>()
    return (visit: KnownVisit) => {
      const found = known.get(visit) ?? {
        is: daylightOf(visit, { yard: yardBy.get(visit.yardId ?? ''), client: clientBy.get(visit.clientId ?? ''), others }),
      }
      known.set(visit, found)
      return found.is
    }
  }, [yards, clients])
}
