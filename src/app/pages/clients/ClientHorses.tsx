import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayChangeRecords } from '#features/records/clients/rules.ts'
import { useClient } from '#features/records/clients/web/data.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { useHorsesByOwner } from '#features/records/horses/web/data.ts'
import { HorseRows } from '#features/records/horses/web/HorseRows.tsx'
import { canon } from '#lib/ids.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'

const HorseDialog = lazy(() => import('#features/records/horses/web/HorseDialog.tsx').then((module) => ({ default: module.HorseDialog })))

/** Spec §2 Clients, the Horses tab: a client's current horses, each leading to its record, and the button that adds one. */
export function ClientHorses({ clientId }: { clientId: string }) {
  const today = useToday()
  const mayChange = mayChangeRecords(useSession<CurrentUser>().user?.role)
  const horses = useHorsesByOwner()?.get(canon(clientId)) ?? []
  const payerClientId = useClient(clientId)?.payerClientId ?? undefined
  const [isAdding, setAdding] = useState(false)
  const here = horses.filter((horse) => !isGone(horse, today))
  const gone = horses.filter((horse) => isGone(horse, today))
  return (
    <div className="grid gap-4">
      <HorseRows title="Horses" horses={here} none="No horses yet." />
      {gone.length > 0 && <HorseRows title="Gone" horses={gone} none="" />}
      {mayChange && (
        <Button icon={Plus} onClick={() => setAdding(true)}>
          Add Horse
        </Button>
      )}
      {isAdding && (
        <Suspense>
          <HorseDialog presets={{ clientId, yardId: commonYard(here), payerClientId }} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** When all of a client's horses stand at one yard, so will the next. */
function commonYard(horses: readonly { yardId: string | null }[]): string | undefined {
  const [first, ...others] = new Set(horses.map((horse) => horse.yardId))
  return others.length === 0 ? (first ?? undefined) : undefined
}
