import { KeyRound, RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { Integration } from '#features/office/integrations/contract.ts'
import { useCheck, useDisconnect } from '#features/office/integrations/web/data.ts'
import { Credit } from '#features/office/integrations/web/Exchange.tsx'
import { ExchangedList } from '#features/office/integrations/web/ExchangedList.tsx'
import { Standing } from '#features/office/integrations/web/Standing.tsx'
import { SAID } from '#features/office/integrations/web/said.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Dialog } from '#ui/Dialog.tsx'

type Props = { integration: Integration; onClose: () => void; onSignIn: () => void }

/** The settings of what is only read (positions, roads, forecasts): its state, its key or address, what was exchanged, and its end. */
export function MappingDialog({ integration, onClose, onSignIn }: Props) {
  const { id, name, category, asks, account, settings, leaves, lastSuccessAt } = integration
  const checking = useCheck()
  const ending = useDisconnect()
  const [isEnding, setEnding] = useState(false)
  const disconnect = () => ending.mutateAsync({ id }, SAID).then(onClose, () => undefined)
  const isKeyed = asks.by === 'key'
  const isTyped = isKeyed || (asks.by === 'nothing' && asks.fields !== undefined)
  const pause = isKeyed ? 'For a pause, switch it off: the key is kept for 30 days.' : 'For a pause, switch it off.'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={name}
      description={settings.address || (category === 'accounting' && account) || undefined}
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
          <Button icon={RefreshCw} busy={checking.isPending} busyLabel="Checking..." onClick={() => checking.mutate({ id }, SAID_IF_NOT)}>
            Check now
          </Button>
          {isTyped && (
            <Button variant="quiet" icon={KeyRound} onClick={onSignIn}>
              {isKeyed ? 'Change the key' : 'Change the address'}
            </Button>
          )}
        </div>
        <ExchangedList id={id} last={lastSuccessAt} />
        <Credit integration={integration} />
      </div>
      <ConfirmDialog
        open={isEnding}
        onOpenChange={setEnding}
        title={`Disconnect ${name}?`}
        keepLabel="Keep it"
        confirmLabel="Disconnect"
        busy={ending.isPending}
        onConfirm={disconnect}
      >
        {[isKeyed && 'Its key is forgotten.', ...leaves, pause].filter(Boolean).join(' ')}
      </ConfirmDialog>
    </Dialog>
  )
}

const SAID_IF_NOT = { onError: SAID.onError }
