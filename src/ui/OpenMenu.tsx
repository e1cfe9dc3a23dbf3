import { DropdownMenu as Radix } from 'radix-ui'
import { type FocusEvent, useMemo, useRef, useState } from 'react'
import { useBackCloses } from '#ui/back-closes.ts'
import { type DropdownMenuProps, MenuParts } from '#ui/menu-parts.ts'

/* No portal: the list stays in its landmark, which a screen reader can then name. */
/** A DropdownMenu from its first opening on; `byKeys`: that was no press of a pointer, so its first item has the focus. */
export function OpenMenu({ trigger, label, align = 'end', header, children, byKeys }: DropdownMenuProps & { byKeys: boolean }) {
  const [isOpen, setOpen] = useState(true)
  useBackCloses(isOpen, () => setOpen(false))
  const chosen = useRef<(() => void) | undefined>(undefined)
  const parts = useMemo(
    () => ({
      radix: Radix,
      choose: (run: () => void) => {
        chosen.current = run
      },
    }),
    [],
  )
  // Radix sees whether keys are used from the second opening on: the first was before it was there.
  const startsAtFirst = useRef(byKeys)
  const start = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!startsAtFirst.current || target !== currentTarget) return
    startsAtFirst.current = false
    currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus({ preventScroll: true })
  }
  const runChosen = () => {
    const run = chosen.current
    chosen.current = undefined
    if (run) queueMicrotask(run)
  }
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        aria-label={label}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        onFocus={start}
        onCloseAutoFocus={runChosen}
        className="z-50 min-w-56 max-w-[calc(100vw-16px)] animate-pop rounded-xl border border-line bg-surface p-1 text-ink shadow-pop"
      >
        {header && <div className="px-3 py-2">{header}</div>}
        <MenuParts value={parts}>{children}</MenuParts>
      </Radix.Content>
    </Radix.Root>
  )
}
