import { Check, Circle, CircleAlert, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import type { Integration } from '#features/office/integrations/contract.ts'
import { AccountingDialog } from '#features/office/integrations/web/AccountingDialog.tsx'
import { AudienceDialog } from '#features/office/integrations/web/AudienceDialog.tsx'
import { CalendarDialog } from '#features/office/integrations/web/CalendarDialog.tsx'
import { ConnectDialog } from '#features/office/integrations/web/ConnectDialog.tsx'
import { useChange, useCheck } from '#features/office/integrations/web/data.ts'
import { FeedDialog } from '#features/office/integrations/web/FeedDialog.tsx'
import { MappingDialog } from '#features/office/integrations/web/MappingDialog.tsx'
import { ReviewsDialog } from '#features/office/integrations/web/ReviewsDialog.tsx'
import { SocialDialog } from '#features/office/integrations/web/SocialDialog.tsx'
import { Standing } from '#features/office/integrations/web/Standing.tsx'
import { SAID } from '#features/office/integrations/web/said.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Badge, type BadgeTone } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/Switch.tsx'

const LOOK: Readonly<Record<Integration['status'], { tone: BadgeTone; icon: LucideIcon; word: string }>> = {
  connected: { tone: 'ok', icon: Check, word: 'Connected' },
  error: { tone: 'late', icon: CircleAlert, word: 'Error' },
  disconnected: { tone: 'neutral', icon: Circle, word: 'Disconnected' },
}

/** Spec §2: what can be connected, its state, its switch and its settings, open at first where `isOpen`. What a plan lacks has neither. */
export function IntegrationCard({ integration, isOpen = false }: { integration: Integration; isOpen?: boolean }) {
  const { name, description, of, enabled, status, isInPlan } = integration
  const isMine = may(useSession<CurrentUser>().user?.role, 'connectPractice') || of === 'member'
  const [isConnecting, setConnecting] = useState(false)
  const [isSetting, setSetting] = useState(isOpen)
  const changing = useChange()
  const { tone, icon, word } = LOOK[status]
  const turn = (isOn: boolean) => (isOn ? setConnecting(true) : changing.mutate({ id: integration.id, enabled: false }, SAID))
  return (
    <Card
      title={name}
      action={
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      }
      padded
    >
      <p>{description}</p>
      <Standing integration={integration} />
      {integration.isVeryMany && <VeryMany id={integration.id} />}
      {!isMine ? (
        <p className="mt-3 text-ink-2">The owner connects this one.</p>
      ) : (
        (isInPlan || enabled) && (
          <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
            <Switch label="Enabled" checked={enabled} onChange={turn} disabled={changing.isPending} />
            <Button onClick={() => (enabled ? setSetting(true) : setConnecting(true))}>Settings</Button>
          </div>
        )
      )}
      {isConnecting && (
        <ConnectDialog
          integration={integration}
          onClose={() => setConnecting(false)}
          onConnected={() => {
            setConnecting(false)
            setSetting(true)
          }}
        />
      )}
      {isSetting && (
        <SettingsDialog
          integration={integration}
          onClose={() => setSetting(false)}
          onSignIn={() => {
            setSetting(false)
            setConnecting(true)
          }}
        />
      )}
    </Card>
  )
}

type SettingsProps = { integration: Integration; onClose: () => void; onSignIn: () => void }

function SettingsDialog({ integration, onClose, onSignIn }: SettingsProps) {
  if (integration.id === 'feed') return <FeedDialog integration={integration} onClose={onClose} />
  const Shown = dialogOf(integration)
  return <Shown integration={integration} onClose={onClose} onSignIn={onSignIn} />
}

/** What is only read, and asks for a key, has the dialog of what is read for the map. */
function dialogOf({ id, category, asks }: Integration) {
  if (category === 'calendar') return CalendarDialog
  if (category === 'social') return SocialDialog
  if (category === 'marketing') return id === 'reviews' ? ReviewsDialog : AudienceDialog
  return category === 'accounting' && asks.by === 'oauth' ? AccountingDialog : MappingDialog
}

/** A slip, or a wish? A person decides before anything follows from it. */
function VeryMany({ id }: { id: string }) {
  const checking = useCheck()
  return (
    <div className="mt-2 grid gap-2 sm:flex">
      <Button busy={checking.isPending} onClick={() => checking.mutate({ id, many: 'back' }, SAID)}>
        Put all back there
      </Button>
      <Button busy={checking.isPending} onClick={() => checking.mutate({ id, many: 'ask' }, SAID)}>
        Ask me about each
      </Button>
    </div>
  )
}
