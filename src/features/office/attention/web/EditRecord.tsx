import { Suspense, useEffect } from 'react'
import { formOf, hrefOf } from '#features/office/attention/web/reading.ts'
import type { AttentionItem } from '#features/office/attention/web/use-attention.ts'
import type { SyncedName } from '#lib/synced.ts'
import { GoTo } from '#platform/web/record-forms.tsx'
import { keepMine, seeTheirs } from '#platform/web/sync/resolve.ts'
import { toast } from '#ui/toast-store.ts'

type Props = { item: AttentionItem; onClose: () => void }

/** The record's own form over the status; without one, its screen. Saving it unchanged keeps mine. */
export function EditRecord({ item, onClose }: Props) {
  const { kind, opId, seenRev } = item
  useEffect(() => {
    if (kind === 'conflict') void seeTheirs(opId, seenRev)
  }, [kind, opId, seenRev])
  const onSaved = () => {
    toast({ title: 'Success', description: `${item.title} is sorted` })
    if (kind === 'conflict') void keepMine(opId, { seenRev })
  }
  const [Form, href] = [formOf(item.entity), hrefOf(item.entity)]
  if (!Form) return href && <GoTo href={href(item.id)} />
  return (
    <Suspense>
      <Form id={item.id} onClose={onClose} onSaved={onSaved} />
    </Suspense>
  )
}

/** Whether the record has a form or a screen. */
export const canEdit = (entity: SyncedName): boolean => (formOf(entity) ?? hrefOf(entity)) !== undefined
