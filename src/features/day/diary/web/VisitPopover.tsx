import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Shown } from '#features/day/diary/web/use-diary.ts'
import { VisitOwedPanel } from '#features/ledger/payments/web/VisitOwedPanel.tsx'
import { AnswersPanel } from '#features/visits/answers/web/AnswersPanel.tsx'
import { VisitPanel } from '#features/visits/appointments/web/VisitPanel.tsx'
import { Queries } from '#platform/web/Queries.tsx'
import { Button } from '#ui/Button.tsx'
import { Popover, PopoverClose } from '#ui/Popover.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { useIsPhone } from '#ui/use-width.ts'

type Props = {
  shown: Shown
  anchor: RefObject<HTMLElement | null>
  /** Shown while the pointer or the focus rests on the visit; it takes no focus, and gives none back. */
  isPeek: boolean
  within: ComponentProps<'div'>
  onClose: () => void
  onEdit: () => void
  /** Opens the booking of its next visit. */
  onNext: (visitId: string) => void
  /** Opens its cards. */
  onCard: (visitId: string) => void
  /** Opens its money; absent for members who see none. */
  onMoney?: ((visitId: string) => void) | undefined
}

/** Spec §2 Calendar: the details that open next to a visit on hover or press; on a phone, which has no room there, over the page. */
export function VisitPopover(props: Props) {
  const { shown, onClose, onEdit, onNext, onCard, onMoney } = props
  const isPhone = useIsPhone()
  const panel = (
    <Queries>
      <div className="mb-3 empty:hidden">
        <AnswersPanel visit={shown.visit} />
      </div>
      <div className="mb-3 grid gap-2 empty:hidden">
        <VisitOwedPanel visit={shown.visit} />
      </div>
      <VisitPanel shown={shown} onClose={onClose} onEdit={onEdit} onNext={onNext} onCard={onCard} onMoney={onMoney} />
    </Queries>
  )
  if (!isPhone) return <Beside {...props}>{panel}</Beside>
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={shown.title}>
      {panel}
    </Sheet>
  )
}

function Beside({ shown, anchor, isPeek, within, onClose, children }: Props & { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  const wasPeek = useRef(isPeek)
  useEffect(() => {
    // Looked at first and pressed then: the focus goes in now.
    if (wasPeek.current && !isPeek && !content.current?.contains(document.activeElement)) content.current?.querySelector('button')?.focus()
    wasPeek.current = isPeek
  }, [isPeek])
  return (
    <Popover open onOpenChange={(open) => !open && onClose()} anchor={anchor} takesFocus={!isPeek} label={shown.title} side="left">
      <div
        ref={content}
        className="-m-4 max-h-[min(calc(100dvh-96px),var(--radix-popover-content-available-height))] overflow-y-auto overscroll-contain p-4"
        {...within}
      >
        <div className="flex items-start justify-between gap-2">
          <h2 className="min-w-0 py-2 text-18 break-words">{shown.title}</h2>
          <PopoverClose>
            <Button variant="quiet" size="icon" icon={X} aria-label="Close" className="-mt-1 -mr-2" />
          </PopoverClose>
        </div>
        {children}
      </div>
    </Popover>
  )
}
