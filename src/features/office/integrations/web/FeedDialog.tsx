import { CalendarPlus, Check, Copy, RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { Integration } from '#features/office/integrations/contract.ts'
import { useChange, useDisconnect, useFeedAddress, useRenewFeed } from '#features/office/integrations/web/data.ts'
import { LevelField } from '#features/office/integrations/web/LevelField.tsx'
import { SAID } from '#features/office/integrations/web/said.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { copyText } from '#platform/web/device/clipboard.ts'
import { outside } from '#platform/web/device/outside.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { integration: Integration; onClose: () => void }

/** The settings of a calendar feed: its address, how much it shows, and its end. */
export function FeedDialog({ integration, onClose }: Props) {
  const { id, settings, leaves } = integration
  const changing = useChange()
  const ending = useDisconnect()
  const [isEnding, setEnding] = useState(false)
  const disconnect = () => ending.mutateAsync({ id }, SAID).then(onClose, () => undefined)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={integration.name}
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
        <Address />
        <LevelField
          value={settings.level ?? 'where'}
          onChange={(level) => changing.mutate({ id, enabled: true, settings: { level } }, SAID)}
        />
      </div>
      <ConfirmDialog
        open={isEnding}
        onOpenChange={setEnding}
        title="Disconnect the calendar feed?"
        keepLabel="Keep it"
        confirmLabel="Disconnect"
        busy={ending.isPending}
        onConfirm={disconnect}
      >
        {`Its address opens nothing any more. ${leaves.join(' ')} For a pause, switch it off: its address is kept for 30 days.`}
      </ConfirmDialog>
    </Dialog>
  )
}

/** Anyone who has it reads the diary: it can be replaced at any time. */
function Address() {
  const address = useFeedAddress()
  const renewing = useRenewFeed()
  const [copied, setCopied] = useState<string>()
  if (address.isError) return <Note tone="late">{sentenceOf(address.error)}</Note>
  if (!address.data) return <SkeletonRows label="Loading the address..." />
  const { url } = address.data
  const isCopied = copied === url
  const copy = () => copyText(url).then(() => setCopied(url))
  return (
    <div className="grid gap-3">
      <p>Add it to your calendar app once; new and moved visits show up there when the app next looks, usually within an hour or two.</p>
      <a {...outside(url.replace(/^https?:/, 'webcal:'))} className={buttonClass({ variant: 'primary', block: true })}>
        <CalendarPlus size={20} aria-hidden className="shrink-0" />
        Add to the calendar on this device
      </a>
      <Field
        label="Or paste its address into another calendar app"
        help="Anyone who has the address can read your diary, so keep it to yourself."
      >
        <TextInput readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button icon={isCopied ? Check : Copy} onClick={copy}>
          {isCopied ? 'Copied' : 'Copy the address'}
        </Button>
        <Button
          variant="quiet"
          icon={RefreshCw}
          busy={renewing.isPending}
          busyLabel="Replacing..."
          onClick={() => renewing.mutate(undefined, SAID)}
        >
          New address
        </Button>
      </div>
      {renewing.isSuccess && (
        <Note tone="ok" live>
          The old address opens nothing now. Add the new one to your calendar apps.
        </Note>
      )}
    </div>
  )
}
