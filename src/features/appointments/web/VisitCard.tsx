import { useDraggable } from '@dnd-kit/core'
import { Ban, Check } from 'lucide-react'
import { memo } from 'react'
import { colourOf, isOff, timeLabel } from '#features/appointments/rules.ts'
import { detailOf, type Shown } from '#features/appointments/web/use-diary.ts'
import { cx } from '#ui/cx.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

export type OpenVisit = (shown: Shown, button: HTMLElement) => void
type Props = { shown: Shown; isSelected: boolean; onOpen: OpenVisit }

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

/** The tint and bar of a place in the day; what is off has none. */
export const tintOf = (place: number): string => (place > 0 ? (TINT[colourOf(place)] ?? '') : 'border-line-2 bg-sunken')

/** What is still to happen can be moved. */
export const canMove = ({ visit }: Shown) => !isOff(visit) && !visit.isCallComplete

/** What makes a visit's button something that can be dragged, with Space as well; the rest opens it. */
function useVisitButton({ shown, onOpen }: Pick<Props, 'shown' | 'onOpen'>) {
  const isMovable = canMove(shown)
  const { setNodeRef, attributes, listeners, isDragging } = useDraggable({ id: shown.visit.id, data: { shown }, disabled: !isMovable })
  return {
    isDragging,
    button: {
      ref: setNodeRef,
      type: 'button' as const,
      ...(isMovable && { ...attributes, ...listeners, role: undefined }),
      onClick: (event: React.MouseEvent<HTMLElement>) => onOpen(shown, event.currentTarget),
    },
  }
}

/** A visit in a day's column: number, time or stop, title, and one quiet line (mock 08). */
export const VisitCard = memo(function VisitCard({ shown, isSelected, onOpen }: Props) {
  const { button, isDragging } = useVisitButton({ shown, onOpen })
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
      <VisitFace shown={shown} />
    </button>
  )
})

/** The look of it, also of the one in the hand. */
export const VisitFace = ({ shown }: { shown: Shown }) => (
  <span
    className={cx(
      'grid min-h-[72px] grid-cols-[auto_minmax(0,1fr)] content-start gap-x-1.5 rounded-md border-l-4 py-[7px] pr-2 pl-2.5 text-ink',
      tintOf(shown.place),
    )}
  >
    <PlaceDot place={shown.place} />
    {/* In a narrow column it takes two lines: a time or a stop's number cut short says nothing. */}
    <span className="flex items-start gap-1 text-14 font-medium tabular-nums md:text-13/5">
      <span className="min-w-0">{timeLabel(shown.visit)}</span>
      <Standing shown={shown} />
    </span>
    <span
      className={cx(
        'col-span-2 mt-px truncate text-[15px]/5',
        shown.visit.isCallComplete ? 'font-medium' : 'font-bold',
        shown.place === 0 && 'line-through',
      )}
    >
      {shown.title}
    </span>
    <span className="col-span-2 truncate text-14 text-ink-2 md:text-13">{detailOf(shown)}</span>
  </span>
)

const PlaceDot = ({ place }: { place: number }) =>
  place > 0 ? (
    <span className={cx('grid size-5 place-items-center rounded-full text-13 font-bold text-on-a tabular-nums', SOLID[colourOf(place)])}>
      {place}
    </span>
  ) : (
    <Ban size={18} aria-hidden className="text-ink-2" />
  )

const Standing = ({ shown: { visit } }: { shown: Shown }) => {
  if (visit.isCallComplete)
    return (
      <span className="ml-auto text-ok-ink">
        <Check size={16} strokeWidth={2.5} aria-hidden />
        <VisuallyHidden>Done</VisuallyHidden>
      </span>
    )
  if (isOff(visit)) return <span className="ml-auto text-ink-2">{visit.status === 'no_show' ? 'No show' : 'Cancelled'}</span>
  if (visit.needsAttention) return <span className="ml-auto size-2.5 rounded-full bg-due" title="Needs attention" />
  return null
}
