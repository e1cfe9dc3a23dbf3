import { useDraggable } from '@dnd-kit/core'
import { Ban, CalendarClock, Check, PencilLine, Route, Sunset } from 'lucide-react'
import { memo } from 'react'
import { detailOf, type Shown } from '#features/day/diary/web/use-diary.ts'
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
  daylight?: Daylight | undefined /** Can't be dragged here. */
  isFixed?: boolean
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

/** What is still to happen can be moved. */
export const canMove = ({ visit }: Shown) => !isOff(visit) && !visit.isCallComplete

/** What makes a visit's button something that can be dragged, with Space as well; the rest opens it. */
export function useVisitButton({ shown, isFixed = false, onOpen }: Pick<Props, 'shown' | 'isFixed' | 'onOpen'>) {
  const mayPlan = useMayPlan()
  const isMovable = mayPlan && canMove(shown) && !isFixed
  const { setNodeRef, attributes, listeners, isDragging } = useDraggable({ id: shown.visit.id, data: { shown }, disabled: !isMovable })
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
export const VisitCard = memo(function VisitCard({ shown, isSelected, daylight, isFixed = false, onOpen }: Props) {
  const { button, isDragging } = useVisitButton({ shown, isFixed, onOpen })
  return (
    <button
      {...button}
      className={cx(
        'block w-full touch-manipulation rounded-md text-left',
        isDragging && 'opacity-40 outline-2 -outline-offset-2 outline-dashed outline-control',
        shown.isNow && !isSelected && 'shadow-[0_0_0_2px_var(--ember)]',
        isSelected && 'shadow-[0_0_0_2px_var(--ink)]',
      )}
    >
      <VisitFace shown={shown} daylight={daylight} />
    </button>
  )
})

/** The visit's appearance, also while it is dragged. */
export const VisitFace = ({ shown, daylight }: Pick<Props, 'shown' | 'daylight'>) => (
  <span
    className={cx(
      '@container grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-1.5 rounded-md border-l-4 py-[7px] pr-2 pl-2.5 text-ink',
      shown.place > 0 && 'min-h-[72px]',
      tintOf(shown.place),
      isPencilled(shown.visit) && 'outline-1 -outline-offset-1 outline-dashed outline-control',
    )}
  >
    <PlaceDot shown={shown} />
    {/* Two lines rather than cut short: half a stop's number means nothing. */}
    <span className="flex items-start gap-1 text-14 font-medium tabular-nums md:text-13/5">
      <span className="min-w-0 @max-[90px]:whitespace-nowrap">
        <When visit={shown.visit} />
      </span>
      <VisitState shown={shown} className="@max-[90px]:sr-only" />
    </span>
    <span
      className={cx(
        'col-span-2 mt-px truncate text-[15px]/5',
        shown.visit.isCallComplete ? 'font-medium' : 'font-bold',
        isOff(shown.visit) && 'line-through',
      )}
    >
      {shown.visit.isCallComplete && <Check size={14} aria-hidden className="mr-0.5 hidden text-ok-ink @max-[90px]:inline" />}
      {shown.title}
    </span>
    {detailOf(shown) && <span className="col-span-2 truncate text-14 text-ink-2 md:text-13">{detailOf(shown)}</span>}
    {daylight && <DaylightLine daylight={daylight} />}
  </span>
)

/** In a narrow column a visit shows when it starts, and a stop its number. */
const When = ({ visit }: { visit: Shown['visit'] }) =>
  visit.isCallOnly ? (
    <>
      <span className={visit.callNumber > 1 ? '@max-[90px]:sr-only' : ''}>Stop</span>
      {timeLabel(visit).slice('Stop'.length)}
    </>
  ) : (
    <>
      {visit.localStart}
      <span className="@max-[112px]:hidden">{` to ${visit.localEnd}`}</span>
    </>
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
    <span className="min-w-0 truncate">{daylightWords(daylight)}</span>
  </span>
)

/** Its number on the colour of its place. A stop shows its own number; a visit that is off, or an own entry, shows a sign. */
export const PlaceDot = ({ shown: { place, visit } }: { shown: Shown }) =>
  place > 0 ? (
    <span className={cx('grid size-5 place-items-center rounded-full text-13 font-bold text-on-a tabular-nums', SOLID[colourOf(place)])}>
      {visit.isCallOnly ? <Route size={13} strokeWidth={2.5} aria-hidden /> : place}
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
