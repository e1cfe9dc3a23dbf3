import { FileText, Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser, PracticeSettings } from '#features/core/practice/contract.ts'
import { changeVoiceNote, type KnownVoiceNote, requestTranscript } from '#features/evidence/voice/web/data.ts'
import { useSession } from '#platform/web/session/session.ts'
import type { Seen } from '#platform/web/sync/outbox.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast-store.ts'

/** The transcript of a voice note, written by a machine or a member; the user can read and correct it. */
export function Transcript({ note, when }: { note: KnownVoiceNote; when: string }) {
  const [edited, setEdited] = useState<Seen>()
  if (edited) return <Editor note={note} when={when} seen={edited} onClose={() => setEdited(undefined)} />
  const edit = () => setEdited(note.rev === undefined ? {} : { seenRev: note.rev, before: { ...note } })
  return (
    <div className="grid justify-items-start gap-1">
      {note.transcript !== null && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note.transcript}</p>}
      <TranscriptStatus note={note} />
      <div className="-ml-3 flex flex-wrap gap-x-1">
        {note.transcript === null && <TranscribeButton note={note} />}
        <Button variant="quiet" size="sm" icon={Pencil} onClick={edit}>
          {note.transcript === null ? 'Type it in' : 'Correct it'}
        </Button>
      </div>
    </div>
  )
}

const WAITING = { waiting: 'Waiting to be transcribed.', working: 'Transcribing...' }

function TranscriptStatus({ note: { transcript, transcriptState: state, transcriptNote } }: { note: KnownVoiceNote }) {
  if (transcript !== null || state === 'none' || state === 'done') return null
  return (
    <p role="status" className="text-14 text-ink-2">
      {state === 'failed' ? `Not transcribed. ${transcriptNote ?? ''}` : (transcriptNote ?? WAITING[state])}
    </p>
  )
}

/** Where this server can write down, and the practice wants it to. */
function TranscribeButton({ note }: { note: KnownVoiceNote }) {
  const isPossible = useSession<CurrentUser>().user?.hasTranscriber
  const isWanted = useRows<PracticeSettings>('settings')?.[0]?.transcribesVoice
  const { transcriptState: state } = note
  if (!isPossible || !isWanted || (state !== 'none' && state !== 'failed')) return null
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={state === 'failed' ? RotateCcw : FileText}
      onClick={() => requestTranscript(note.id).catch(toastNotKept)}
    >
      {state === 'failed' ? 'Try again' : 'Transcribe it'}
    </Button>
  )
}

type EditorProps = { note: KnownVoiceNote; when: string; seen: Seen; onClose: () => void }

function Editor({ note, when, seen, onClose }: EditorProps) {
  const [text, setText] = useState(note.transcript ?? '')
  const save = async () => {
    const transcript = text.trim() || null
    if (transcript !== note.transcript && !(await changeVoiceNote(note.id, { transcript }, seen).catch(() => false))) return toastNotKept()
    onClose()
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={`Transcript, ${when}`}>
        <TextArea value={text} maxLength={50_000} onChange={({ target }) => setText(target.value)} autoFocus />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Save</Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const toastNotKept = () => void toast({ variant: 'destructive', title: 'Error', description: "This device couldn't save it. Try again." })
