import type { LucideIcon } from 'lucide-react'
import { waysToReach } from '#features/records/clients/web/contact.ts'
import { useClient } from '#features/records/clients/web/data.ts'
import { LinkButton } from '#ui/LinkButton.tsx'

type Props = { clientId: string; by: 'call' | 'text' | 'email' | 'find'; icon: LucideIcon; label: string }

/** A button that reaches a client with the device's own programs; nothing when there is no way. */
export function ReachLink({ clientId, by, icon, label }: Props) {
  const client = useClient(clientId)
  const way = client && waysToReach(client)[by]
  return (
    way && (
      <LinkButton {...way} icon={icon} aria-label={`${label} ${client.name}`}>
        {label}
      </LinkButton>
    )
  )
}
