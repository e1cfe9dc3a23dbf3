import { type KnownHorse, removeHorse } from '#features/records/horses/web/data.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { horse: KnownHorse; onClose: () => void }

/** A horse that should never have been entered, before any work on it. Mount it to open it. */
export function RemoveDialog({ horse, onClose }: Props) {
  const remove = async () => {
    const isRemoved = await removeHorse(horse.id).catch(() => false)
    if (isRemoved) toast({ title: 'Success', description: `${horse.name} removed` })
    else toast({ variant: 'destructive', title: 'Error', description: "This device couldn't save it. Try again." })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Remove ${horse.name}?`}
      keepLabel={`Keep ${horse.name}`}
      confirmLabel="Remove"
      onConfirm={() => remove()}
    >
      It has no work on record. Its coming visits stay, without it.
    </ConfirmDialog>
  )
}
