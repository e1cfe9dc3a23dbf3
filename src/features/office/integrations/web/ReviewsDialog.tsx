import { Link2, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { Integration } from '#features/office/integrations/contract.ts'
import { useDisconnect } from '#features/office/integrations/web/data.ts'
import { ExchangedList } from '#features/office/integrations/web/ExchangedList.tsx'
import { ReviewsLaw } from '#features/office/integrations/web/ReviewsLaw.tsx'
import { Standing } from '#features/office/integrations/web/Standing.tsx'
import { SAID } from '#features/office/integrations/web/said.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'

type Props = { integration: Integration; onClose: () => void; onSignIn: () => void }

/** The settings of review requests: the link, what is planned, why it is as it is, and its end. */
export function ReviewsDialog({ integration, onClose, onSignIn }: Props) {
  const { id, name, settings, leaves, lastSuccessAt } = integration
  const ending = useDisconnect()
  const [isEnding, setEnding] = useState(false)
  const disconnect = () => ending.mutateAsync({ id }, SAID).then(onClose, () => undefined)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={name}
      description={settings.address || undefined}
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
          <LinkButton href="/outbox">What waits in the Outbox</LinkButton>
          <Button variant="quiet" icon={Link2} onClick={onSignIn}>
            Change the link
          </Button>
        </div>
        <ReviewsLaw />
        <ExchangedList id={id} last={lastSuccessAt} />
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
        {[...leaves, 'For a pause, switch it off.'].join(' ')}
      </ConfirmDialog>
    </Dialog>
  )
}
