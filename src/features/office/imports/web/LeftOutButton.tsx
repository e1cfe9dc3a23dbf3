import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Import } from '#features/office/imports/contract.ts'
import { rowsLeftOut } from '#features/office/imports/web/data.ts'
import { saveRows } from '#features/office/imports/web/save-rows.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-store.ts'

/** Saves the rows an import left out, each with the reason. */
export function LeftOutButton({ detail, size }: { detail: Pick<Import, 'id' | 'fileName'>; size?: 'sm' }) {
  const saving = useMutation({
    mutationFn: () => rowsLeftOut(detail.id),
    onSuccess: ({ header, rows }) => saveRows(detail.fileName, header, rows),
    onError: (error) => toast({ title: 'Not downloaded', description: sentenceOf(error), variant: 'destructive' }),
  })
  return (
    <Button
      icon={Download}
      {...(size && { size })}
      busy={saving.isPending}
      busyLabel="Downloading..."
      onClick={() => pressed(saving, undefined)}
    >
      Rows left out
    </Button>
  )
}
