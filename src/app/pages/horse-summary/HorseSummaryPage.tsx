import { Printer } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { SummaryWork } from '#app/pages/horse-summary/SummaryWork.tsx'
import { lastFeet, summaryFrom, summaryOf } from '#app/pages/horse-summary/summary.ts'
import { photosByWork } from '#app/pages/horses/photos.ts'
import type { CurrentUser, Member } from '#features/core/practice/contract.ts'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { useFilesOf } from '#features/evidence/files/web/data.ts'
import { flagLabel, whyNoStatus } from '#features/records/horses/rules.ts'
import { CyclePanel } from '#features/records/horses/web/CyclePanel.tsx'
import { type KnownHorse, useHorse } from '#features/records/horses/web/data.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import { NoteWords } from '#features/visits/care/web/NoteWords.tsx'
import { usePlanForOwner } from '#features/visits/care/web/use-care-notes.ts'
import { type KnownWork, useWorkOf } from '#features/visits/work/web/data.ts'
import { FeetCard } from '#features/visits/work/web/FeetCard.tsx'
import { type Day, dayAndYear, dayOf } from '#lib/dates.ts'
import { printPage } from '#platform/web/device/print.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { HorseHeadIcon } from '#ui/icons.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** What a vet or a new owner needs to know of a horse, on the screen and on paper; read from the device, so it needs no signal. */
export function HorseSummaryPage() {
  const [params] = useSearchParams()
  const horse = useHorse(params.get('horse'))
  if (horse === null) return <NoSuchHorse />
  return horse ? <Summary horse={horse} /> : <SkeletonRows label="Loading the summary..." />
}

function Summary({ horse }: { horse: KnownHorse }) {
  const today = useToday()
  const [params] = useSearchParams()
  const practice = useSession<CurrentUser>().user?.practice
  const work = useWorkOf(horse.id)
  const from = summaryFrom(params.get('from'), today)
  if (!work) return <SkeletonRows label="Loading the summary..." />
  const feet = lastFeet(work)
  return (
    <Page>
      <PageHeader
        title={horse.name}
        subtitle={subtitleOf(practice, today)}
        actions={
          <div data-screen-only className="flex gap-2">
            <LinkButton href={`/horses?horse=${horse.id}`}>Record</LinkButton>
            <Button variant="primary" icon={Printer} onClick={printPage}>
              Print
            </Button>
          </div>
        }
      />
      <div className="grid gap-3.5 md:grid-cols-2 print:grid-cols-2">
        <Sheet title="Horse">
          <HorseFacts horse={horse} />
        </Sheet>
        <Sheet title="Handling and cycle">
          <Handling horse={horse} />
          <Cycle horse={horse} />
        </Sheet>
      </div>
      {feet && (
        <Sheet title={`Feet as left on ${dayAndYear(feet.day)}`}>
          <FeetCard setup={feet.setup} />
        </Sheet>
      )}
      <VetsPlan horse={horse} zone={practice?.zone} />
      <Sheet title={from ? `Work since ${dayAndYear(from)}` : 'All work'} action={<Since horse={horse} from={from} />}>
        <Work horse={horse} work={work} from={from} />
      </Sheet>
    </Page>
  )
}

/** Who wrote it, and when: paper has no frame around it. */
const subtitleOf = (practice: CurrentUser['practice'] | undefined, today: Day) =>
  [practice ? `Horse summary by ${practice.name}` : 'Horse summary', practice?.frcNumber && `FRC ${practice.frcNumber}`, dayAndYear(today)]
    .filter(Boolean)
    .join(', ')

const HorseFacts = ({ horse }: { horse: KnownHorse }) => (
  <Facts
    facts={[
      ['Breed', horse.breed],
      ['Colour', horse.color],
      ['Age', horse.age !== null && `${horse.age} ${horse.age === 1 ? 'year' : 'years'}`],
      ['Markings', horse.markings],
      ['Owner', horse.client && [horse.client.name, horse.client.businessName].filter(Boolean).join(', ')],
      ['Yard', horse.yardName],
      ['Vet', [horse.vetName, horse.vetPhone].filter(Boolean).join(', ')],
      ['UELN', horse.ueln],
      ['Microchip', horse.microchip],
    ]}
  />
)

