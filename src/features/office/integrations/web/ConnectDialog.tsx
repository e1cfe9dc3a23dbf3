import { useState } from 'react'
import type { Integration } from '#features/office/integrations/contract.ts'
import { useChange } from '#features/office/integrations/web/data.ts'
import { Exchange } from '#features/office/integrations/web/Exchange.tsx'
import { LevelField } from '#features/office/integrations/web/LevelField.tsx'
import { SAID } from '#features/office/integrations/web/said.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Note } from '#ui/Note.tsx'

type Props = { integration: Integration; onClose: () => void; onConnected: () => void }

/** Spec §4: switching on opens it. It says what is exchanged before anything is. */
export function ConnectDialog({ integration, onClose, onConnected }: Props) {
  const [level, setLevel] = useState(integration.settings.level ?? 'where')
  const changing = useChange()
  const connect = () =>
    changing.mutate(
      { id: integration.id, enabled: true, settings: { level } },
      {
        onSuccess: () => {
          SAID.onSuccess()
          onConnected()
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Connect ${integration.name}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={changing.isPending} busyLabel="Connecting..." onClick={connect}>
            Connect
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <LevelField value={level} onChange={setLevel} />
        <Exchange integration={integration} />
        {changing.isError && (
          <Note tone="late" live>
            {sentenceOf(changing.error)}
          </Note>
        )}
      </div>
    </Dialog>
  )
}
