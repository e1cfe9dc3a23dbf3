import { Check } from 'lucide-react'
import { confirmedTo, goesWords, listed, notifiedWords } from '#features/visits/appointments/notify-plan.ts'
import { confirmVisit, type KnownVisit, pencilVisit } from '#features/visits/appointments/web/data.ts'
import { useAudience, useCircumstances, useOwnersOf } from '#features/visits/appointments/web/use-notify-plan.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-store.ts'

/** Confirms a pencilled visit: one tap, and one text to each owner who can be notified. Shows this before and after. */
export function ConfirmButton({ visit, onDone }: { visit: KnownVisit; onDone?: () => void }) {
  const audienceOf = useAudience()
  const owners = useOwnersOf(visit)
  const circumstances = useCircumstances()
  const names = audienceOf && owners ? confirmedTo(audienceOf(owners)) : []
  const confirm = async () => {
    const isBooked = await confirmVisit(visit.id, names.length > 0).catch(() => false)
    if (!isBooked) return void toast({ title: 'Error', description: 'Appointment not found', variant: 'destructive' })
    toast({
      title: 'Appointment confirmed',
      description: notifiedWords('booked', names, [visit], circumstances),
      // Pencilling the visit again does not recall a text that is on its way.
      ...(names.length === 0 && { action: { label: 'Undo', run: () => void pencilVisit(visit.id) } }),
    })
    onDone?.()
  }
  return (
    <div className="grid gap-1">
      <Button variant="primary" icon={Check} block disabled={!owners} onClick={() => confirm()}>
        Confirm
      </Button>
      <p className="text-center text-14 text-ink-2">
        {names.length ? `Texts ${listed(names)} that it's booked. ${goesWords('booked', [visit], circumstances)}` : 'Nobody can be texted'}
      </p>
    </div>
  )
}
