import { Ban, CalendarCheck, CalendarDays, Hammer, type LucideIcon, MessageSquare, WifiOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { type Happening, KINDS, type Kind, newestFirst } from '#app/pages/clients/client-history.ts'
import { useClientHistory, useClientTexts } from '#app/pages/clients/use-client-history.ts'
import { type Day, dayAndYear, shortDay } from '#lib/dates.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useReachable } from '#platform/web/sync/status.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { cx } from '#ui/cx.ts'
import { HorseHeadIcon } from '#ui/icons.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** More than this is shown on request. */
const SHOWN_AT_ONCE = 40

/** Everything with a client, newest first: visits past and to come, work, horses, and the texts the server knows. */
export const ClientTimeline = ({ clientId }: { clientId: string }) => (
  <Queries>
    <Timeline clientId={clientId} />
  </Queries>
)

function Timeline({ clientId }: { clientId: string }) {
  const known = useClientHistory(clientId)
  const { texts, isError } = useClientTexts(clientId)
  const [kind, setKind] = useState<Kind | null>(null)
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const all = useMemo(() => [...(known ?? []), ...(texts ?? [])].sort(newestFirst), [known, texts])
  if (!known) return <SkeletonRows label="Loading the timeline..." />
  const found = kind ? all.filter((one) => one.kind === kind) : all
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-1.5">
        {KINDS.map(({ value, label }) => (
          <Chip key={value} pressed={kind === value} onPressedChange={(on) => setKind(on ? value : null)}>
            {label}
          </Chip>
        ))}
      </div>
      {isError && (kind === null || kind === 'text') && <NoTexts />}
      {found.length === 0 ? <p className="text-ink-2">Nothing yet.</p> : <Happenings happenings={found.slice(0, shown)} />}
      {found.length > shown && <Button onClick={() => setShown(shown + SHOWN_AT_ONCE)}>Show {found.length - shown} older</Button>}
    </div>
  )
}

function NoTexts() {
  const reachable = useReachable()
  return (
    <Note icon={WifiOff}>
      {reachable ? "The texts couldn't be loaded. Everything else is here." : 'Texts need a connection. Everything else is here.'}
    </Note>
  )
}

function Happenings({ happenings }: { happenings: readonly Happening[] }) {
  const today = useToday()
  const next = happenings.findLast((one) => one.tone === 'to-come' && one.onDay >= today)
  return (
    <ol className="grid">
      {happenings.map((one, index) => (
        <li key={one.id} className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3">
          <Mark happening={one} isNext={one === next} isLast={index === happenings.length - 1} />
          <Words happening={one} today={today} />
        </li>
      ))}
    </ol>
  )
}

const ICONS: Record<Kind, LucideIcon | typeof HorseHeadIcon> = {
  visit: CalendarDays,
  work: Hammer,
  text: MessageSquare,
  horse: HorseHeadIcon,
}

/** A hole on the line of the timeline: filled when it is done, ember when it is next. */
function Mark({ happening: { kind, tone }, isNext, isLast }: { happening: Happening; isNext: boolean; isLast: boolean }) {
  const Icon = tone === 'off' ? Ban : kind === 'visit' && tone === 'done' ? CalendarCheck : ICONS[kind]
  return (
    <span aria-hidden className="relative grid justify-items-center">
      {!isLast && <span className="absolute top-3 -bottom-3 w-0.5 bg-line" />}
      <span
        className={cx(
          'relative mt-1 grid size-7 place-items-center rounded-full border-2',
          isNext ? 'border-ember bg-ember text-on-ember' : 'border-line-2 bg-surface text-ink-2',
          tone === 'off' && 'border-dashed',
        )}
      >
        <Icon size={15} />
      </span>
    </span>
  )
}

const Words = ({ happening: { onDay, title, detail, tone, href }, today }: { happening: Happening; today: Day }) => (
  <div className="min-w-0 pb-4">
    <p className="text-14 text-ink-2">
      <time dateTime={onDay}>{onDay.slice(0, 4) === today.slice(0, 4) ? shortDay(onDay) : dayAndYear(onDay)}</time>
    </p>
    <p className={cx('font-bold', tone === 'off' && 'font-medium')}>
      {href ? (
        <Link href={href} className="no-underline hover:underline">
          {title}
        </Link>
      ) : (
        title
      )}
    </p>
    {detail && <p className="line-clamp-3 text-14 break-words whitespace-pre-line text-ink-2">{detail}</p>}
  </div>
)
