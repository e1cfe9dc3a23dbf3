import { CloudUpload, Undo2 } from 'lucide-react'
import type { AttentionItem } from '#features/office/attention/web/use-attention.ts'
import { bringBack, discard, keepMine, keepTheirs } from '#platform/web/sync/resolve.ts'
import { toast } from '#ui/toast-store.ts'

export type Choice = 'mine' | 'theirs' | 'discard'

/** Applies the farrier's decision about a change and shows a toast; a discarded change can be restored for 30 days. */
export async function resolveChange(
  { opId, title, seenRev }: Pick<AttentionItem, 'opId' | 'title' | 'seenRev'>,
  choice: Choice,
): Promise<void> {
  const act = { mine: () => keepMine(opId, { seenRev }), theirs: () => keepTheirs(opId), discard: () => discard(opId) }[choice]
  if (!(await act().catch(() => false))) return toastGone()
  if (choice === 'mine') toast({ title: 'Kept yours', description: `${title}. It goes to the server next.`, icon: CloudUpload })
  else
    toast({
      title: choice === 'theirs' ? 'Kept theirs' : 'Change discarded',
      description: `${title}. Yours is set aside for 30 days.`,
      action: { label: 'Undo', run: () => void takeBack(opId) },
    })
}

/** Restores a discarded change; it waits for a decision again, or is sent. */
export async function takeBack(opId: string): Promise<void> {
  if (await bringBack(opId).catch(() => false)) toast({ title: 'Your change is back', icon: Undo2 })
  else toastGone()
}

const toastGone = () =>
  void toast({ title: 'Error', description: 'That change is no longer waiting on this device.', variant: 'destructive' })
