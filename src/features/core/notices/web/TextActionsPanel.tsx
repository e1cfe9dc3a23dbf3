import { ExternalLink, MessageCircle, MessageSquareText, Share2 } from 'lucide-react'
import type { HandOverVia } from '#features/core/notices/contract.ts'
import { isApple, smsLink, whatsAppLink } from '#features/core/notices/web/message-links.ts'
import { Button } from '#ui/Button.tsx'
import { DropdownMenu, MenuItem, MenuLink } from '#ui/DropdownMenu.tsx'

type Props = {
  /** E.164; null: the person is chosen in the other app. */
  phone: string | null
  body: string
  /** Called with what it was opened in. */
  onOpened?: (via: HandOverVia) => void
  label?: string
}

/** Opens a text in the farrier's own messages, WhatsApp or whatever the phone shares with; useful with no provider at all. */
export function TextActionsPanel({ phone, body, onOpened, label = 'Open in...' }: Props) {
  const share = () =>
    navigator.share({ text: body }).then(
      () => onOpened?.('share'),
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
        <a href={smsLink(phone, body, isApple(navigator.userAgent))} onClick={() => onOpened?.('sms')}>
          <MessageSquareText size={20} aria-hidden />
          My messages
        </a>
      </MenuLink>
      <MenuLink>
        <a href={whatsAppLink(phone, body)} target="_blank" rel="noopener noreferrer" onClick={() => onOpened?.('whatsapp')}>
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
