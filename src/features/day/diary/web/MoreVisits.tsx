import { useDndContext } from '@dnd-kit/core'
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { countWords, type DiaryDay } from '#features/day/diary/web/use-diary.ts'
import { type OpenVisit, VisitCard } from '#features/day/diary/web/VisitCard.tsx'
import { type Day, shortDay } from '#lib/dates.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Popover } from '#ui/Popover.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { useIsPhone } from '#ui/use-width.ts'

type Props = { day: DiaryDay; more: number; onOpen: OpenVisit; onOpenDay: (day: Day) => void; className?: string }

/** Spec §2 Calendar: '+N more', which lists all visits of the day, to open and to drag. */
export function MoreVisits({ day, more, onOpen, onOpenDay, className }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open: OpenVisit = (shown) => {
    setOpen(false)
    // The list closes, so its details open beside what opened the list.
    if (button.current) onOpen(shown, button.current)
  }
  const openDay = () => {
    setOpen(false)
    onOpenDay(day.day)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={-1}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className={cx(
          'min-h-12 justify-self-start rounded-md px-2 text-14 font-medium whitespace-nowrap text-ink-2 hover:bg-sunken md:min-h-9',
          className,
        )}
      >
        {`+${more} more`}
      </button>
      {isOpen && (
        <Over title={`${shortDay(day.day)}, ${countWords({ stops: day.stops, horses: 0 })}`} anchor={button} onClose={() => setOpen(false)}>
          <ol className="grid gap-[7px]">
            {day.shown.map((one) => (
              <li key={one.visit.id} className="min-w-0">
                <VisitCard shown={one} isSelected={false} isTabStop onOpen={open} />
              </li>
            ))}
          </ol>
          <Button onClick={openDay} block className="mt-3">
            Open the day
          </Button>
        </Over>
      )}
    </>
  )
}

type OverProps = { title: string; anchor: React.RefObject<HTMLElement | null>; onClose: () => void; children: ReactNode }

/* What is looked at and walked over in the diary opens beside it; the list is no part of that. */
const apart = (event: SyntheticEvent) => event.stopPropagation()

function Over({ title, anchor, onClose, children }: OverProps) {
  const isPhone = useIsPhone()
  const { active } = useDndContext()
  const change = (open: boolean) => !open && onClose()
  const list = (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps what happens in it from the diary around
    <div onPointerOver={apart} onFocus={apart}>
      {children}
    </div>
  )
  if (isPhone)
    return (
      <Sheet open onOpenChange={change} title={title}>
        {list}
      </Sheet>
    )
  return (
    // While one of them is dragged, the days under the list must be seen.
    <Popover
      open
      onOpenChange={change}
      anchor={anchor}
      label={title}
      side="right"
      className={cx(active && 'pointer-events-none opacity-0')}
    >
      <h2 className="pb-2 text-16 font-bold">{title}</h2>
      <div className="-m-4 mt-0 max-h-[min(560px,calc(100dvh-140px))] overflow-y-auto overscroll-contain px-4 pt-0.5 pb-4">{list}</div>
    </Popover>
  )
}
