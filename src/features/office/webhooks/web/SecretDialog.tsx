import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { MadeWebhook } from '#features/office/webhooks/contract.ts'
import { addressOf } from '#features/office/webhooks/web/words.tsx'
import { copyText } from '#platform/web/device/clipboard.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextArea } from '#ui/TextArea.tsx'

/** A secret that was just made. It is shown this once: it is sealed from then on. */
export function SecretDialog({ made: { secret, webhook }, onClose }: { made: MadeWebhook; onClose: () => void }) {
  const [copied, setCopied] = useState<'yes' | 'failed'>()
  const copy = async () =>
    setCopied(
      await copyText(secret).then(
        () => 'yes' as const,
        () => 'failed' as const,
      ),
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="The secret of the webhook"
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" icon={copied === 'yes' ? Check : Copy} onClick={() => copy()}>
            {copied === 'yes' ? 'Copied' : 'Copy it'}
          </Button>
        </>
      }
    >
      <p className="mb-4 [overflow-wrap:anywhere]">
        Copy it into the program at {addressOf(webhook.url)} now: it isn’t shown again. By it your program knows that a message is ours, as
        Standard Webhooks describes.
      </p>
      <Field label="Secret">
        <TextArea readOnly rows={2} className="break-all" value={secret} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      {copied === 'failed' && (
        <Note tone="due" live className="mt-4">
          This device doesn’t let it be copied. Select the secret and copy it by hand.
        </Note>
      )}
    </Dialog>
  )
}
