import { cx } from '#ui/cx.ts'

/** A key on the keyboard, next to the action it starts. Only where there is a keyboard. */
export const Kbd = ({ children, onForge = false }: { children: string; onForge?: boolean }) => (
  <kbd
    aria-hidden
    className={cx(
      'hidden rounded-[4px] border px-1.5 font-sans text-13 font-medium md:inline-block',
      onForge ? 'border-forge-line text-on-forge-2' : 'border-line-2 bg-surface text-ink-2',
    )}
  >
    {children}
  </kbd>
)
