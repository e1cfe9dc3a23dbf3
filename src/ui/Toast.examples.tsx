import { CalendarDays, WifiOff } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import type { Examples } from '#ui/examples.ts'
import { toast } from '#ui/toast-store.ts'

const moved = () =>
  toast({
    title: 'Appointment Moved',
    description: 'Test version, the text was not sent.',
    icon: CalendarDays,
    action: { label: 'Undo', run: () => toast({ title: 'Put back' }) },
  })
const refused = () =>
  toast({
    title: 'No Internet Connection',
    description: 'Cannot sync while offline. Changes will sync automatically when connection is restored.',
    variant: 'destructive',
    icon: WifiOff,
  })

export const examples: Examples = {
  name: 'Toast',
  states: [
    {
      title: 'One at a time, 5 s, F8 focuses, swipe right',
      render: () => (
        <div className="flex flex-wrap gap-2">
          <Button onClick={moved}>Move a visit</Button>
          <Button onClick={refused}>Fail to sync</Button>
        </div>
      ),
    },
  ],
}
