import { Plus } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { TYPE_LABELS } from '#features/files/rules.ts'
import { AddFile } from '#features/files/web/AddFile.tsx'
import { type KnownFile, useFilesOf } from '#features/files/web/data.ts'
import { FileRow } from '#features/files/web/FileRow.tsx'
import { useUploads } from '#platform/web/uploads.ts'
import { canTellWifi, isWifiOnly, onNetwork, setWifiOnly } from '#platform/web/wifi.ts'
import { Button } from '#ui/Button.tsx'
import { List } from '#ui/List.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast-store.ts'

/** Spec §2 Horses, view: the list of attached files, and the card that adds one. Works without a signal: the file waits on this device. */
export function FilesPanel({ horse }: { horse: { id: string; name: string } }) {
  const files = useFilesOf(horse.id)
  const uploads = useUploads()
  const [isAdding, setAdding] = useState(false)
  useArrivals(files ?? [])
  return (
    <div className="grid gap-4">
      {isAdding ? (
        <AddFile horse={horse} onClose={() => setAdding(false)} />
      ) : (
        <Button icon={Plus} className="justify-self-start" onClick={() => setAdding(true)}>
          Add a file
        </Button>
      )}
      {canTellWifi() && uploads.size > 0 && <WifiChoice />}
      {files?.length === 0 && !isAdding && (
        <p className="text-ink-2">
          Photos, videos, gait analysis and papers of {horse.name} are kept here. They can be added without a signal.
        </p>
      )}
      {files && files.length > 0 && (
        <div className="rounded-lg border border-line">
          <List label={`Files of ${horse.name}`}>
            {files.map((file) => (
              <FileRow key={file.id} file={file} horse={horse} upload={uploads.get(file.fileId ?? '')} />
            ))}
          </List>
        </div>
      )}
    </div>
  )
}

function WifiChoice() {
  const isOnly = useSyncExternalStore(onNetwork, isWifiOnly)
  return (
    <Switch
      label="Send files over Wi-Fi only"
      help="On this device. Everything else still goes over any signal."
      checked={isOnly}
      onChange={setWifiOnly}
    />
  )
}

/** Says of a file added here that it has reached the server, once it truly has (Spec §8 File attachment). */
function useArrivals(files: readonly KnownFile[]) {
  const waiting = useRef(new Set<string>())
  useEffect(() => {
    for (const file of files) {
      if (file.isOffline) waiting.current.add(file.id)
      else if (waiting.current.delete(file.id)) {
        toast({ title: 'File Uploaded', description: `${TYPE_LABELS[file.fileType]} has been saved successfully.` })
      }
    }
  }, [files])
}
