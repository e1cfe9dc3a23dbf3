import { KeyRound, RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { Integration } from '#features/office/integrations/contract.ts'
import { AudienceFields } from '#features/office/integrations/web/AudienceFields.tsx'
import { DisconnectDialog } from '#features/office/integrations/web/DisconnectDialog.tsx'
import { useChange, useCheck } from '#features/office/integrations/web/data.ts'
import { ExchangedList } from '#features/office/integrations/web/ExchangedList.tsx'
import { RehearsedPeople } from '#features/office/integrations/web/RehearsedPeople.tsx'
import { Standing } from '#features/office/integrations/web/Standing.tsx'
import { SAID } from '#features/office/integrations/web/said.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

type Props = { integration: Integration; onClose: () => void; onSignIn: () => void }

/** The settings of a newsletter list: its state, the list, the tags, what was exchanged, and its end. */
export function AudienceDialog({ integration, onClose, onSignIn }: Props) {
  const { id, name, isRehearsed, account, lastSuccessAt } = integration
  const changing = useChange()
  const checking = useCheck()
  const [isEnding, setEnding] = useState(false)
  const set = (change: Integration['settings']) => changing.mutate({ id, enabled: true, settings: change }, SAID)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={name}
      description={account ?? undefined}
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
          <Button variant="quiet" icon={KeyRound} onClick={onSignIn}>
            Change the key
          </Button>
        </div>
        <AudienceFields integration={integration} isSaving={changing.isPending} onChange={set} />
        {isRehearsed ? <RehearsedPeople id={id} /> : <ExchangedList id={id} last={lastSuccessAt} />}
      </div>
      {isEnding && <DisconnectDialog integration={integration} onClose={() => setEnding(false)} onEnded={onClose} />}
    </Dialog>
  )
}

const SAID_IF_NOT = { onError: SAID.onError }
