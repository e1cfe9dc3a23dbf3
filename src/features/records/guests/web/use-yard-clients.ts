import { memoLast } from '#lib/memo-last.ts'
import { useRows } from '#platform/web/use-rows.ts'

type Horse = { id: string; clientId: string; yardId: string | null; goneOn: string | null }
type Yard = { id: string; name: string }
/** A yard with the clients who keep a horse there. */
export type YardClients = Yard & { clientIds: ReadonlySet<string> }

/** The yards with clients' horses, by name. */
export const useYardClients = (): readonly YardClients[] => listed(useRows<Yard>('yards') ?? NONE, useRows<Horse>('horses') ?? NO_HORSES)

const NONE: readonly Yard[] = []
const NO_HORSES: readonly Horse[] = []
const listed = memoLast((yards: readonly Yard[], horses: readonly Horse[]): readonly YardClients[] => {
  const at = Map.groupBy(
    horses.filter(({ goneOn }) => goneOn === null),
    ({ yardId }) => yardId,
  )
  return yards
    .flatMap(({ id, name }) => {
      const there = at.get(id)
      return there ? [{ id, name, clientIds: new Set(there.map(({ clientId }) => clientId)) }] : []
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
})
