import { useEffect, useRef, useState } from 'react'
import type { BookingPresets } from '#features/day/booking/presets.ts'
import { AppointmentDialogCard } from '#features/day/booking/web/AppointmentDialogCard.tsx'
import { nextAfterVisit, nextOfHorse } from '#features/day/booking/web/next-visit.ts'
import { useDiaryOwner, useWorkingLives } from '#features/visits/appointments/web/use-working-life.ts'
import { useToday } from '#platform/web/use-today.ts'
import { toast } from '#ui/toast-store.ts'

type Props = ({ visitId: string } | { horseId: string }) & { onClose: () => void; onSaved?: (id: string) => void }

/**
 * Books the next visit after one, or of a horse, from the horses' cycles: one visit, never a series (product.md). The day is proposed with
 * its reason, everything can be changed, and no one is notified unless the user ticks it. Mount it to open it.
 */
export function NextVisitDialogCard({ onClose, onSaved, ...of }: Props) {
  const presets = useProposal(of, onClose)
  return presets ? <AppointmentDialogCard presets={presets} onClose={onClose} {...(onSaved && { onSaved })} /> : null
}

type Of = { visitId: string } | { horseId: string }

/** Computed once, when its data has loaded: a proposal must not change while it is being used. */
function useProposal(of: Of, onGone: () => void): BookingPresets | undefined {
  const [presets, setPresets] = useState<BookingPresets>()
  const asked = useRef(false)
  const lives = useWorkingLives()
  const { memberId } = useDiaryOwner()
  const today = useToday()
  useEffect(() => {
    if (!lives || asked.current) return
    asked.current = true
    const diary = { today, life: lives(memberId) }
    const found = 'visitId' in of ? nextAfterVisit(of.visitId, diary) : nextOfHorse(of.horseId, diary)
    void found.then((next) => {
      if (next) return setPresets(next)
      toast({ title: 'Error', description: "It's no longer on this device.", variant: 'destructive' })
      onGone()
    })
  })
  return presets
}
