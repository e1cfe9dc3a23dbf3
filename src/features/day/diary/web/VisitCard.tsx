import { type Active, useDraggable } from '@dnd-kit/core'
import { Ban, CalendarClock, Check, PencilLine, Route, Sunset } from 'lucide-react'
import { memo } from 'react'
import { detailOf, type Shown } from '#features/day/diary/web/use-diary.ts'
import { StopWeatherBadge } from '#features/day/weather/web/StopWeatherBadge.tsx'
import { AnswerBadge } from '#features/visits/answers/web/AnswerBadge.tsx'
import { type Daylight, daylightWords } from '#features/visits/appointments/daylight.ts'
import { colourOf, isOff, isPencilled, timeLabel } from '#features/visits/appointments/rules.ts'
import { useMayPlan } from '#features/visits/appointments/web/use-may-plan.ts'
import { cx } from '#ui/cx.ts'
import { PendingMark } from '#ui/PendingMark.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

export type OpenVisit = (shown: Shown, button: HTMLElement) => void
type Props = {
  shown: Shown
  isSelected: boolean
  /** It was booked just now. */
  isBooked?: boolean | undefined
  daylight?: Daylight | undefined
  /** Can't be dragged here. */
  isFixed?: boolean
  /** There is room for a line of the weather. */
  tellsWeather?: boolean
  /** Is outside the diary, which has one tab stop for all (use-roving.ts). */
  isTabStop?: boolean | undefined
  onOpen: OpenVisit
}

/* Written out: Tailwind only sees whole words. */
const TINT = [
  '',
  'bg-a1t border-a1',
  'bg-a2t border-a2',
  'bg-a3t border-a3',
  'bg-a4t border-a4',
  'bg-a5t border-a5',
  'bg-a6t border-a6',
  'bg-a7t border-a7',
]
const SOLID = ['', 'bg-a1', 'bg-a2', 'bg-a3', 'bg-a4', 'bg-a5', 'bg-a6', 'bg-a7']

/** The tint and bar of a place in the day; without a place they are muted. */
export const tintOf = (place: number): string => (place > 0 ? (TINT[colourOf(place)] ?? '') : 'border-control bg-neutral-tint')

/** Whether it is what is being dragged, from the diary or from a list. */
export const isHeld = ({ visit }: Shown, active: Active | null): boolean => active !== null && String(active.id).endsWith(visit.id)

/** What is still to happen can be moved. */
export const canMove = ({ visit }: Shown) => !isOff(visit) && !visit.isCallComplete

/** What makes a visit's button something that can be dragged, with Space as well; the rest opens it. */
export function useVisitButton({ shown, isFixed = false, isTabStop = false, onOpen }: Omit<Props, 'isSelected'>) {
  const mayPlan = useMayPlan()
  const isMovable = mayPlan && canMove(shown) && !isFixed
  // One in a list may be in the diary too, so it needs an id of its own.
  const id = isTabStop ? `list ${shown.visit.id}` : shown.visit.id
  const { setNodeRef, attributes, listeners, isDragging } = useDraggable({ id, data: { shown }, disabled: !isMovable })
  return {
    isDragging,
    button: {
      ref: setNodeRef,
      type: 'button' as const,
      'data-visit': shown.visit.id,
      'data-on': shown.visit.onDay,
      'aria-haspopup': 'dialog' as const,
      ...(isMovable && { ...attributes, ...listeners, role: undefined }),
      // The diary has one tab stop for all of them (use-roving.ts).
      tabIndex: -1,
      onClick: (event: React.MouseEvent<HTMLElement>) => onOpen(shown, event.currentTarget),
    },
  }
}

/** A visit in a day's column: number, time or stop, title, and one quiet line (mock 08). */
export const VisitCard = memo(function VisitCard({
  shown,
  isSelected,
  isBooked,
  daylight,
  isFixed = false,
  tellsWeather = false,
  isTabStop,
  onOpen,
}: Props) {
  const { button, isDragging } = useVisitButton({ shown, isFixed, isTabStop, onOpen })
  return (
    <button
      {...button}
      {...(isTabStop && { tabIndex: 0 })}
      className={cx(
        'block h-full w-full touch-manipulation rounded-md text-left',
        isDragging && 'opacity-40 outline-2 -outline-offset-2 outline-dashed outline-control',
        ringOf({ shown, isSelected, isBooked }),
      )}
    >
      {isBooked && <VisuallyHidden>Just booked</VisuallyHidden>}
      <VisitFace shown={shown} daylight={daylight} tellsWeather={tellsWeather} />
    </button>
  )
})

/** Around the visit that is open, was booked just now, or is the next to do. */
export function ringOf({ shown, isSelected, isBooked }: Pick<Props, 'shown' | 'isSelected' | 'isBooked'>): string {
  if (isSelected) return 'shadow-[0_0_0_2px_var(--ink)]'
  if (isBooked) return 'shadow-[0_0_0_2px_var(--surface),0_0_0_5px_var(--ok)]'
  return shown.isNow ? 'shadow-[0_0_0_2px_var(--ember)]' : ''
}

