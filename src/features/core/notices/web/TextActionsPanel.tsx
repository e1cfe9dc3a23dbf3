import { ExternalLink, MessageCircle, MessageSquareText, Share2 } from 'lucide-react'
import type { HandOverVia } from '#features/core/notices/contract.ts'
import { whatsAppLink } from '#features/core/notices/web/message-links.ts'
import { outside, textLink } from '#platform/web/device/outside.ts'
import { canShare, share } from '#platform/web/device/share.ts'
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

/** Opens a text in the farrier's own messages, WhatsApp or any app the phone shares with; useful with no provider at all. */
export function TextActionsPanel({ phone, body, onOpened, label = 'Open in...' }: Props) {
  const text = textLink(phone, body)
  const whatsApp = outside(whatsAppLink(phone, body))
  const pass = async () => {
    if (await share({ text: body })) onOpened?.('share')
  }
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
        <a {...text} href={text.href} onClick={() => onOpened?.('sms')}>
          <MessageSquareText size={20} aria-hidden />
          My messages
        </a>
      </MenuLink>
      <MenuLink>
        <a target="_blank" rel="noopener noreferrer" {...whatsApp} href={whatsApp.href} onClick={() => onOpened?.('whatsapp')}>
          <MessageCircle size={20} aria-hidden />
          WhatsApp
        </a>
      </MenuLink>
      {canShare() && (
        <MenuItem icon={Share2} onSelect={pass}>
          Share
        </MenuItem>
      )}
    </DropdownMenu>
  )
}
