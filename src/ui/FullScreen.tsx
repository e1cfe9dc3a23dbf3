import { ArrowLeft, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { useBackCloses } from '#ui/back-closes.ts'
import { cx } from '#ui/cx.ts'
import { useReturnFocus } from '#ui/use-return-focus.ts'

type Props = {
  title: string
  subtitle: string
  actions?: ReactNode
  /** Escape does this first; true when there was something to leave. */
  onEscape?: () => boolean
  /** In both themes. */
  isDark?: boolean
  /** A dark bar on top with the way back at its left, as the bar it covers: for a screen within a screen, on a phone. */
  isForge?: boolean
  /** The address shows that it is open, so that Back closes it automatically. */
  isPlace?: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog over the whole screen, for something to look at. */
export function FullScreen({ onClose, isPlace = false, ...content }: Props) {
  useBackCloses(!isPlace, onClose)
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Content {...content} />
      </Radix.Portal>
    </Radix.Root>
  )
}

function Content({ title, subtitle, actions, onEscape, isDark = false, isForge = false, children }: Omit<Props, 'onClose' | 'isPlace'>) {
  const focus = useReturnFocus()
  return (
    <Radix.Content
      {...focus}
      data-holds-page
      aria-describedby={undefined}
      onEscapeKeyDown={(event) => onEscape?.() && event.preventDefault()}
      className={cx('fixed inset-0 z-40 flex animate-fade flex-col bg-surface text-ink outline-none', isDark && 'always-dark')}
    >
      <div
        className={cx(
          'flex items-center gap-1 py-1 pr-1',
          isForge ? 'bg-forge pt-[calc(4px+env(safe-area-inset-top))] pl-1 text-on-forge' : 'border-b border-line pl-4',
        )}
      >
        {isForge && (
          <Radix.Close asChild>
            <Button variant="forge" size="icon" icon={ArrowLeft} aria-label="Back" />
          </Radix.Close>
        )}
        <div className="min-w-0 flex-1 py-1">
          <Radix.Title className="truncate text-18">{title}</Radix.Title>
          <p className={cx('truncate text-14', isForge ? 'text-on-forge-2' : 'text-ink-2')}>{subtitle}</p>
        </div>
        {actions}
        {!isForge && (
          <Radix.Close asChild>
            <Button variant="quiet" size="icon" icon={X} aria-label="Close" />
          </Radix.Close>
        )}
      </div>
      {children}
    </Radix.Content>
  )
}
