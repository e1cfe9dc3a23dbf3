import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { useBackCloses } from '#ui/back-closes.ts'
import { cx } from '#ui/cx.ts'
import { useReturnFocus } from '#ui/use-return-focus.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  side?: 'left' | 'bottom'
  footer?: ReactNode
  children: ReactNode
}

const SIDE = {
  left: 'inset-y-0 left-0 w-[min(320px,calc(100vw-48px))] animate-sheet-left',
  bottom:
    'inset-x-0 bottom-0 mx-auto max-h-[calc(100dvh-20px)] max-w-[560px] animate-sheet rounded-t-2xl ' +
    'md:top-1/2 md:bottom-auto md:max-h-[calc(100dvh-48px)] md:-translate-y-1/2 md:animate-fade md:rounded-xl md:border md:border-line md:shadow-pop',
}

/** A panel that slides in over the page: the side menu, a status with its list; from the bottom only on a phone, else a box in the middle. */
export function Sheet({ open, onOpenChange, ...content }: Props) {
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <SheetContent {...content} />
      </Radix.Portal>
    </Radix.Root>
  )
}

function SheetContent({ title, side = 'bottom', footer, children }: Omit<Props, 'open' | 'onOpenChange'>) {
  const focus = useReturnFocus()
  return (
    <>
      <div data-holds-page className="fixed inset-0 z-40 animate-fade bg-scrim" />
      <Radix.Content {...focus} aria-describedby={undefined} className={cx('fixed z-40 flex flex-col bg-ground outline-none', SIDE[side])}>
        {side === 'bottom' && <span aria-hidden className="mx-auto mt-2 h-1 w-10 shrink-0 rounded-full bg-line-2 md:hidden" />}
        <div className={cx('flex items-center gap-2 py-1 pr-1 pl-4', side === 'bottom' && 'md:py-2 md:pr-2')}>
          <Radix.Title className="flex-1 text-24">{title}</Radix.Title>
          <Radix.Close asChild>
            <Button variant="quiet" size="icon" icon={X} aria-label="Close" />
          </Radix.Close>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4">{children}</div>
        {footer && (
          <div className="border-t border-line bg-surface px-4 pt-3 pb-[max(16px,env(safe-area-inset-bottom))] md:rounded-b-xl">
            {footer}
          </div>
        )}
      </Radix.Content>
    </>
  )
}
