import type { ReactNode } from 'react'

type Props = { label: string; children: ReactNode }

/**
 * Buttons that are in sight at any scroll position of a phone, above its bottom bar: the one next step, and what goes with it. The page and
 * its toasts end above it. From 768 px the same buttons are in the page.
 */
export const Dock = ({ label, children }: Props) => (
  <fieldset
    ref={keepAbove}
    aria-label={label}
    data-screen-only
    className="fixed inset-x-0 bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom))] z-20 grid gap-2 border-t border-line bg-surface px-3 py-2 md:hidden"
  >
    {children}
  </fieldset>
)

function keepAbove(dock: HTMLElement | null) {
  if (!dock) return
  const root = document.documentElement.style
  const observer = new ResizeObserver(() => root.setProperty('--dock', `${dock.offsetHeight}px`))
  observer.observe(dock)
  return () => {
    observer.disconnect()
    root.removeProperty('--dock')
  }
}
