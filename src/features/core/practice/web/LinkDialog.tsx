import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { Invited } from '#features/core/practice/invitations.ts'
import { copyText } from '#platform/web/device/clipboard.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** A link to hand over, where the server sends no e-mail. It is shown once: only its recipient keeps it. */
export function LinkDialog({ invited: { invitation, link }, onClose }: { invited: Invited; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(link ?? '')
    setCopied(true)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`A link for ${invitation.name}`}
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" icon={isCopied ? Check : Copy} onClick={() => copy()}>
            {isCopied ? 'Copied' : 'Copy link'}
          </Button>
        </>
      }
    >
      <p className="mb-4">
        This server sends no e-mail. Send this link to {invitation.name} yourself, and to nobody else: anyone who opens it can join. It
        works once, within a week, and isn't shown again.
      </p>
      <Field label="Link">
        <TextInput readOnly value={link ?? ''} onFocus={(event) => event.currentTarget.select()} />
      </Field>
    </Dialog>
  )
}
