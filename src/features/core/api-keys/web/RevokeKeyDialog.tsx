import { useMutation } from '@tanstack/react-query'
import type { ApiKey } from '#features/core/api-keys/contract.ts'
import { revokeApiKey } from '#features/core/api-keys/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { apiKey: ApiKey; onClose: () => void; onRevoked: () => void }

/** Revoking a key can't be undone: nobody has it any more, so a new one is made. */
export function RevokeKeyDialog({ apiKey: { id, name }, onClose, onRevoked }: Props) {
  const revoking = useMutation({
    mutationFn: () => revokeApiKey(id),
    onSuccess: () => {
      toast({ title: 'Key revoked', description: `${name} opens nothing any more.` })
      onRevoked()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke ${name}?`}
      keepLabel="Keep it"
      confirmLabel="Revoke"
      busy={revoking.isPending}
      onConfirm={() => pressed(revoking, undefined)}
    >
      <p>The program that uses it is shut out within two seconds, for good. What it has done stays.</p>
      {revoking.error && (
        <Note tone="late" live className="mt-4">
          {sentenceOf(revoking.error)}
        </Note>
      )}
    </ConfirmDialog>
  )
}
