import { type FormEvent, useState } from 'react'
import type { Integration } from '#features/office/integrations/contract.ts'
import { useChange } from '#features/office/integrations/web/data.ts'
import { Exchange } from '#features/office/integrations/web/Exchange.tsx'
import { type Key, KeyFields } from '#features/office/integrations/web/KeyFields.tsx'
import { LevelField } from '#features/office/integrations/web/LevelField.tsx'
import { SAID } from '#features/office/integrations/web/said.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { integration: Integration; onClose: () => void; onConnected: () => void }

/** Spec §4: switching on opens it. It says what is exchanged before anything is, and asks for the key where there is one. */
export function ConnectDialog({ integration, onClose, onConnected }: Props) {
  const { id, name, asks, settings } = integration
  const [level, setLevel] = useState(settings.level ?? 'where')
  const [key, setKey] = useState<Key>({ address: settings.address ?? '', account: settings.account ?? '', apiKey: settings.apiKey ?? '' })
  const changing = useChange()
  const isKeyed = asks.by === 'key'
  const isMissing = isKeyed && key.apiKey.trim() === ''
  // A form whose button is disabled is not sent by Enter, either.
  const tellMissing = () =>
    isMissing &&
    toast({ title: 'API Key Required', description: 'Please enter your API key to connect this integration.', variant: 'destructive' })
  const connect = (event: FormEvent) => {
    event.preventDefault()
    if (isMissing || changing.isPending) return
    changing.mutate(
      { id, enabled: true, settings: { level, ...(isKeyed && key) } },
      {
        onSuccess: () => {
          SAID.onSuccess()
          onConnected()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Connect ${name}`}
      onSubmit={connect}
      losesNothing={!isKeyed}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isMissing} busy={changing.isPending} busyLabel="Connecting...">
            Connect
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {isKeyed && <KeyFields asks={asks} value={key} onChange={setKey} onEnter={tellMissing} />}
        {changing.isError && (
          <Note tone="late" live>
            {sentenceOf(changing.error)}
          </Note>
        )}
        <LevelField value={level} onChange={setLevel} />
        <Exchange integration={integration} />
      </div>
    </Dialog>
  )
}
