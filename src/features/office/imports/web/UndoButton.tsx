import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Import } from '#features/office/imports/contract.ts'
import { useUndoImport } from '#features/office/imports/web/data.ts'
import { doneInWords } from '#features/office/imports/words.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-store.ts'

const ConfirmDialog = lazy(() => import('#ui/ConfirmDialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

type Props = { detail: Import; size?: 'sm'; onStarted: (id: string) => void }

/** Undoes a whole import, after a confirmation: it may remove hundreds of records. */
export function UndoButton({ detail, size, onStarted }: Props) {
  const [isAsking, setAsking] = useState(false)
  const undo = useUndoImport((id) => {
    setAsking(false)
    onStarted(id)
  })
  const confirm = () =>
    pressed(undo, detail.id, {
      onError: (error) => toast({ title: 'Not undone', description: sentenceOf(error), variant: 'destructive' }),
    })
  return (
    <>
      <Button icon={Undo2} {...(size && { size })} aria-label={`Undo ${detail.fileName}`} onClick={() => setAsking(true)}>
        Undo
      </Button>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={setAsking}
            title={`Undo ${detail.fileName}?`}
            keepLabel="Keep it"
            confirmLabel="Undo the import"
            confirmIcon={Undo2}
            busy={undo.isPending}
            onConfirm={confirm}
          >
            <p>
              {detail.counts
                ? `${doneInWords({ ...detail.counts, leftOut: 0 })}: all of that is removed again.`
                : 'All of it is removed again.'}{' '}
              Anything you've changed or used since stays.
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