/** Titles of any length that people write fit whole; only longer ones are cut. */
const LONGEST_WHOLE = 60

/** The visit's appearance, also while it is dragged. */
export const VisitFace = ({ shown, daylight, tellsWeather = false }: Pick<Props, 'shown' | 'daylight' | 'tellsWeather'>) => (
  <span
    className={cx(
      '@container grid h-full grid-cols-[auto_minmax(0,1fr)] content-start gap-x-1.5 rounded-md border-l-4 py-[7px] pr-2 pl-2.5 text-ink',
      shown.place > 0 && 'min-h-[72px]',
      tintOf(shown.place),
      isPencilled(shown.visit) && 'outline-1 -outline-offset-1 outline-dashed outline-control',
    )}
  >
    <PlaceDot shown={shown} />
    <span className="flex flex-wrap items-start gap-x-1 text-14 font-medium tabular-nums md:text-13/5">
      <When visit={shown.visit} />
      <VisitState shown={shown} />
    </span>
    <span
      className={cx(
        'col-span-2 mt-px text-[15px]/5 [overflow-wrap:anywhere] @max-[130px]:text-14/4.5',
        shown.title.length > LONGEST_WHOLE && 'line-clamp-4',
        shown.visit.isCallComplete ? 'font-medium' : 'font-bold',
        isOff(shown.visit) && 'line-through',
      )}
    >
      {shown.title}
    </span>
    {detailOf(shown) && (
      <span className="col-span-2 text-14 text-ink-2 [overflow-wrap:anywhere] @max-[140px]:sr-only md:text-13">{detailOf(shown)}</span>
    )}
    {daylight && <DaylightLine daylight={daylight} />}
    {tellsWeather && <StopWeatherBadge visit={shown.visit} className="col-span-2 md:text-13" />}
  </span>
)

/** In a narrow column a visit shows when it starts, and a stop its half of the day. */
const When = ({ visit }: { visit: Shown['visit'] }) =>
  visit.isCallOnly ? (
    <span className="whitespace-nowrap">
      <span className="@max-[170px]:sr-only">{timeLabel(visit).slice(0, -visit.callPeriod.length)}</span>
      {visit.callPeriod}
    </span>
  ) : (
    <span className="whitespace-nowrap">
      {visit.localStart}
      <span className="@max-[190px]:hidden">{` to ${visit.localEnd}`}</span>
    </span>
  )

/** Sunset where it matters; a yard without lights is a warning. */
export const DaylightLine = ({ daylight }: { daylight: Daylight }) => (
  <span
    className={cx(
      'col-span-2 flex items-center gap-1 text-14 md:text-13',
      daylight.hasLights === false ? 'font-medium text-due-ink' : 'text-ink-2',
    )}
  >
    <Sunset size={14} aria-hidden className="shrink-0" />
    <span className="min-w-0">{daylightWords(daylight)}</span>
  </span>
)

/** Its number on the colour of its place. A stop without a time has its own number in words, where there is room for them; a visit that is off, or an own entry, shows a sign. */
export const PlaceDot = ({ shown: { place, visit } }: { shown: Shown }) =>
  place > 0 ? (
    <span className={cx('grid size-5 place-items-center rounded-full text-13 font-bold text-on-a tabular-nums', SOLID[colourOf(place)])}>
      {visit.isCallOnly && <Route size={13} strokeWidth={2.5} aria-hidden className="@max-[170px]:hidden" />}
      <span className={cx(visit.isCallOnly && 'hidden @max-[170px]:inline')}>{place}</span>
    </span>
  ) : (
    <span className="grid size-5 place-items-center text-ink-2">
      {isOff(visit) ? <Ban size={18} aria-hidden /> : <CalendarClock size={18} aria-hidden />}
    </span>
  )

/** The member's initials, where several go out, and the visit's status. */
export const VisitState = ({ shown: { visit, initials }, className }: { shown: Shown; className?: string }) => (
  <span className={cx('ml-auto flex shrink-0 items-center gap-1 text-ink-2', className)}>
    <PendingMark isPending={visit.isPending} needsAttention={visit.needsAttention} />
    <AnswerBadge visit={visit} isSmall />
    {isOff(visit) && (visit.status === 'no_show' ? 'No show' : 'Cancelled')}
    {visit.isCallComplete && <Sign icon={Check} word="Done" className="text-ok-ink" />}
    {isPencilled(visit) && <Sign icon={PencilLine} word="Pencilled" />}
    {initials && <span className="rounded-[4px] border border-line-2 px-1 text-13/4">{initials}</span>}
  </span>
)

const Sign = ({ icon: Icon, word, className }: { icon: typeof Check; word: string; className?: string }) => (
  <span className={className}>
    <Icon size={16} strokeWidth={2.5} aria-hidden />
    <VisuallyHidden>{word}</VisuallyHidden>
  </span>
)
