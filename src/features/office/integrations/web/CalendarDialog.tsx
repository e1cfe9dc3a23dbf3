import { KeyRound, RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { Integration, OnMoved } from '#features/office/integrations/contract.ts'
import { DisconnectDialog } from '#features/office/integrations/web/DisconnectDialog.tsx'
import { useChange, useCheck } from '#features/office/integrations/web/data.ts'
import { ExchangedList } from '#features/office/integrations/web/ExchangedList.tsx'
import { FarCalendarFields } from '#features/office/integrations/web/FarCalendarFields.tsx'
import { LevelField } from '#features/office/integrations/web/LevelField.tsx'
import { RehearsedList } from '#features/office/integrations/web/RehearsedList.tsx'
import { Standing } from '#features/office/integrations/web/Standing.tsx'
import { SAID } from '#features/office/integrations/web/said.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

type Props = { integration: Integration; onClose: () => void; onSignIn: () => void }

const MOVED: readonly { value: OnMoved; label: string }[] = [
  { value: 'ask', label: 'Ask me' },
  { value: 'apply', label: 'Move it here too, and text the owner' },
  { value: 'back', label: 'Put it back there' },
]

/** The settings of a calendar that is written to: its state, level, moves there, calendars that count, what was exchanged, and its end. */
export function CalendarDialog({ integration, onClose, onSignIn }: Props) {
  const { id, name, asks, settings, isRehearsed, account } = integration
  const changing = useChange()
  const checking = useCheck()
  const [isEnding, setEnding] = useState(false)
  const set = (change: Integration['settings']) => changing.mutate({ id, enabled: true, settings: change }, SAID)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={name}
      description={account ?? settings.account}
      footer={
        <>
          <Button icon={Unplug} className="md:mr-auto" onClick={() => setEnding(true)}>
            Disconnect
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Standing integration={integration} />
        <div className="flex flex-wrap gap-2">
          <Button icon={RefreshCw} busy={checking.isPending} busyLabel="Checking..." onClick={() => checking.mutate({ id })}>
            Check now
          </Button>
          <Button variant="quiet" icon={KeyRound} onClick={onSignIn}>
            {asks.by === 'oauth' ? 'Sign in again' : 'Change the password'}
          </Button>
        </div>
        <LevelField value={settings.level ?? 'where'} onChange={(level) => set({ level })} />
        <Field label="When I move a visit in that calendar" help="What you delete there is always asked about first.">
          <Select value={settings.onMoved ?? 'ask'} options={MOVED} onChange={(event) => set({ onMoved: event.target.value as OnMoved })} />
        </Field>
        <FarCalendarFields integration={integration} isSaving={changing.isPending} onChange={set} />
        {isRehearsed ? <RehearsedList id={id} /> : <ExchangedList id={id} last={integration.lastSuccessAt} />}
      </div>
      {isEnding && <DisconnectDialog integration={integration} onClose={() => setEnding(false)} onEnded={onClose} />}
    </Dialog>
  )
}
