import { Plus } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { TYPE_LABELS } from '#features/evidence/files/rules.ts'
import { type KnownFile, useFilesOf } from '#features/evidence/files/web/data.ts'
import { FileRow } from '#features/evidence/files/web/FileRow.tsx'
import { FileUploadCard, type HorseOfFiles } from '#features/evidence/files/web/FileUploadCard.tsx'
import { type UploadState, useUploads } from '#platform/web/files/uploads.ts'
import { canDetectWifi, isWifiOnly, onNetwork, setWifiOnly } from '#platform/web/files/wifi.ts'
import { Button } from '#ui/Button.tsx'
import { List } from '#ui/List.tsx'
import { Note } from '#ui/Note.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast-store.ts'

/** This many at first; the rest on request. */
const SHOWN_AT_ONCE = 30

/** Spec §2 Horses, view: the list of attached files, and the card that adds one. Works without a signal: the file waits on this device. */
export function FilesPanel({ horse }: { horse: HorseOfFiles }) {
  const files = useFilesOf(horse.id)
  const uploads = useUploads()
  const [isAdding, setAdding] = useState(false)
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const uploadOf = (file: KnownFile) => uploads.get(file.fileId ?? '')
  useArrivals(files ?? [], uploads)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isAdding ? (
        <FileUploadCard horse={horse} onClose={() => setAdding(false)} />
      ) : (
        <Button icon={Plus} className="justify-self-start" onClick={() => setAdding(true)}>
          Add a file
        </Button>
      )}
      <Recovered uploads={(files ?? []).flatMap((file) => uploadOf(file) ?? [])} />
      {canDetectWifi() && uploads.size > 0 && <WifiChoice />}
      {files?.length === 0 && !isAdding && (
        <p className="text-ink-2">Photos, videos, gait analysis and documents for {horse.name} go here. You can add them without signal.</p>
      )}
      {files && files.length > 0 && (
        <div className="rounded-lg border border-line">
          <List label={`Files of ${horse.name}`}>
            {files.slice(0, most).map((file) => (
              <FileRow key={file.id} file={file} horse={horse} upload={uploadOf(file)} />
            ))}
          </List>
        </div>
      )}
      {files && files.length > most && (
        <Button block onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          {`Show more of ${files.length}`}
        </Button>
      )}
    </div>
  )
}

/** Spec §8 Upload widget: what came back after the app was closed, and what did not. */
function Recovered({ uploads }: { uploads: readonly UploadState[] }) {
  const lost = uploads.filter(({ state }) => state === 'missing').length
  if (lost > 0) {
    const [files, them] = lost === 1 ? ['file', 'it'] : ['files', 'them']
    return <Note tone="due">{`We could not fully recover ${lost} ${files}. Please re-select ${them} and resume the upload.`}</Note>
  }
  const isFromBefore = ({ isPaused, addedAt }: UploadState) => isPaused && addedAt < performance.timeOrigin
  return uploads.some(isFromBefore) ? <Note>We restored all files. You can now resume the upload.</Note> : null
}

function WifiChoice() {
  const isOnly = useSyncExternalStore(onNetwork, isWifiOnly)
  return (
    <Switch
      label="Send files over Wi-Fi only"
      help="On this device. Everything else still uses any signal."
      checked={isOnly}
      onChange={setWifiOnly}
    />
  )
}

/** Notifies the user that a file added here has reached the server, once it has, or that the server refuses it as it is (Spec §8 File attachment). */
function useArrivals(files: readonly KnownFile[], uploads: ReadonlyMap<string, UploadState>) {
  const waiting = useRef(new Set<string>())
  useEffect(() => {
    for (const file of files) {
      if (file.isOffline && !file.needsAttention) waiting.current.add(file.id)
      else if (waiting.current.delete(file.id)) fileStateWords(file, uploads.get(file.fileId ?? ''))
    }
  }, [files, uploads])
}

function fileStateWords({ fileType, needsAttention }: KnownFile, upload: UploadState | undefined) {
  if (needsAttention) toast({ variant: 'destructive', title: 'Upload Failed', description: upload?.problem || 'Failed to save file' })
  else toast({ title: 'File Uploaded', description: `${TYPE_LABELS[fileType]} has been saved successfully.` })
}
