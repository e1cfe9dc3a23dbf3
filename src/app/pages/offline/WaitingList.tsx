import {
  CalendarDays,
  Camera,
  Clock,
  FileCheck2,
  Gauge,
  Hammer,
  LayoutTemplate,
  ListTodo,
  type LucideIcon,
  MessageSquare,
  Mic,
  PalmtreeIcon,
  PoundSterling,
  ReceiptText,
  Route,
  Settings,
  ShieldCheck,
  User,
  Warehouse,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { useWaiting, type Waiting } from '#app/pages/offline/use-waiting.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { HorseshoeIcon } from '#ui/icons.tsx'

/** What is on its way, by record, newest first. Nothing when there is none. */
export function WaitingList() {
  const waiting = useWaiting()
  if (!waiting || waiting.total === 0) return null
  const more = waiting.total - waiting.rows.length
  return (
    <section aria-labelledby="waiting-to-send">
      <h2 id="waiting-to-send" className="mb-2 text-16">
        Waiting to send
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {waiting.rows.map((row) => (
          <WaitingRow key={row.key} row={row} />
        ))}
        {more > 0 && <li className="px-3 py-2.5 text-14 text-ink-2">And {more === 1 ? '1 more record' : `${more} more records`}.</li>}
      </ul>
    </section>
  )
}

const ICON: Record<string, LucideIcon | ComponentType<{ size?: number; className?: string }>> = {
  clients: User,
  members: User,
  sms_preferences: MessageSquare,
  yards: Warehouse,
  horses: HorseshoeIcon,
  appointments: CalendarDays,
  visit_horses: HorseshoeIcon,
  rounds: Route,
  time_off: PalmtreeIcon,
  work_entries: Hammer,
  settings: Settings,
  price_items: PoundSterling,
  price_overrides: PoundSterling,
  money_settings: PoundSterling,
  charges: PoundSterling,
  invoices: PoundSterling,
  payments: PoundSterling,
  allocations: PoundSterling,
  service_types: Hammer,
  expenses: ReceiptText,
  trips: Gauge,
  work_templates: LayoutTemplate,
  tasks: ListTodo,
  visit_answers: MessageSquare,
  slot_offers: CalendarDays,
  rights_requests: ShieldCheck,
  terms_acceptances: FileCheck2,
  threads: MessageSquare,
  messages: MessageSquare,
  attachments: Camera,
  voice_notes: Mic,
}

function WaitingRow({ row }: { row: Waiting }) {
  const Icon = ICON[row.entity] ?? Clock
  return (
    <li className="flex items-center gap-3 px-3 py-2.5">
      <Icon size={20} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-bold">{row.title}</span>
        <span className="block text-14 text-ink-2">{row.what}</span>
      </span>
      <Since at={row.at} />
    </li>
  )
}

/* By the clock of the wall here; another day says which. */
function Since({ at }: { at: string }) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const day = dayOf(at, zone)
  return (
    <time dateTime={at} className="shrink-0 text-14 text-ink-2 tabular-nums">
      {day === useToday() ? timeOf(at, zone) : shortDay(day)}
    </time>
  )
}
