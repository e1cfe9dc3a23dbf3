import { Check, Circle, CircleAlert, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { UpgradePanel } from '#features/core/practice/web/UpgradePanel.tsx'
import type { Integration } from '#features/office/integrations/contract.ts'
import { ConnectDialog } from '#features/office/integrations/web/ConnectDialog.tsx'
import { useChange } from '#features/office/integrations/web/data.ts'
import { FeedDialog } from '#features/office/integrations/web/FeedDialog.tsx'
import { SAID } from '#features/office/integrations/web/said.ts'
import { lastSyncWords } from '#platform/web/sync/last-sync-words.ts'
import { useNow } from '#platform/web/use-now.ts'
import { Badge, type BadgeTone } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/Switch.tsx'

const LOOK: Readonly<Record<Integration['status'], { tone: BadgeTone; icon: LucideIcon; word: string }>> = {
  connected: { tone: 'ok', icon: Check, word: 'Connected' },
  error: { tone: 'late', icon: CircleAlert, word: 'Error' },
  disconnected: { tone: 'neutral', icon: Circle, word: 'Disconnected' },
}

/** Spec §2: what can be connected, how it stands, its switch and its settings. */
export function IntegrationCard({ integration }: { integration: Integration }) {
  const { name, description, enabled, status, isInPlan } = integration
  const [isConnecting, setConnecting] = useState(false)
  const [isSetting, setSetting] = useState(false)
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
      {enabled && <LastSuccess at={integration.lastSuccessAt} />}
      {isInPlan || enabled ? (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <Switch label="Enabled" checked={enabled} onChange={turn} disabled={changing.isPending} />
          <Button onClick={() => (enabled ? setSetting(true) : setConnecting(true))}>Settings</Button>
        </div>
      ) : (
        <UpgradePanel feature="calendar-integration" className="mt-3" />
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
      {isSetting && <FeedDialog integration={integration} onClose={() => setSetting(false)} />}
    </Card>
  )
}

function LastSuccess({ at }: { at: string | null }) {
  const now = useNow()
  return (
    <p className="mt-1 text-14 text-ink-2">
      {at ? `Last read: ${lastSyncWords(Date.parse(at), now)}` : 'No calendar app has read it yet.'}
    </p>
  )
}
