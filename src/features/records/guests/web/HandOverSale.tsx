import { useState } from 'react'
import { portalOf } from '#features/core/practice/portal.ts'
import type { KnownClient } from '#features/records/clients/web/data.ts'
import type { AskFacts } from '#features/records/guests/contract.ts'
import { inviteSoon } from '#features/records/guests/web/invite-soon.ts'
import { inviteWay } from '#features/records/guests/web/invite-words.ts'
import { usePracticeSettings } from '#features/records/guests/web/use-practice-settings.ts'
import type { Also, KnownHorse } from '#features/records/horses/web/data.ts'
import { HandOverPanel } from '#features/records/horses/web/HandOverPanel.tsx'
import { useReachable } from '#platform/web/sync/status.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Note } from '#ui/Note.tsx'

type Props = { horse: KnownHorse; facts: AskFacts; also: Also; onClose: () => void }

/** A sale that an owner reported: the horse goes to its new owner as they gave it, and one press also invites the new owner. */
export function HandOverSale({ facts: { onDay, brings, name, phone, email }, ...props }: Props) {
  const settings = usePracticeSettings()
  const reachable = useReachable()
  const [isWanted, setWanted] = useState(true)
  const wayTo = (owner: KnownClient) => whyNot(owner) === undefined && reachable && inviteWay(owner)
  const whyNot = (owner: KnownClient) => (settings && portalOf(settings.portal).way === 'off' ? PORTAL_OFF : whyNotInvited(owner))
  return (
    <HandOverPanel
      {...props}
      proposed={{ ownedFrom: onDay, brings, buyer: { name, phone, email } }}
      more={(owner) => {
        const way = wayTo(owner)
        if (!way) return <Note tone="due">{whyNot(owner) ?? `Inviting needs signal. Invite ${owner.name} later, on their page.`}</Note>
        return (
          <Checkbox
            label={`Invite ${owner.name} to the portal`}
            help={way === 'email' ? `By e-mail, to ${owner.email}` : `By text, to ${owner.phone}`}
            checked={isWanted}
            onChange={(event) => setWanted(event.target.checked)}
          />
        )
      }}
      onSaved={(owner) => {
        const way = wayTo(owner)
        if (isWanted && way) void inviteSoon(owner, way)
      }}
    />
  )
}

const PORTAL_OFF = 'The portal is off, so nobody is invited.'

function whyNotInvited(owner: KnownClient): string | undefined {
  if (owner.portal === true) return `${owner.name} is invited to the portal already.`
  if (owner.portal === false) return `The portal is off for ${owner.name}.`
  return inviteWay(owner) ? undefined : `${owner.name} can’t be texted or e-mailed. Hand them a link, on their page.`
}
