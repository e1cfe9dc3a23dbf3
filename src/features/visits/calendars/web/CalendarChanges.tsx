import { CalendarSync } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { Client } from '#features/records/clients/contract.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import { isOwnEntry } from '#features/visits/appointments/rules.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { changeWords } from '#features/visits/calendars/asking.ts'
import { countOf } from '#features/visits/calendars/rules.ts'
import { leaveDiary } from '#features/visits/calendars/web/data.ts'
import { useCalendarAnswers } from '#features/visits/calendars/web/use-calendar-answers.ts'
import { type AskedChange, useCalendarChanges } from '#features/visits/calendars/web/use-calendar-changes.ts'
import { shortDay } from '#lib/dates.ts'
import { useRow, useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { RowMark } from '#ui/PendingMark.tsx'

/** `form`: where a visit is edited, a dialog of a feature further on. */
export type CalendarChangesProps = { form: ComponentType<FormProps> }
type FormProps = { visit: KnownVisit; presets: { isOwn: false }; onClose: () => void; onSaved: () => void }
/** More would push the next stop off a phone's screen. */
const SHOWN = 3
const AS_VISIT = { isOwn: false } as const

/** The questions, and the form of the visit that an entry becomes. */
export function CalendarChanges({ form: Form }: CalendarChangesProps) {
  const asked = useCalendarChanges()
  const [edited, edit] = useState<AskedChange>()
  const [isAllShown, showAll] = useState(false)
  return (
    <>
      {asked && asked.length > 0 && (
        <section aria-label="Changes in your calendar" className="rounded-lg border border-due-line bg-due-tint">
          <ul className="divide-y divide-line">
            {asked.slice(0, isAllShown ? undefined : SHOWN).map((one) => (
              <ChangeRow key={one.change.id} asked={one} onEdit={edit} />
            ))}
          </ul>
          {!isAllShown && asked.length > SHOWN && (
            <div className="border-t border-line p-1 text-center">
              <Button variant="quiet" size="sm" onClick={() => showAll(true)}>{`Show ${asked.length - SHOWN} more`}</Button>
            </div>
          )}
        </section>
      )}
      {edited && (
        <Suspense>
          <Form visit={edited.visit} presets={AS_VISIT} onClose={() => edit(undefined)} onSaved={() => void leaveDiary(edited.change)} />
        </Suspense>
      )}
    </>
  )
}

function ChangeRow({ asked, onEdit }: { asked: AskedChange; onEdit: (asked: AskedChange) => void }) {
  const { change, visit } = asked
  const name = useNameOf(visit)
  const { answers, note } = useCalendarAnswers(asked, onEdit)
  const words = changeWords(change, visit, name)
  return (
    <li className="flex items-start gap-3 px-3 py-2.5">
      <CalendarSync size={20} aria-hidden className="mt-0.5 shrink-0 text-due-ink" />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="[overflow-wrap:anywhere]">
          <span className="font-medium">{words}</span> <RowMark of={[change]} />
          <span className="block text-14">
            {`${change.calendar}. `}
            <Link href={`/calendar?view=day&date=${visit.onDay}`} className="link">{`Diary on ${shortDay(visit.onDay)}`}</Link>
            {note && <span className="block">{note}</span>}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          {answers.map(({ label, run }, at) => (
            <Button
              key={label}
              size="sm"
              variant={at === answers.length - 1 ? 'quiet' : 'plain'}
              aria-label={`${label}: ${name}`}
              onClick={run}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
    </li>
  )
}

/** `Hill Farm, 2 horses`; an own entry by its title. */
function useNameOf({ id, title, yardId, clientId, ...visit }: KnownVisit): string {
  const yard = useRow<Yard>('yards', yardId)
  const client = useRow<Client>('clients', clientId)
  const horses = useRows<VisitHorse>('visit_horses', { appointmentId: id })
  if (isOwnEntry({ ...visit, yardId, clientId })) return title || 'Own entry'
  return [yard?.name ?? client?.name ?? title, countOf(horses ?? [])].filter(Boolean).join(', ') || 'Visit'
}
