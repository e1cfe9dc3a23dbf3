import { Popover as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useBackCloses } from '#ui/back-closes.ts'
import { cx } from '#ui/cx.ts'
import { useIsPhone } from '#ui/use-width.ts'

type Side = 'top' | 'right' | 'bottom' | 'left'
type Props = {
  /** The button that opens it. */
  trigger?: ReactElement
  /**
   * Instead of a trigger: what it is anchored to while `open`, and where the focus goes back to. This way one popover serves many buttons.
   */
  anchor?: RefObject<HTMLElement | null>
  /** Its name for a screen reader. */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: Side
  align?: 'start' | 'center' | 'end'
  /** False: opened by looking, it leaves the focus where it is. */
  takesFocus?: boolean
  className?: string
  children: ReactNode
}

/** A small box next to the pressed element: an appointment's details, a few choices. Focus goes in and comes back. */
export function Popover({
  trigger,
  anchor,
  label,
  open,
  onOpenChange,
  side = 'bottom',
  align = 'start',
  takesFocus = true,
  className,
  children,
}: Props) {
  const usable = useUsable(side)
  const near = useNear(anchor)
  const [isOpenHere, setOpenHere] = useState(false)
  const [isOpen, setOpen] = [open ?? isOpenHere, onOpenChange ?? setOpenHere]
  // One that opens by looking is none to go back from.
  useBackCloses(isOpen && takesFocus, () => setOpen(false))
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      {anchor && <Radix.Anchor virtualRef={near} />}
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          side={usable}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          {...(anchor && { onCloseAutoFocus: () => isFocusLost() && anchor.current?.focus() })}
          {...(!takesFocus && { onOpenAutoFocus: stay, onCloseAutoFocus: stay })}
          className={cx(
            'z-50 w-80 max-w-[calc(100vw-16px)] animate-pop rounded-xl border border-line bg-surface p-4 shadow-pop outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const stay = (event: Event) => event.preventDefault()

/* It left with what closed. What opened in its place, or was pressed, keeps it. */
const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/** Beside what is wider or taller than this there may be no room on the screen. */
const WIDEST_ANCHOR = 400
const [NEAR_WIDTH, NEAR_HEIGHT] = [260, 44]

/* Of a large anchor, as a visit of six hours across the whole screen, only its beginning in sight counts. */
function useNear(anchor: RefObject<HTMLElement | null> | undefined) {
  const rect = () => {
    const whole = anchor?.current?.getBoundingClientRect() ?? new DOMRect()
    if (whole.width <= WIDEST_ANCHOR) return whole
    const top = Math.min(Math.max(whole.top, NEAR_HEIGHT), innerHeight - NEAR_HEIGHT)
    return new DOMRect(whole.left, top, NEAR_WIDTH, Math.min(whole.height, NEAR_HEIGHT))
  }
  const latest = useRef(rect)
  latest.current = rect
  return useRef({ getBoundingClientRect: () => latest.current() })
}

/* On a phone the pressed element is as wide as the screen: nothing fits next to it. */
function useUsable(side: Side): Side {
  const isPhone = useIsPhone()
  return isPhone && (side === 'left' || side === 'right') ? 'bottom' : side
}

/** Closes the popover around it when pressed. */
export const PopoverClose = ({ children }: { children: ReactElement }) => <Radix.Close asChild>{children}</Radix.Close>
