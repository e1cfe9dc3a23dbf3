import { Check, Circle, CircleAlert, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { UpgradePanel } from '#features/core/practice/web/UpgradePanel.tsx'
import type { Integration } from '#features/office/integrations/contract.ts'
import { CalendarDialog } from '#features/office/integrations/web/CalendarDialog.tsx'
import { ConnectDialog } from '#features/office/integrations/web/ConnectDialog.tsx'
import { useChange, useCheck } from '#features/office/integrations/web/data.ts'
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
      <Standing integration={integration} />
      {integration.isVeryMany && <VeryMany id={integration.id} />}
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
      {isSetting && integration.asks.by === 'nothing' && <FeedDialog integration={integration} onClose={() => setSetting(false)} />}
      {isSetting && integration.asks.by === 'key' && (
        <CalendarDialog
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

/** One sentence: what it waits for, or the last exchange. */
function Standing({ integration }: { integration: Integration }) {
  const now = useNow()
  const words = standingOf(integration, now)
  return words ? <p className="mt-1 text-14 text-ink-2">{words}</p> : null
}

function standingOf(integration: Integration, now: number): string | undefined {
  const { asks, enabled, isEnding, isRehearsed, status, sentence, lastSuccessAt, entries } = integration
  if (isEnding && sentence) return `The entries could not be taken out there. ${sentence}`
  if (isEnding) return `Taking ${entries === 1 ? 'the last entry' : `${entries.toLocaleString('en-GB')} entries`} out there…`
  if (!enabled) return undefined
  const last = lastSuccessAt && lastSyncWords(Date.parse(lastSuccessAt), now)
  if (asks.by === 'nothing') return last ? `Last read: ${last}` : 'No calendar app has read it yet.'
  if (isRehearsed) return 'Test version: key not tried, nothing is sent.'
  if (sentence) return last && status === 'connected' ? `${sentence} Last exchange: ${last}` : sentence
  return last ? `Up to date: ${last}` : 'Sending your diary there…'
}

/** A slip, or a wish? A person decides before anything follows from it. */
function VeryMany({ id }: { id: string }) {
  const checking = useCheck()
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button busy={checking.isPending} onClick={() => checking.mutate({ id, many: 'back' }, SAID)}>
        Put all back there
      </Button>
      <Button busy={checking.isPending} onClick={() => checking.mutate({ id, many: 'ask' }, SAID)}>
        Ask me about each
      </Button>
    </div>
  )
}
