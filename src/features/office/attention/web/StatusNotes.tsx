import { Clock, DatabaseZap, Lock, LogIn, type LucideIcon, RefreshCw, Wifi } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePlanStatus } from '#features/core/practice/web/use-plan-status.ts'
import { changes, unsentOf } from '#features/office/attention/web/connection-status.ts'
import { LockedNotes } from '#features/office/attention/web/LockedNotes.tsx'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'
import { useSyncStatus } from '#platform/web/sync/status.ts'
import { acknowledgeCleared } from '#platform/web/sync/sync.ts'
import { Button } from '#ui/Button.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'

/** What stops changes from being sent, or was lost, and the remedy. Nothing when all is well. */
export function StatusNotes({ sync }: { sync: SyncState }) {
  const { copyWasCleared, clockOffMs } = useSyncStatus()
  const hasEnded = usePlanStatus()?.state === 'lapsed'
  const unsent = unsentOf(sync)
  return (
    <>
      {copyWasCleared && <ClearedNote />}
      <LockedNotes />
      {sync.isCaptive && (
        <StatusNote icon={Wifi} title="This network wants you to sign in to it first">
          Open any web page and follow what it asks, or use mobile data. Your changes wait here meanwhile.
        </StatusNote>
      )}
      {sync.isSignedOut && (
        <StatusNote
          icon={LogIn}
          title={unsent > 0 ? `Sign in to send ${changes(unsent)}` : 'Sign in again to stay up to date'}
          action={<LinkButton href={`/sign-in?next=${encodeURIComponent('/offline')}`}>Sign in</LinkButton>}
        >
          You were signed out of the server. Everything on this device stays, and you can carry on working.
        </StatusNote>
      )}
      {sync.needsUpgrade && (
        <StatusNote
          icon={RefreshCw}
          title="Pritchel must be updated on this device"
          action={<Button onClick={() => window.location.reload()}>Reload and update</Button>}
        >
          This version is too old for the server. {unsent > 0 ? "Your changes go once it's updated." : 'Everything here is safe.'}
        </StatusNote>
      )}
      {hasEnded && (
        <StatusNote icon={Lock} title="Your practice's plan has ended" action={<LinkButton href="/settings/plan">See the plan</LinkButton>}>
          {unsent > 0 ? "Changes waiting here are safe, and go once there's a plan again." : 'You can still read and export everything.'}
        </StatusNote>
      )}
      {clockOffMs !== null && (
        <StatusNote icon={Clock} title={`This device's clock is ${spanWords(Math.abs(clockOffMs))} ${clockOffMs > 0 ? 'fast' : 'slow'}`}>
          Your data is safe, but times you record will be wrong. Set the device's clock to automatic.
        </StatusNote>
      )}
    </>
  )
}

const ClearedNote = () => (
  <StatusNote
    icon={DatabaseZap}
    tone="late"
    title="This browser cleared its copy"
    action={<Button onClick={() => acknowledgeCleared()}>I have looked</Button>}
  >
    Everything that had been sent is back from the server. Changes still waiting here are gone: look through the last days you worked
    without signal, and enter anything that's missing. Install Pritchel on this device to stop it happening again.
  </StatusNote>
)

type StatusNoteProps = { icon: LucideIcon; tone?: 'due' | 'late'; title: string; action?: ReactNode; children: ReactNode }

const StatusNote = ({ icon, tone = 'due', title, action, children }: StatusNoteProps) => (
  <Note icon={icon} tone={tone}>
    <p className="font-bold">{title}</p>
    <p className="text-14">{children}</p>
    {action && <div className="mt-2.5">{action}</div>}
  </Note>
)

function spanWords(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 90) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 36 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
