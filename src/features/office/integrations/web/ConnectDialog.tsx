import { type FormEvent, useState } from 'react'
import type { Integration } from '#features/office/integrations/contract.ts'
import { useChange } from '#features/office/integrations/web/data.ts'
import { Credit, Exchange } from '#features/office/integrations/web/Exchange.tsx'
import { AskedFields, type Key, KeyFields, typedOf } from '#features/office/integrations/web/KeyFields.tsx'
import { LevelField } from '#features/office/integrations/web/LevelField.tsx'
import { ReviewsLaw } from '#features/office/integrations/web/ReviewsLaw.tsx'
import { SignInDialog } from '#features/office/integrations/web/SignInDialog.tsx'
import { SAID } from '#features/office/integrations/web/said.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { integration: Integration; onClose: () => void; onConnected: () => void }

/** Spec §4: switching on opens it. It shows first what is exchanged, and has the field for a key or the way to sign in, if any. */
export const ConnectDialog = (props: Props) =>
  props.integration.asks.by === 'oauth' ? <SignInDialog {...props} asks={props.integration.asks} /> : <KeyDialog {...props} />

function KeyDialog({ integration, onClose, onConnected }: Props) {
  const { id, name, category, asks, settings } = integration
  const isCalendar = category === 'calendar'
  const [level, setLevel] = useState(settings.level ?? 'where')
  const [key, setKey] = useState<Key>({ address: settings.address ?? '', account: settings.account ?? '', apiKey: settings.apiKey ?? '' })
  const changing = useChange()
  const isKeyed = asks.by === 'key'
  const fields = asks.by === 'nothing' ? (asks.fields ?? []) : []
  const isLink = asks.by === 'nothing' && asks.isLink === true
  const isMissing = isLink
    ? key.address.trim() === ''
    : isKeyed && key.apiKey.trim() === '' && !(asks.isEither && key.address.trim() !== '')
  // A form whose button is disabled is not sent by Enter, either.
  const tellMissing = () => isMissing && toast({ ...(isLink ? NO_LINK : NO_KEY), variant: 'destructive' })
  const connect = (event: FormEvent) => {
    event.preventDefault()
    if (isMissing || changing.isPending) return
    changing.mutate(
      { id, enabled: true, settings: { ...(isCalendar && { level }), ...typedOf(asks, key) } },
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
      losesNothing={!isKeyed && fields.length === 0}
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
        {!isKeyed && fields.length > 0 && (
          <AskedFields fields={fields} value={key} onChange={setKey} onEnter={tellMissing} isOptional={!isLink} />
        )}
        {isKeyed && <KeyFields asks={asks} value={key} onChange={setKey} onEnter={tellMissing} />}
        {changing.isError && (
          <Note tone="late" live>
            {sentenceOf(changing.error)}
          </Note>
        )}
        {isCalendar && <LevelField value={level} onChange={setLevel} />}
        <Exchange integration={integration} />
        {isLink && <ReviewsLaw />}
        <Credit integration={integration} />
      </div>
    </Dialog>
  )
}

const NO_KEY = { title: 'API Key Required', description: 'Please enter your API key to connect this integration.' }
const NO_LINK = { title: 'Link required', description: 'Paste your review link first.' }
