import { useDndContext, useDraggable } from '@dnd-kit/core'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  type TouchEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Diary, Shown } from '#features/day/diary/web/use-diary.ts'
import { canMove } from '#features/day/diary/web/VisitCard.tsx'
import { useMayPlan } from '#features/visits/appointments/web/use-may-plan.ts'

type Listeners = ReturnType<typeof useDraggable>['listeners']
type Hot = { shown: Shown; button: HTMLElement }
type Props = { diary: Diary; className: string; children: ReactNode }

/**
 * Around buttons with `data-visit` and `data-on`: the one under the pointer or the focus can be dragged, so that a month of them is plain
 * buttons until one is touched (measured: a hook in each made the month 4 times as dear as a bare grid).
 */
export function LazyDrag({ diary, className, children }: Props) {
  const [hot, setHot] = useState<Hot>()
  const listeners = useRef<Listeners>(undefined)
  const { active } = useDndContext()
  const mayPlan = useMayPlan()
  const warm = (event: SyntheticEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-visit]') : null
    if (!button || active || button === hot?.button) return
    const shown = diary.get(button.dataset.on ?? '')?.shown.find(({ visit }) => visit.id === button.dataset.visit)
    // At once: the press that follows must find it ready.
    if (shown && mayPlan && canMove(shown)) flushSync(() => setHot({ shown, button }))
  }
  const pass = (name: string) => (event: MouseEvent | TouchEvent | KeyboardEvent) => {
    warm(event)
    const isOnIt = hot?.button.contains(event.target as Node)
    if (isOnIt || name !== 'onKeyDown') listeners.current?.[name]?.(event)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for the buttons inside
    <div
      className={className}
      onPointerOver={warm}
      onFocus={warm}
      onMouseDown={pass('onMouseDown')}
      onTouchStart={pass('onTouchStart')}
      onKeyDown={pass('onKeyDown')}
    >
      {children}
      {hot && <Handle key={hot.shown.visit.id} hot={hot} listeners={listeners} />}
    </div>
  )
}

/** Takes hold of a button that is not its own. */
function Handle({ hot: { shown, button }, listeners: passed }: { hot: Hot; listeners: { current: Listeners } }) {
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({ id: shown.visit.id, data: { shown } })
  const description = attributes['aria-describedby']
  useLayoutEffect(() => {
    setNodeRef(button)
    passed.current = listeners
    button.setAttribute('aria-describedby', description)
    button.toggleAttribute('data-dragging', isDragging)
    return () => {
      passed.current = undefined
      button.removeAttribute('aria-describedby')
      button.removeAttribute('data-dragging')
    }
  }, [button, setNodeRef, listeners, passed, description, isDragging])
  return null
}
