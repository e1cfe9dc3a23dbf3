import { Lock, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { dayOf, shortDay } from '#lib/dates.ts'
import { resolveLocked } from '#platform/web/session/locked.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useSyncStatus } from '#platform/web/sync/status.ts'
import type { Locked } from '#platform/web/sync/store.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

/** Changes that users kept here on signing out and that no one can open any more. Nothing if all of them came back. */
export const LockedNotes = () => useSyncStatus().locked.map((one) => <LockedNote key={one.id} locked={one} />)

function LockedNote({ locked: { id, keptAt } }: { locked: Locked }) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const [isSure, setSure] = useState(false)
  return (
    <Note icon={Lock} tone="late">
      <p className="font-bold">What you kept here on {shortDay(dayOf(keptAt, zone))} can't be opened</p>
      <p className="text-14">
        The server no longer has its key. Look through that day and enter anything that's missing. If the key is found, this comes back
        automatically.
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button onClick={() => resolveLocked(id, 'leave')}>Leave it here</Button>
        <Button icon={Trash2} variant="danger" onClick={() => (isSure ? resolveLocked(id, 'delete') : setSure(true))}>
          {isSure ? 'Delete it for good' : 'Delete it'}
        </Button>
      </div>
    </Note>
  )
}
