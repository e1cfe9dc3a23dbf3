import { CalendarDays, ChevronRight, Import, type LucideIcon, MessageSquare, PoundSterling } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { forgetBooked } from '#app/pages/welcome/booked-first.ts'
import { WeekStrip } from '#app/pages/welcome/WeekStrip.tsx'
import { type Shown, useDiary } from '#features/day/diary/web/use-diary.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { addDays, mondayOf, shortDay } from '#lib/dates.ts'
import { useRow } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'

type Props = { visitId: string; then: string }

/** The visit that was just booked, in its week, and what to do next. It reads the device's copy alone, so it is there without a signal. */
export function Booked({ visitId, then }: Props) {
  const visit = useRow<VisitRow>('appointments', visitId)
  if (visit === undefined) return <div aria-busy className="min-h-[60dvh]" />
  return visit ? <InItsWeek visit={visit} then={then} /> : <Gone then={then} />
}

function InItsWeek({ visit, then }: { visit: KnownVisit; then: string }) {
  const [, navigate] = useLocation()
  const monday = mondayOf(visit.onDay)
  const diary = useDiary(monday, addDays(monday, 6))
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => head.current?.focus({ preventScroll: true }), [])
  const mine = diary?.get(visit.onDay)?.shown.find((one) => one.visit.id === visit.id)
  const leave = () => {
    forgetBooked()
    navigate(then === '/' ? `/calendar?date=${visit.onDay}&visit=${visit.id}` : then)
  }
  return (
    <>
      <div ref={head} tabIndex={-1} className="outline-none">
        <PageHeader title={`Booked: ${shortDay(visit.onDay)}, ${visit.localStart}`} subtitle={mine && subtitleOf(mine)} />
      </div>
      <Card title="That week">{diary && <WeekStrip monday={monday} diary={diary} ringedId={visit.id} />}</Card>
      <Button variant="primary" icon={CalendarDays} block onClick={leave}>
        {then === '/' ? 'Open the calendar' : 'Carry on'}
      </Button>
      <Card title="Next, when you have a minute">
        <List label="Next steps">
          {STEPS.map(({ icon: Icon, ...step }) => (
            <ListRow
              key={step.href}
              {...step}
              lead={<Icon size={24} aria-hidden className="shrink-0 text-ember" />}
              aside={<ChevronRight size={20} aria-hidden className="shrink-0 text-ink-2" />}
            />
          ))}
        </List>
      </Card>
    </>
  )
}

const subtitleOf = ({ title, clientName }: Shown) => [title, clientName].filter(Boolean).join(' · ')

type Step = { icon: LucideIcon; title: string; detail: string; href: string }

const STEPS: readonly Step[] = [
  { icon: Import, title: 'Import', detail: 'Clients, horses and your diary, from a file or your phone', href: '/settings/import' },
  { icon: PoundSterling, title: 'Prices', detail: 'Standard rates are filled in. Change them to yours', href: '/settings/prices' },
  { icon: MessageSquare, title: 'Texts', detail: 'What owners get: reminders, on my way. In your words', href: '/settings/texts' },
]

/* Cancelled from another tab, or the device was cleared. */
function Gone({ then }: { then: string }) {
  const [, navigate] = useLocation()
  const goOn = () => {
    forgetBooked()
    navigate(then)
  }
  return (
    <Card>
      <h1 className="sr-only">Welcome</h1>
      <EmptyState icon={CalendarDays} title="That visit is no longer here" action={<Button onClick={goOn}>Carry on</Button>} />
    </Card>
  )
}
