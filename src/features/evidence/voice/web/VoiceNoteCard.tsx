import { Trash2 } from 'lucide-react'
import { useCallback } from 'react'
import type { CurrentUser, Member } from '#features/core/practice/contract.ts'
import { sizeWords } from '#features/evidence/files/rules.ts'
import { useIsHere } from '#features/evidence/files/web/use-photo.ts'
import { usualDescription } from '#features/evidence/voice/rules.ts'
import { type KnownVoiceNote, removeVoiceNote } from '#features/evidence/voice/web/data.ts'
import { Player } from '#features/evidence/voice/web/Player.tsx'
import { Transcript } from '#features/evidence/voice/web/Transcript.tsx'
import { momentWords } from '#features/evidence/voice/web/words.ts'
import { openFile } from '#platform/web/files/opened-files.ts'
import type { UploadState } from '#platform/web/files/uploads.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { useRow } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Meter } from '#ui/Meter.tsx'
import { Note } from '#ui/Note.tsx'
import { PendingMark } from '#ui/PendingMark.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = {
  note: KnownVoiceNote
  /** Its horse, where the screen is that horse's. */
  horseName: string
  /** The upload state of its file (`useUploads().get(note.fileId)`); undefined once the server has it. */
  upload: UploadState | undefined
}

/**
 * One voice note: its time, speaker and transcript. It plays from this device while its bytes are here, else from the server, and is then
 * stored here.
 */
export function VoiceNoteCard({ note, horseName, upload }: Props) {
  const user = useSession<CurrentUser>().user
  const today = useToday()
  const author = useRow<Member>('members', note.memberId)
  const when = momentWords(note.recordedAt, user?.practice.zone ?? 'Europe/London', today)
  const isTheirs = note.memberId !== user?.memberId
  const isOnItsWay = upload !== undefined && upload.state !== 'stored'
  const remove = () => withToast('Voice note removed', `${horseName}, ${when}.`, () => removeVoiceNote(note))
  return (
    <article aria-label={`Voice note, ${when}`} className="grid gap-2 rounded-lg border border-line bg-surface p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2">
            <time dateTime={note.recordedAt} className="font-bold">
              {when}
            </time>
            {isTheirs && author && <span className="text-14 text-ink-2">{author.name}</span>}
            {!isOnItsWay && <PendingMark isPending={note.isPending} needsAttention={note.needsAttention} wordy />}
          </p>
          {note.description !== usualDescription(horseName) && (
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note.description}</p>
          )}
        </div>
        <Button
          variant="quiet"
          size="icon"
          icon={Trash2}
          aria-label={`Remove the voice note from ${when}`}
          onClick={() => remove()}
          className="-mt-2 -mr-2"
        />
      </div>
      <Listen note={note} when={when} upload={upload} />
      {isOnItsWay && <OnItsWay upload={upload} />}
      <Transcript note={note} when={when} />
    </article>
  )
}

function Listen({ note, when, upload }: { note: KnownVoiceNote; when: string; upload: UploadState | undefined }) {
  const reachable = useReachable()
  const { fileId, fileUrl, mime } = note
  const isHere = upload !== undefined && upload.state !== 'missing'
  const isCutOff = !isHere && !reachable
  const isHeld = useIsHere(note, isCutOff)
  const source = useCallback(async () => {
    const bytes = fileId && fileUrl ? await openFile(fileId, fileUrl) : undefined
    return bytes && new Blob([bytes], { type: mime })
  }, [fileId, fileUrl, mime])
  const trouble = isCutOff && isHeld === false ? 'This recording is on the server. It plays when you have signal.' : undefined
  return (
    <Player
      // The source changes once the file has left the device.
      key={isHere ? 'here' : 'there'}
      label={`the recording from ${when}`}
      source={source}
      lengthMs={note.durationMs}
      peaks={note.waveform}
      trouble={trouble}
    />
  )
}

function OnItsWay({ upload }: { upload: UploadState }) {
  if (upload.state === 'missing') {
    return <Note tone="late">The browser cleared this recording from the device before it was sent. It can’t be recovered.</Note>
  }
  if (upload.state === 'refused') return <Note tone="late">{upload.problem}</Note>
  const words = upload.isHeld ? 'Waiting for Wi-Fi' : upload.state === 'uploading' ? 'Sending' : 'Waiting to be sent'
  const figure = `${sizeWords(upload.sent)} of ${sizeWords(upload.size)}`
  return (
    <div className="grid gap-1">
      {upload.state === 'uploading' && (
        <Meter value={(upload.sent / upload.size) * 100} label="Recording sent" valueText={figure} tone="now" />
      )}
      <p className="text-14 text-ink-2 tabular-nums">
        {words}, {figure}
      </p>
      {upload.problem && <p className="text-14">{upload.problem}</p>}
    </div>
  )
}
