import { useMutation } from '@tanstack/react-query'
import type { Webhook } from '#features/office/webhooks/contract.ts'
import { removeWebhook } from '#features/office/webhooks/web/data.ts'
import { addressOf } from '#features/office/webhooks/web/words.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { webhook: Webhook; onClose: () => void; onRemoved: () => void }

/** Removing a webhook can't be undone: its secret is gone. */
export function RemoveWebhookDialog({ webhook: { id, url }, onClose, onRemoved }: Props) {
  const removing = useMutation({
    mutationFn: () => removeWebhook(id),
    onSuccess: () => {
      toast({ title: 'Webhook removed', description: `Nothing goes to ${addressOf(url)} any more.` })
      onRemoved()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remove this webhook?"
      keepLabel="Keep it"
      confirmLabel="Remove"
      busy={removing.isPending}
      onConfirm={() => pressed(removing, undefined)}
    >
      <p className="[overflow-wrap:anywhere]">
        Its secret and the list of what was sent to {addressOf(url)} go with it. What waits isn’t sent.
      </p>
      {removing.error && (
        <Note tone="late" live className="mt-4">
          {sentenceOf(removing.error)}
        </Note>
      )}
    </ConfirmDialog>
  )
}
