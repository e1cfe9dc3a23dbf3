import { useHorsesByOwner } from '#features/horses/web/data.ts'
import { HorseRows } from '#features/horses/web/HorseRows.tsx'

/** A client's horses, each leading to its record. */
export const ClientHorsesPanel = ({ clientId }: { clientId: string }) => (
  <HorseRows title="Horses" horses={useHorsesByOwner()?.get(clientId)} none="No horses of this client yet. Add one on the Horses screen." />
)
