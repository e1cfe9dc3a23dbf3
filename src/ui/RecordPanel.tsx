import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useIsWide } from '#ui/use-width.ts'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** Buttons in the head, left of the cross. */
  actions?: ReactNode
  /** Who or what it is, under the title, on a dark head. */
  head?: ReactNode
}

/** One record of a list: next to the list from 1200 px, over it below. Mount it to open it; the list's grid gives it its column. */
export function RecordPanel(props: Props) {
  if (useIsWide()) return <Beside {...props} />
  const { onClose, children, ...parts } = props
  return (
    <Dialog open isPlace onOpenChange={(open) => !open && onClose()} {...parts}>
      {children}
    </Dialog>
  )
}

function Beside({ title, onClose, children, footer, actions, head: of }: Props) {
  const id = useId()
  const head = useRef<HTMLHeadingElement>(null)
  // Under the screen's own head it still ends above the status card in the corner, so that the record's actions are in sight; a screen with more
  // above it than a heading gives the height in --above-record. Reading goes on in the opened record; Escape brings the list back.
  useEffect(() => {
    if (title) head.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <aside
      aria-labelledby={id}
      // React's events also come from the dialogs opened within it, where Escape may only ask.
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.contains(event.target as Node) && onClose()}
      className="sticky top-[calc(var(--bar-top)+18px)] flex max-h-[calc(100dvh-var(--bar-top)-var(--above-record,110px)-72px)] min-w-0 flex-col self-start rounded-lg border border-line bg-surface"
    >
      <div className={of ? 'rounded-t-lg bg-forge' : undefined}>
        <div className={of ? 'always-dark text-ink' : undefined}>
          <div className="flex items-center gap-2 py-2 pr-2 pl-4">
            <h2 id={id} ref={head} tabIndex={-1} className="min-w-0 flex-1 text-20 outline-none">
              {title}
            </h2>
            <div className="flex shrink-0">
              {actions}
              <Button variant="quiet" size="icon" icon={X} aria-label="Close" onClick={onClose} />
            </div>
          </div>
          {of && <div className="px-4 pb-3">{of}</div>}
        </div>
      </div>
      <div className={cx('min-h-0 flex-1 overflow-y-auto px-4 pb-4', of ? 'pt-3' : 'pt-1.5')}>{children}</div>
      {footer && <div className="flex gap-2 border-t border-line p-4 [&>*]:flex-1">{footer}</div>}
    </aside>
  )
}
