import { ExternalLink, MessageCircle, MessageSquareText, Share2 } from 'lucide-react'
import type { HandOverVia } from '#features/notices/contract.ts'
import { useHandOver } from '#features/notices/web/data.ts'
import { isApple, smsLink, whatsAppLink } from '#features/notices/web/message-links.ts'
import { Button } from '#ui/Button.tsx'
import { DropdownMenu, MenuItem, MenuLink } from '#ui/DropdownMenu.tsx'

type Props = {
  /** E.164; null: the person is chosen in the other app. */
  phone: string | null
  body: string
  /** Our text of the same words, which then does not go as well. */
  noticeId?: string
  label?: string
}

/** Opens a text in the farrier's own messages, WhatsApp or whatever the phone shares with; useful with no provider at all. */
export function TextActionsPanel({ phone, body, noticeId, label = 'Open in...' }: Props) {
  const handOver = useHandOver()
  const note = (via: HandOverVia) => noticeId && handOver.mutate({ id: noticeId, via })
  const share = () =>
    navigator.share({ text: body }).then(
      () => note('share'),
      // Closed without choosing: nothing was opened.
      () => undefined,
    )
  return (
    <DropdownMenu
      label="Open this text in"
      trigger={
        <Button size="sm" icon={ExternalLink}>
          {label}
        </Button>
      }
    >
      <MenuLink>
        <a href={smsLink(phone, body, isApple(navigator.userAgent))} onClick={() => note('sms')}>
          <MessageSquareText size={20} aria-hidden />
          My messages
        </a>
      </MenuLink>
      <MenuLink>
        <a href={whatsAppLink(phone, body)} target="_blank" rel="noopener noreferrer" onClick={() => note('whatsapp')}>
          <MessageCircle size={20} aria-hidden />
          WhatsApp
        </a>
      </MenuLink>
      {'share' in navigator && (
        <MenuItem icon={Share2} onSelect={share}>
          Share
        </MenuItem>
      )}
    </DropdownMenu>
  )
}
