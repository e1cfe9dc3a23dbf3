import { lazy, Suspense, useState } from 'react'
import { useVoiceNotesOf } from '#features/evidence/voice/web/data.ts'
import { VoiceNoteCard } from '#features/evidence/voice/web/VoiceNoteCard.tsx'
import { useUploads } from '#platform/web/files/uploads.ts'
import { Button } from '#ui/Button.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const VoiceRecorderPanel = lazy(() =>
  import('#features/evidence/voice/web/VoiceRecorderPanel.tsx').then((module) => ({ default: module.VoiceRecorderPanel })),
)

/** A farrier listens to the last few; the rest on request. */
const SHOWN_AT_ONCE = 8

/** Spec §2 Horses: the recorder of a horse, and what was recorded of it, newest first. */
export function VoiceNotesPanel({ horse }: { horse: { id: string; name: string } }) {
  const notes = useVoiceNotesOf(horse.id)
  const uploads = useUploads()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? notes : notes?.slice(0, SHOWN_AT_ONCE)
  return (
    <div className="grid gap-4">
      <Suspense fallback={<SkeletonRows label="Loading the recorder..." rows={1} />}>
        <VoiceRecorderPanel horse={horse} />
      </Suspense>
      {notes?.length === 0 && (
        <p className="text-ink-2">Say what you saw instead of typing it. Voice notes about {horse.name} go here, even without signal.</p>
      )}
      {shown?.map((note) => (
        <VoiceNoteCard key={note.id} note={note} horseName={horse.name} upload={uploads.get(note.fileId ?? '')} />
      ))}
      {notes && shown && notes.length > shown.length && (
        <Button block onClick={() => setWhole(true)}>
          Show {notes.length - shown.length} more
        </Button>
      )}
    </div>
  )
}
