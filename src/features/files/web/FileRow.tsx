import { Download, FileText, Film, ImageIcon, RotateCcw, ScanLine, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { PICKED, sizeWords, TYPE_LABELS } from '#features/files/rules.ts'
import { fileAgain, type KnownFile, removeFile } from '#features/files/web/data.ts'
import { LookButton } from '#features/files/web/LookButton.tsx'
import { useSyncStatus } from '#platform/web/status.ts'
import { addAgain, cancelUpload, readKept, type UploadState } from '#platform/web/uploads.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Meter } from '#ui/Meter.tsx'
import { Note } from '#ui/Note.tsx'
import { PendingMark } from '#ui/PendingMark.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { file: KnownFile; horse: { id: string; name: string }; upload: UploadState | undefined }

const ICONS = { image: ImageIcon, video: Film, scan: ScanLine, radiograph: ScanLine, 'gait-analysis': FileText, document: FileText }

/** One file: what it is, how far it has got, and opening or taking it off. */
export function FileRow({ file, horse, upload }: Props) {
  const Icon = ICONS[file.fileType]
  const isOnItsWay = upload !== undefined && upload.state !== 'stored'
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex items-start gap-3">
        <Icon size={20} aria-hidden className="mt-1 shrink-0 text-ink-2" />
        <div className="min-w-0 flex-1">
          <p className="font-bold [overflow-wrap:anywhere]">{file.fileName}</p>
          <p className="flex flex-wrap gap-x-2 text-14 text-ink-2">
            <span>
              {TYPE_LABELS[file.fileType]}, {sizeWords(file.fileSize)}
              {file.receivedFrom && `, from ${file.receivedFrom}`}
            </span>
            {!isOnItsWay && <PendingMark isPending={file.isPending} needsAttention={file.needsAttention} wordy />}
          </p>
          {file.description && <p className="whitespace-pre-line">{file.description}</p>}
        </div>
        <LookButton file={file} horse={horse} />
        <OpenButton file={file} isHere={upload !== undefined && upload.state !== 'missing'} />
        <RemoveButton file={file} isOnItsWay={isOnItsWay} />
      </div>
      {isOnItsWay && <OnItsWay file={file} upload={upload} />}
    </li>
  )
}

function OnItsWay({ file, upload }: { file: KnownFile; upload: UploadState }) {
  if (upload.state === 'missing') return <ChooseAgain file={file} upload={upload} />
  if (upload.state === 'refused') return <Note tone="late">{upload.problem}</Note>
  const words = upload.isHeld ? 'Waiting for Wi-Fi' : upload.state === 'uploading' ? 'Sending' : 'Waiting to be sent'
  const figure = `${sizeWords(upload.sent)} of ${sizeWords(upload.size)}`
  return (
    <div className="grid gap-1 pl-8">
      <Meter value={(upload.sent / upload.size) * 100} label={`${file.fileName} sent`} valueText={figure} tone="now" />
      <p className="text-14 text-ink-2 tabular-nums">
        {words}, {figure}
      </p>
      {upload.problem && <p className="text-14">{upload.problem}</p>}
    </div>
  )
}

/** The browser cleared it: the same file goes on where this one stopped. */
function ChooseAgain({ file, upload }: { file: KnownFile; upload: UploadState }) {
  const picker = useRef<HTMLInputElement>(null)
  const [isOther, setOther] = useState(false)
  const choose = async (chosen: File | undefined) => {
    if (chosen) setOther(!(await addAgain(upload.id, chosen).catch(() => false)))
  }
  return (
    <Note tone="late">
      <p>{isOther ? `That is not ${file.fileName} as it was. Choose the same file.` : upload.problem}</p>
      <Button size="sm" icon={RotateCcw} className="mt-2" onClick={() => picker.current?.click()}>
        Choose the file again
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={`${file.fileName} again`}
        accept={PICKED[file.fileType]}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
    </Note>
  )
}

/** From this device while it is here, else from the server, which takes a signal. */
function OpenButton({ file, isHere }: { file: KnownFile; isHere: boolean }) {
  const { reachable } = useSyncStatus()
  const save = async () => {
    const content = isHere && file.fileId ? await readKept(file.fileId) : undefined
    if (!content && !reachable) {
      return void toast({ title: 'No connection', description: `${file.fileName} is on the server. Open it when you have signal.` })
    }
    const url = content ? URL.createObjectURL(content) : (file.fileUrl ?? '')
    Object.assign(document.createElement('a'), { href: url, download: file.fileName }).click()
    // Not every browser has begun to read it by now.
    if (content) setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  return <Button variant="quiet" size="icon" icon={Download} aria-label={`Save ${file.fileName}`} onClick={() => void save()} />
}

function RemoveButton({ file, isOnItsWay }: { file: KnownFile; isOnItsWay: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    if (isOnItsWay) return setAsking(true)
    if (!(await removeFile(file.id).catch(() => false))) return sayFailed()
    toast({
      title: 'File removed',
      description: `${file.fileName} is off record.`,
      action: { label: 'Undo', run: () => void fileAgain(file).then((isBack) => isBack || sayFailed(), sayFailed) },
    })
  }
  const forget = async () => {
    setAsking(false)
    if (!(await cancelUpload(file.fileId ?? '').catch(() => false))) sayFailed()
  }
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        icon={Trash2}
        aria-label={`Remove ${file.fileName}`}
        onClick={() => void remove()}
        className="-mr-2"
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Forget ${file.fileName}?`}
        keepLabel="Keep it"
        confirmLabel="Forget it"
        onConfirm={() => void forget()}
      >
        It has not reached the server yet, and this device would have it no more. A photo in your gallery stays there.
      </ConfirmDialog>
    </>
  )
}

const sayFailed = () => void toast({ variant: 'destructive', title: 'Error', description: 'This device could not keep it. Try again.' })
