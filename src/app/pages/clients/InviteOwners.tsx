import { MailPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { portalOf } from '#features/core/practice/portal.ts'
import { may } from '#features/core/practice/rules.ts'
import { usePracticeSettings } from '#features/records/guests/web/use-practice-settings.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'

const InvitePanel = lazy(() => import('#features/records/guests/web/InvitePanel.tsx').then((module) => ({ default: module.InvitePanel })))

/** Invites clients to the portal: those of a yard, or any; nothing for members who may not, or where the portal is off. */
export function InviteOwners({ yardId }: { yardId?: string }) {
  const user = useSession<CurrentUser>().user
  const settings = usePracticeSettings()
  const [isOpen, setOpen] = useState(false)
  if (!may(user?.role, 'runPortal') || !settings || portalOf(settings.portal).way === 'off') return null
  return (
    <>
      {yardId ? (
        <Button icon={MailPlus} onClick={() => setOpen(true)} block>
          Invite the owners here
        </Button>
      ) : (
        // Without a picture: it shares a phone's line with two more.
        <Button aria-label="Invite owners" onClick={() => setOpen(true)}>
          Invite
        </Button>
      )}
      <Suspense>{isOpen && <InvitePanel {...(yardId && { atYardId: yardId })} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
