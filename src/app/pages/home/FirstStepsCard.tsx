import { CalendarPlus, Check, Import, type LucideIcon, UserPlus } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { Doing } from '#app/frame/find.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { addDays, addMonths } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Card } from '#ui/Card.tsx'
import { HorseshoeIcon } from '#ui/icons.tsx'
import { List, ListRow } from '#ui/List.tsx'

const DoneFromAnywhere = lazy(() => import('#app/frame/DoneFromAnywhere.tsx').then((m) => ({ default: m.DoneFromAnywhere })))

/** A practice with more than so many has begun. */
const FEW = 3

/** What a new practice does first, above everything else of Home; gone with the first visit. */
export function FirstStepsCard() {
  const clients = useRows<Client>('clients')
  const horses = useRows<HorseRow>('horses')
  const role = useSession<CurrentUser>().user?.role
  if (!clients || !horses || !may(role, 'changeRecords') || clients.length > FEW || horses.length > FEW) return null
  return <Steps hasClient={clients.length > 0} hasHorse={horses.length > 0} />
}

function Steps({ hasClient, hasHorse }: { hasClient: boolean; hasHorse: boolean }) {
  const today = useToday()
  const visits = useRows<VisitRow>('appointments', { from: addDays(today, -60), to: addMonths(today, 18) })
  const [doing, setDoing] = useState<Doing>()
  if (!visits || visits.length > 0) return null
  const mark = (isDone: boolean, icon: Icon) => (isDone ? Check : icon)
  return (
    <Card title="First steps" className="max-md:mb-4">
      <List ordered label="First steps">
        <ListRow
          lead={<Mark icon={mark(hasClient, UserPlus)} />}
          title={step('Add a client', hasClient)}
          detail="Whose horses do you shoe?"
          onClick={() => setDoing('client')}
        />
        <ListRow
          lead={<Mark icon={mark(hasHorse, HorseshoeIcon)} />}
          title={step('Add a horse', hasHorse)}
          detail="Give it a cycle, and it tells you when it's due."
          onClick={() => setDoing('horse')}
        />
        <ListRow
          lead={<Mark icon={CalendarPlus} />}
          title="Book the first visit"
          detail="It goes in the diary and on the round."
          onClick={() => setDoing('appointment')}
        />
        <ListRow lead={<Mark icon={Import} />} title="Import" detail="Clients, horses and a diary, from a file." href="/settings/import" />
      </List>
      {doing && (
        <Suspense>
          <DoneFromAnywhere doing={doing} onClose={() => setDoing(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}

type Icon = LucideIcon | ComponentType<{ size?: number; 'aria-hidden'?: boolean }>

const Mark = ({ icon: Sign }: { icon: Icon }) => (
  <span className="grid size-10 shrink-0 place-items-center rounded-full bg-ember-tint text-ember-ink">
    <Sign size={20} aria-hidden />
  </span>
)

const step = (words: string, isDone: boolean) => (isDone ? `${words}: done` : words)
