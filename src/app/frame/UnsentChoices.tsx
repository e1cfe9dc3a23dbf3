import { Download, Lock, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { saveFile } from '#platform/web/device/save-file.ts'
import { hasLocks } from '#platform/web/session/session.ts'
import type { Choice, Ended } from '#platform/web/session/signed-in.ts'
import { Store } from '#platform/web/sync/store.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

type Props = {
  owner: Ended['owner']
  /** A dismissed member gets the file or nothing. */
  mayKeep: boolean
  isBusy: boolean
  /** Why what was chosen could not be done. */
  problem?: string | undefined
  onChoose: (choice: Exclude<Choice, 'stay'>) => void
  children?: ReactNode
}

/** What becomes of unsent changes: a file, kept here under a lock, or nothing. What is deleted was saved, or confirmed twice. */
export function UnsentChoices({ owner, mayKeep, isBusy, problem, onChoose, children }: Props) {
  const [saved, setSaved] = useState<string>()
  const [isSure, setSure] = useState(false)
  const [isUnsaved, setUnsaved] = useState(false)
  const save = async () => {
    setUnsaved(false)
    await saveUnsent(owner).then(setSaved, () => setUnsaved(true))
  }
  return (
    <div className="grid gap-2.5">
      {problem && (
        <Note tone="late" live>
          {problem}
        </Note>
      )}
      {isUnsaved && (
        <Note tone="late" live>
          The file couldn't be made. Free some space on this device, then try again.
        </Note>
      )}
      {saved && !isUnsaved && (
        <Note tone="ok" live>
          <p className="break-words">Check that “{saved}” is in your downloads before you delete it here.</p>
        </Note>
      )}
      <Button block icon={Download} variant={saved ? 'plain' : 'primary'} onClick={save}>
        {saved ? 'Save the file again' : 'Save as a file'}
      </Button>
      {saved && (
        <Button block icon={Trash2} variant="danger" busy={isBusy} onClick={() => onChoose('forget')}>
          I have the file, delete it here
        </Button>
      )}
      {mayKeep && hasLocks() && !saved && (
        <Button block icon={Lock} busy={isBusy} onClick={() => onChoose('keep')}>
          Keep on this device, locked
        </Button>
      )}
      {!mayKeep && !saved && (
        <Button block icon={Trash2} variant="danger" busy={isBusy} onClick={() => (isSure ? onChoose('forget') : setSure(true))}>
          {isSure ? 'Delete for good, with no file' : 'Delete'}
        </Button>
      )}
      {children}
    </div>
  )
}

/** The name of the file. */
async function saveUnsent(owner: Ended['owner']): Promise<string> {
  const { unsentFile } = await import('#platform/web/sync/unsent-file.ts')
  const store = new Store(owner)
  const file = await unsentFile(store).finally(() => store.close())
  saveFile(file)
  return file.name
}
