import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fileAgain, type KnownFile, removeFile, shareFile } from '#features/evidence/files/web/data.ts'
import { findOpened } from '#platform/web/files/opened-files.ts'
import { cancelUpload } from '#platform/web/files/uploads.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast-store.ts'
import { withToast } from '#ui/with-toast.ts'

/** Saves a file: from this device while it is here, else from the server, which takes a signal. */
export function SaveButton({ file }: { file: KnownFile }) {
  const reachable = useReachable()
  const save = async () => {
    const content = file.fileId && file.fileUrl ? await findOpened(file.fileId, file.fileUrl).catch(() => undefined) : undefined
    if (!content && !reachable) {
      return void toast({ title: 'No connection', description: `${file.fileName} is on the server. Open it when you have signal.` })
    }
    const url = content ? URL.createObjectURL(content) : serverUrl(file.fileUrl ?? '')
    Object.assign(document.createElement('a'), { href: url, download: file.fileName }).click()
    // Not every browser has begun to read it by now.
    if (content) setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  return <Button variant="quiet" size="icon" icon={Download} aria-label={`Save ${file.fileName}`} onClick={() => save()} />
}

/** Takes a file off record, with an undo; a file that is not sent yet is deleted, after a confirmation. */
export function RemoveButton({ file, isOnItsWay }: { file: KnownFile; isOnItsWay: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const remove = () =>
    withToast('File removed', `${file.fileName} has been removed.`, async () => (await removeFile(file.id)) && (() => fileAgain(file)))
  const forget = async () => {
    setAsking(false)
    if (!(await cancelUpload(file.fileId ?? '').catch(() => false))) toastFailed()
  }
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        icon={Trash2}
        aria-label={`Remove ${file.fileName}`}
        onClick={() => (isOnItsWay ? setAsking(true) : remove())}
        className="-mr-2"
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${file.fileName}?`}
        keepLabel="Keep it"
        confirmLabel="Delete it"
        onConfirm={() => forget()}
      >
        It hasn't reached the server yet, so it would be gone for good. A photo in your gallery stays there.
      </ConfirmDialog>
    </>
  )
}

/** Whether the horse's owner is shown a file. */
export function ShareSwitch({ file }: { file: KnownFile }) {
  const share = async (isShown: boolean) => {
    if (!(await shareFile(file.id, isShown).catch(() => false))) toastFailed()
  }
  return (
    <Switch
      label={
        <>
          Owner sees it<span className="sr-only"> {file.fileName}</span>
        </>
      }
      checked={file.shownToOwner}
      onChange={(isShown) => void share(isShown)}
    />
  )
}

const toastFailed = () => void toast({ variant: 'destructive', title: 'Error', description: "This device couldn't save it. Try again." })
