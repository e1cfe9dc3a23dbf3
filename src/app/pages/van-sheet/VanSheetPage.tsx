import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { type Load, type VanHorse, type VanSheet, vanSheet } from '#app/pages/van-sheet/van-sheet.ts'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { type RoundStop, whenInWords } from '#features/day/round/round-day.ts'
import { useOwnRound, useRound } from '#features/day/round/web/use-round.ts'
import { flagLabel } from '#features/records/horses/rules.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { planLines, type ShoeingPlan, withPlan } from '#features/visits/care/plan.ts'
import { useStandingPlans } from '#features/visits/care/web/use-care-notes.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { feetInWords } from '#features/visits/work/feet.ts'
import { newestFirst, workAgain } from '#features/visits/work/rules.ts'
import { addDays, type Day, longDay } from '#lib/dates.ts'
import { printPage } from '#platform/web/device/print.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** What goes into the van for a day, from what each horse had last (product.md, The round): on the screen, on paper, without a signal. */
export function VanSheetPage() {
  const tomorrow = addDays(useToday(), 1)
  const [params] = useSearchParams()
  const requested = params.get('date')
  const day = requested && /^\d{4}-\d\d-\d\d$/.test(requested) ? requested : tomorrow
  const horses = useHorsesOf(day)
  if (!horses) return <SkeletonRows label="Loading the van sheet..." />
  return (
    <Page>
      <PageHeader
        title="Van sheet"
        subtitle={longDay(day)}
        actions={
          <div data-screen-only className="flex gap-2">
            <LinkButton href={`/van-sheet?date=${addDays(day, -1)}`} icon={ChevronLeft} aria-label="The day before" />
            <LinkButton href={`/van-sheet?date=${addDays(day, 1)}`} icon={ChevronRight} aria-label="The day after" />
            <Button variant="primary" icon={Printer} onClick={printPage}>
              Print
            </Button>
          </div>
        }
      />
      {horses.stops.length === 0 ? (
        <p>No stops booked on this day.</p>
      ) : (
        <>
          <Loads sheet={vanSheet([...horses.byLine.values()])} />
          {horses.stops.map((stop) => (
            <StopCard key={stop.visit.id} stop={stop} byLine={horses.byLine} />
          ))}
        </>
      )}
    </Page>
  )
}

type PlannedHorse = VanHorse & { plan: ShoeingPlan | null }

/** The stops of a day, and what each of their horses is about to get; undefined while the device reads. */
function useHorsesOf(day: Day): { stops: readonly RoundStop[]; byLine: ReadonlyMap<string, PlannedHorse> } | undefined {
  const round = useRound(day, useOwnRound())
  const ids = round?.stops.flatMap((stop) => stop.horses.flatMap(({ line }) => line.horseId ?? [])) ?? []
  const work = useRows<WorkEntry>('work_entries', { horseId: [...new Set(ids)] })
  const plans = useStandingPlans([...new Set(ids)])
  if (!round || !work || !plans) return undefined
  const earlier = Map.groupBy(work.toSorted(newestFirst), (entry) => entry.horseId)
  const open = round.stops.flatMap((stop) => stop.horses.filter(({ line }) => line.outcome === null))
  return {
    stops: round.stops,
    byLine: new Map(
      open.map(({ line, name }) => {
        const again = workAgain(line.plannedWork, earlier.get(line.horseId ?? '') ?? [])
        const plan = plans.get(line.horseId ?? '')
        // Material for a plan is loaded once the plan is accepted; until then it is only mentioned.
        const setup = plan?.plan && plan.takenAt ? withPlan(again.setup, plan.plan) : again.setup
        return [line.id, { id: line.id, name, ...again, setup, plan: plan?.plan ?? null }]
      }),
    ),
  }
}

const KINDS = [
  ['fronts', 'Front shoes'],
  ['hinds', 'Hind shoes'],
  ['pads', 'Pads'],
  ['studs', 'Studs'],
  ['nails', 'Nails, by feet'],
] as const

const Loads = ({ sheet }: { sheet: VanSheet }) => (
  <section aria-label="To load" className="grid gap-3.5 md:grid-cols-3 print:grid-cols-3">
    {KINDS.map(([kind, label]) => sheet[kind].length > 0 && <LoadCard key={kind} label={label} loads={sheet[kind]} />)}
    {KINDS.every(([kind]) => sheet[kind].length === 0) && <p>Only trims: no shoes to load.</p>}
    {sheet.unknown.length > 0 && (
      <p className="md:col-span-3">
        <b>Size not recorded yet:</b> {sheet.unknown.join(', ')}
      </p>
    )}
  </section>
)

const LoadCard = ({ label, loads }: { label: string; loads: readonly Load[] }) => (
  <Card title={label}>
    <dl className="divide-y divide-line">
      {loads.map(({ what, count }) => (
        <div key={what} className="flex justify-between gap-3 px-4 py-2">
          <dt>{what}</dt>
          <dd className="font-bold tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  </Card>
)

/** A stop with each horse's work, feet and what to know of it. */
function StopCard({ stop, byLine }: { stop: RoundStop; byLine: ReadonlyMap<string, PlannedHorse> }) {
  const scheme = useFootScheme()
  const { labelOf } = useKinds()
  return (
    <Card title={`${stop.number}. ${stop.name}`} action={<span className="text-14 text-ink-2">{whenInWords(stop.visit)}</span>}>
      <ul className="divide-y divide-line">
        {stop.horses.map(({ line, horse, name }) => {
          const next = byLine.get(line.id)
          const flags = horse?.flags.map(flagLabel).join(', ')
          return (
            <li key={line.id} className="break-inside-avoid px-4 py-2.5">
              <b>{name}</b>{' '}
              {next ? labelOf(next.serviceType) : <span className="text-ink-2">{line.outcome === 'done' ? 'Done' : 'Not done'}</span>}
              {next?.setup && <p>{feetInWords(next.setup, scheme)}</p>}
              {next?.plan && <p className="font-medium">{`Vet’s plan: ${planLines(next.plan, scheme).join('; ')}`}</p>}
              {flags && <p className="text-flag-ink">{flags}</p>}
              {horse?.specialNotes && <p className="whitespace-pre-line text-ink-2">{horse.specialNotes}</p>}
            </li>
          )
        })}
        {stop.horses.length === 0 && <li className="px-4 py-2.5">{stop.visit.title}</li>}
      </ul>
    </Card>
  )
}
