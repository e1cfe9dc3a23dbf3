import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import { VisitPanel } from '#features/appointments/web/VisitPanel.tsx'
import type { Shown } from '#features/diary/web/use-diary.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { Popover } from '#ui/Popover.tsx'

type Props = {
  shown: Shown
  anchor: RefObject<HTMLElement | null>
  /** Shown while the pointer or the focus rests on the visit; it takes no focus, and gives none back. */
  isPeek: boolean
  within: ComponentProps<'div'>
  onClose: () => void
  onEdit: () => void
  /** Its next visit is to be booked. */
  onNext: (visitId: string) => void
}

/** Spec §2 Calendar: what hovering or pressing a visit opens beside it. */
export function VisitPopover({ shown, anchor, isPeek, within, onClose, onEdit, onNext }: Props) {
  const content = useRef<HTMLDivElement>(null)
  const wasPeek = useRef(isPeek)
  useEffect(() => {
    // Looked at first and pressed then: the focus goes in now.
    if (wasPeek.current && !isPeek && !content.current?.contains(document.activeElement)) content.current?.querySelector('button')?.focus()
    wasPeek.current = isPeek
  }, [isPeek])
  return (
    <Popover open onOpenChange={(open) => !open && onClose()} anchor={anchor} takesFocus={!isPeek} label={shown.title} side="left">
      <div ref={content} className="-m-4 max-h-[calc(100dvh-96px)] overflow-y-auto overscroll-contain p-4" {...within}>
        <Queries>
          <VisitPanel shown={shown} onClose={onClose} onEdit={onEdit} onNext={onNext} />
        </Queries>
      </div>
    </Popover>
  )
}
