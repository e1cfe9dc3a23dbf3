import { Pause, Play, RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { PICKED, sizeWords } from '#features/evidence/files/rules.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { addAgain, pauseUpload, resumeUpload, type UploadState } from '#platform/web/files/uploads.ts'
import { Button } from '#ui/Button.tsx'
import { FilePicker } from '#ui/FilePicker.tsx'
import { Meter } from '#ui/Meter.tsx'
import { Note } from '#ui/Note.tsx'

type Props = { file: KnownFile; upload: UploadState }

/** How far a file has got on its way to the server, holding it back and letting it go on. */
export function OnItsWay({ file, upload }: Props) {
  if (upload.state === 'missing') return <ChooseAgain file={file} upload={upload} />
  if (upload.state === 'refused') return <Note tone="late">{upload.problem}</Note>
  const { isPaused } = upload
  const figure = `${sizeWords(upload.sent)} of ${sizeWords(upload.size)}`
  return (
    <div className="flex items-center gap-2 pl-8">
      <div className="grid min-w-0 flex-1 gap-1">
        <Meter value={(upload.sent / upload.size) * 100} label={`${file.fileName} sent`} valueText={figure} tone="now" />
        <p className="text-14 text-ink-2 tabular-nums">
          {wordsOf(upload)}, {figure}
        </p>
        {upload.problem && <p className="text-14">{upload.problem}</p>}
      </div>
      <Button
        variant="quiet"
        size="icon"
        icon={isPaused ? Play : Pause}
        aria-label={`${isPaused ? 'Resume' : 'Pause'} ${file.fileName}`}
        onClick={() => (isPaused ? resumeUpload(upload.id) : pauseUpload(upload.id))}
        className="-mr-2"
      />
    </div>
  )
}

const wordsOf = ({ isPaused, isHeld, state }: UploadState): string => {
  if (isPaused) return 'Paused'
  if (isHeld) return 'Waiting for Wi-Fi'
  return state === 'uploading' ? 'Sending' : 'Waiting to be sent'
}

/** The browser cleared it: the same file goes on where this one stopped. */
function ChooseAgain({ file, upload }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const [isOther, setOther] = useState(false)
  const choose = async (chosen: File | undefined) => {
    if (chosen) setOther(!(await addAgain(upload.id, chosen).catch(() => false)))
  }
  return (
    <Note tone="late">
      <p>{isOther ? `That isn't the same ${file.fileName}. Choose the same file.` : upload.problem}</p>
      <Button size="sm" icon={RotateCcw} className="mt-2" onClick={() => picker.current?.click()}>
        Choose the file again
      </Button>
      <FilePicker
        ref={picker}
        label={`${file.fileName} again`}
        accept={PICKED[file.fileType].join()}
        onPick={([chosen]) => void choose(chosen)}
      />
    </Note>
  )
}
