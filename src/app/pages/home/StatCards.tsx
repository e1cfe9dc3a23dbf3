import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useFigures } from '#app/pages/home/use-figures.ts'
import { Badge } from '#ui/Badge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

/** Spec §2 Dashboard: four stat cards, one line on a desktop, two by two on a phone. Each leads to what it counts. */
export function StatCards() {
  const figures = useFigures()
  const todo = figures ? figures.todayAppointments - figures.doneToday : 0
  return (
    <ul className="grid grid-cols-2 gap-2.5 md:gap-3.5 lg:grid-cols-4">
      <Stat label="Today's Appointments" value={figures?.todayAppointments} href="/round">
        {figures && figures.todayAppointments > 0 && `${figures.doneToday} done, ${todo} to go`}
      </Stat>
      <Stat label="Active Clients" value={figures?.activeClients} href="/clients" />
      <Stat label="Horses Managed" value={figures?.horsesManaged} href="/horses">
        {figures && figures.dueSoon > 0 && `${figures.dueSoon} due in the next week`}
      </Stat>
      <Stat label="Overdue Services" value={figures?.overdueServices} href="/horses">
        {figures && figures.overdueServices > 0 && (
          <Badge tone="late">{`of ${figures.overdueOwners} ${figures.overdueOwners === 1 ? 'owner' : 'owners'}`}</Badge>
        )}
      </Stat>
    </ul>
  )
}

type Props = { label: string; value: number | undefined; href: string; children?: ReactNode }

const Stat = ({ label, value, href, children }: Props) => (
  <li className="min-w-0">
    <Link
      href={href}
      className="grid h-full content-start rounded-lg border border-line bg-surface px-4 py-2 text-ink no-underline hover:bg-sunken"
    >
      <span className="text-14 text-ink-2">{label}</span>
      <span className="flex flex-wrap items-center gap-x-2.5">
        {value === undefined ? <Skeleton className="my-1.5 h-7 w-12" /> : <b className="text-30 tabular-nums">{value}</b>}
        <span className="text-14 text-ink-2">{children}</span>
      </span>
    </Link>
  </li>
)
