import { Archive, ArchiveRestore, EllipsisVertical, Phone, UserRound } from 'lucide-react'
import { Link } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { phoneOf } from '#features/records/clients/rules.ts'
import { clientHref } from '#features/records/clients/web/ClientLink.tsx'
import { type KnownThread, putAway } from '#features/talk/messaging/web/data.ts'
import { callLink } from '#platform/web/device/outside.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRow } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { DropdownMenu, MenuItem, MenuLink } from '#ui/DropdownMenu.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = { thread: KnownThread; onForge?: boolean }

/** Rings the client of a conversation, opens their record, archives the conversation. */
export function ConversationActions({ thread, onForge = false }: Props) {
  const client = useRow<Client>('clients', thread.clientId)
  const mayPut = may(useSession<CurrentUser>().user?.role, 'sendTexts')
  const number = client && phoneOf(client)
  const variant = onForge ? 'forge' : 'quiet'
  const put = () => withToast(thread.closedAt ? 'Moved back to messages' : 'Archive', thread.subject, () => putAway(thread))
  return (
    <>
      {client && number && (
        <LinkButton variant={variant} size="icon" icon={Phone} {...callLink(number)} aria-label={`Call ${client.name}`} />
      )}
      {client && (
        <DropdownMenu
          label="This conversation"
          trigger={<Button variant={variant} size="icon" icon={EllipsisVertical} aria-label="More" />}
        >
          <MenuLink>
            <Link href={clientHref(client.id)}>
              <UserRound size={20} aria-hidden />
              {client.name}
            </Link>
          </MenuLink>
          {mayPut && (
            <MenuItem icon={thread.closedAt ? ArchiveRestore : Archive} onSelect={() => void put()}>
              {thread.closedAt ? 'Move back to messages' : 'Archive'}
            </MenuItem>
          )}
        </DropdownMenu>
      )}
    </>
  )
}
