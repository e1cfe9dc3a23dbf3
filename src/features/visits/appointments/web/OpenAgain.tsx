import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { confirmedTo, notifiedWords } from '#features/visits/appointments/notify-plan.ts'
import { isOff, isPast } from '#features/visits/appointments/rules.ts'
import { type KnownVisit, reopenVisit } from '#features/visits/appointments/web/data.ts'
import { TextsPanel } from '#features/visits/appointments/web/TextsPanel.tsx'
import { useAudience, useCircumstances, useOwnersOf } from '#features/visits/appointments/web/use-notify-plan.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-store.ts'

/** Opens a cancelled or finished visit again; the owners of a cancelled one are notified, unless that is unticked. */
export function OpenAgain({ visit, onDone }: { visit: KnownVisit; onDone: () => void }) {
  const [texts, setTexts] = useState(true)
  const audienceOf = useAudience()
  const owners = useOwnersOf(visit)
  const circumstances = useCircumstances()
  const names = isOff(visit) && !isPast(visit) && audienceOf && owners ? confirmedTo(audienceOf(owners)) : []
  const reopen = async () => {
    const isNotified = texts && names.length > 0
    const isOpen = await reopenVisit(visit.id, 'booked', isNotified).catch(() => false)
    const notified = notifiedWords('booked', isNotified ? names : [], [visit], circumstances)
    if (isOpen) toast({ title: 'Reopened', description: `The appointment is booked as before. ${notified}` })
    else toast({ title: 'Error', description: 'Appointment not found', variant: 'destructive' })
    onDone()
  }
  return (
    <>
      <div className="w-full empty:hidden">
        <TextsPanel news="booked" names={names} places={[visit]} checked={texts} onChange={(event) => setTexts(event.target.checked)} />
      </div>
      <Button icon={RotateCcw} onClick={reopen}>
        Reopen
      </Button>
    </>
  )
}
