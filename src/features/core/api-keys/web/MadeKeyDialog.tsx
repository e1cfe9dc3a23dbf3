import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { MadeApiKey } from '#features/core/api-keys/contract.ts'
import { copyText } from '#platform/web/device/clipboard.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextArea } from '#ui/TextArea.tsx'

/** A key that was just made. It is shown this once: only its hash is kept. */
export function MadeKeyDialog({ made: { key, apiKey }, onClose }: { made: MadeApiKey; onClose: () => void }) {
  const [copied, setCopied] = useState<'yes' | 'failed'>()
  const copy = async () =>
    setCopied(
      await copyText(key).then(
        () => 'yes' as const,
        () => 'failed' as const,
      ),
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`The key for ${apiKey.name}`}
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" icon={copied === 'yes' ? Check : Copy} onClick={() => copy()}>
            {copied === 'yes' ? 'Copied' : 'Copy the key'}
          </Button>
        </>
      }
    >
      <p className="mb-4">
        Copy it into your program now: it isn’t shown again. Whoever has it can do what it is for, so keep it as you keep a password.
      </p>
      <Field label="Key">
        <TextArea readOnly rows={2} className="break-all" value={key} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      {copied === 'failed' && (
        <Note tone="due" live className="mt-4">
          This device doesn’t let it be copied. Select the key and copy it by hand.
        </Note>
      )}
    </Dialog>
  )
}
