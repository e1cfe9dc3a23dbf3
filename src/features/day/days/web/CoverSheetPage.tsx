import { CalendarOff, Printer } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { type CoverDay, type CoverHorse, type CoverPlace, coverSheet, type DueAtPlace } from '#features/day/days/cover-sheet.ts'
import { timeOffSpan } from '#features/day/days/web/time-off-form.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import type { TimeOff, VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { timeLabel, timeOffTitle } from '#features/visits/appointments/rules.ts'
import { longDay, shortDay } from '#lib/dates.ts'
import { printPage } from '#platform/web/device/print.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRow, useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** The cover sheet for a relief farrier (product.md, The round), on the screen and on paper; read from the device, so it needs no signal. */
export function CoverSheetPage() {
  const [params] = useSearchParams()
  const off = useRow<TimeOff>('time_off', params.get('id'))
  const sheet = useCoverSheet(off ?? undefined)
  const practice = useSession<CurrentUser>().user?.practice.name
  if (off === null) return <NoTimeOff />
  if (!off || !sheet) return <SkeletonRows label="Loading the cover sheet..." />
  const isEmpty = sheet.days.length === 0 && sheet.due.length === 0
  return (
    <Page>
      <PageHeader
        title="Cover sheet"
        subtitle={[practice, timeOffTitle(off), timeOffSpan(off)].filter(Boolean).join(', ')}
        actions={
          <div data-screen-only className="flex gap-2">
            <LinkButton href={`/calendar?date=${off.fromDay}`}>Diary</LinkButton>
            <Button variant="primary" icon={Printer} onClick={printPage}>
              Print
            </Button>
          </div>
        }
      />
      {off.coverNote && (
        <p className="rounded-lg border border-line bg-surface px-4 py-3 whitespace-pre-line print:border-0 print:px-0">{off.coverNote}</p>
      )}
      {isEmpty && <p>No visits booked and no horses due in this time.</p>}
      {sheet.days.map((day) => (
        <CoverDaySection key={day.day} day={day} />
      ))}
      {sheet.due.length > 0 && <DueSection due={sheet.due} />}
    </Page>
  )
}

function useCoverSheet(off: TimeOff | undefined) {
  const today = useToday()
  const visits = useRows<VisitRow>('appointments', { from: today, to: off?.toDay ?? today })
  const lines = useRows<VisitHorse>('visit_horses')
  const horses = useRows<HorseRow>('horses')
  const clients = useRows<Client>('clients')
  const yards = useRows<Yard>('yards')
  return useMemo(
    () =>
      off && visits && lines && horses && clients && yards ? coverSheet(off, { visits, lines, horses, clients, yards, today }) : undefined,
    [off, visits, lines, horses, clients, yards, today],
  )
}

const CoverDaySection = ({ day }: { day: CoverDay }) => (
  <Sheet title={longDay(day.day)}>
    {day.visits.map((visit) => (
      <Entry key={visit.id} when={timeLabel(visit.when)} place={visit.place} contact={visit.contact}>
        {visit.horses.map((horse) => (
          <HorseRowOf key={horse.id} horse={horse} />
        ))}
        {visit.when.notes && <p className="whitespace-pre-line">{visit.when.notes}</p>}
      </Entry>
    ))}
  </Sheet>
)

const DueSection = ({ due }: { due: readonly DueAtPlace[] }) => (
  <Sheet title="Due in this time, not booked">
    {due.map(({ place, horses }) => (
      <Entry key={horses[0]?.id} place={place} contact={null}>
        {horses.map((horse) => (
          <HorseRowOf key={horse.id} horse={horse} due={`due ${shortDay(horse.due)}`} />
        ))}
      </Entry>
    ))}
  </Sheet>
)

const Sheet = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section aria-label={title} className="rounded-lg border border-line bg-surface print:border-0">
    <h2 className="border-b border-line px-4 py-2.5 print:border-b-2 print:border-ink print:px-0">{title}</h2>
    <div className="divide-y divide-line">{children}</div>
  </section>
)

type EntryProps = { when?: string; place: CoverPlace; contact: { name: string; phone: string | null } | null; children: React.ReactNode }

const Entry = ({ when, place, contact, children }: EntryProps) => (
  <article className="grid break-inside-avoid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[280px_minmax(0,1fr)] print:grid-cols-[220px_minmax(0,1fr)] print:px-0">
    <div>
      <h3 className="text-16">{[when, place.name].filter(Boolean).join(', ')}</h3>
      {place.address && <p>{place.address}</p>}
      {place.gateCode && (
        <p>
          Gate <b className="tabular-nums">{place.gateCode}</b>
        </p>
      )}
      {place.access && <p className="whitespace-pre-line">{place.access}</p>}
      {contact && <p>{[contact.name, contact.phone].filter(Boolean).join(', ')}</p>}
    </div>
    <div className="grid content-start gap-1.5">{children}</div>
  </article>
)

const HorseRowOf = ({ horse, due }: { horse: CoverHorse; due?: string }) => (
  <div>
    <p>
      <b>{horse.name}</b> {[horse.work?.toLowerCase(), due].filter(Boolean).join(', ')}
    </p>
    <p className="text-14 text-ink-2">{[horse.owner, horse.phone].filter(Boolean).join(', ')}</p>
    {horse.flags.length > 0 && <p className="font-medium text-flag-ink">Mind: {horse.flags.join(', ').toLowerCase()}</p>}
    {horse.notes && <p className="text-14 whitespace-pre-line">{horse.notes}</p>}
  </div>
)

const NoTimeOff = () => (
  <Page>
    <PageHeader title="Cover sheet" />
    <EmptyState icon={CalendarOff} title="That time off isn't on this device" action={<LinkButton href="/calendar">Diary</LinkButton>}>
      You print a cover sheet from time off in the diary.
    </EmptyState>
  </Page>
)