const Handling = ({ horse: { flags, temperament, specialNotes } }: { horse: KnownHorse }) => (
  <>
    {flags.length > 0 && <p className="font-bold text-flag-ink">{`Mind: ${flags.map(flagLabel).join(', ').toLowerCase()}`}</p>}
    {[temperament, specialNotes].map(
      (text) =>
        text && (
          <p key={text} className="whitespace-pre-line">
            {text}
          </p>
        ),
    )}
  </>
)

/** How its vet wants it shod, where its owner may read that; nothing where no such plan stands. */
function VetsPlan({ horse, zone = 'Europe/London' }: { horse: KnownHorse; zone: string | undefined }) {
  const note = usePlanForOwner(horse)
  if (!note) return null
  return (
    <Sheet title="Vet’s plan">
      <p className="text-ink-2">{`${note.authorName}, ${dayAndYear(dayOf(note.saidAt, zone))}`}</p>
      <NoteWords note={note} />
    </Sheet>
  )
}

/** Its cycle and next due, or why it has none. */
function Cycle({ horse }: { horse: KnownHorse }) {
  const today = useToday()
  const { labelOf } = useKinds()
  return (
    <>
      {horse.status === 'none' && <p className="font-bold">{whyNoStatus(horse, today)}</p>}
      {horse.lastService && (
        <p>
          Last done <time dateTime={horse.lastService}>{dayAndYear(horse.lastService)}</time>
          {horse.lastServiceType && `, ${labelOf(horse.lastServiceType).toLowerCase()}`}
        </p>
      )}
      <CyclePanel horse={horse} mayChange={false} />
    </>
  )
}

/** How far back the paper goes. */
function Since({ horse, from }: { horse: KnownHorse; from: Day | undefined }) {
  const [params, setParams] = useSearchParams()
  const isYear = from === summaryFrom(null, useToday())
  const fromDay = params.get('from')
  return (
    <Select
      aria-label="How far back"
      className="w-44 print:hidden"
      value={isYear ? '' : (fromDay ?? '')}
      onChange={({ target }) => setParams({ horse: horse.id, ...(target.value && { from: target.value }) }, { replace: true })}
      options={[
        { value: '', label: 'Last 12 months' },
        { value: 'all', label: 'All' },
        ...(from && !isYear ? [{ value: from, label: `Since ${dayAndYear(from)}` }] : []),
      ]}
    />
  )
}

function Work({ horse, work, from }: { horse: KnownHorse; work: readonly KnownWork[]; from: Day | undefined }) {
  const scheme = useFootScheme()
  const members = useRows<Member>('members')
  const lines = useRows<VisitHorse>('visit_horses', { horseId: horse.id })
  const files = useFilesOf(horse.id)
  if (!members || !lines || !files) return null
  const visits = summaryOf(work, from, { scheme, members, photosOf: photosByWork(files, lines) })
  if (visits.length > 0) return <SummaryWork visits={visits} />
  return (
    <p>{work.length === 0 ? 'Nothing on record yet.' : `Nothing in this time. The last was on ${dayAndYear(work[0]?.workDate ?? '')}.`}</p>
  )
}

const Sheet = ({ title, action, children }: { title: string; action?: React.ReactNode; children: React.ReactNode }) => (
  <section aria-label={title} className="rounded-lg border border-line bg-surface print:border-0">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 print:border-b-2 print:border-ink print:px-0 print:py-1">
      <h2 className="text-16 md:text-18">{title}</h2>
      {action}
    </div>
    <div className="grid gap-2 px-4 py-3 print:px-0 print:py-2 print:text-14">{children}</div>
  </section>
)

const NoSuchHorse = () => (
  <Page>
    <PageHeader title="Horse summary" />
    <EmptyState icon={HorseHeadIcon} title="That horse isn't on this device" action={<LinkButton href="/horses">Horses</LinkButton>}>
      You print a summary from a horse’s record.
    </EmptyState>
  </Page>
)
