import { Mic } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { lengthWords } from '#features/evidence/voice/rules.ts'
import { saveVoiceNote } from '#features/evidence/voice/web/data.ts'
import { saveWithToast } from '#features/evidence/voice/web/save-with-toast.ts'
import { useInterrupted } from '#features/evidence/voice/web/use-interrupted.ts'
import { momentWords } from '#features/evidence/voice/web/words.ts'
import { playingLength } from '#platform/web/recorder/length.ts'
import { type Recording, shelfOf } from '#platform/web/recorder/shelf.ts'
import { useSession } from '#platform/web/session/session.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = {
  /** The horse of the screen; recordings of others are named. None: all are. */
  horseId?: string
  onSaved?: (id: string) => void
}

/** Recordings that a crash, a dead battery or another screen cut short, each to be kept or discarded. Nothing when there are none. */
export function InterruptedPanel({ horseId, onSaved }: Props) {
  const left = useInterrupted()
  return left?.map((recording) => (
    <Interrupted key={recording.id} recording={recording} isOfThis={recording.about.horseId === horseId} {...(onSaved && { onSaved })} />
  ))
}

function Interrupted({ recording, isOfThis, onSaved }: { recording: Recording; isOfThis: boolean; onSaved?: Props['onSaved'] }) {
  const [isKeeping, setKeeping] = useState(false)
  const user = useSession<CurrentUser>().user
  const today = useToday()
  const { about, lengthMs, startedAt, state } = recording
  const zone = user?.practice.zone ?? 'Europe/London'
  const what = `A recording of ${lengthWords(lengthMs)}${isOfThis ? '' : ` for ${about.horse}`} from ${momentWords(startedAt, zone, today)}`
  const keep = async () => {
    setKeeping(true)
    const id = await saveWithToast(() => kept(recording, user?.memberId ?? '', zone))
    setKeeping(false)
    if (id && isOfThis) onSaved?.(id)
  }
  return (
    <Note tone="due" icon={Mic}>
      <p>
        {what} was {state === 'recording' ? 'interrupted' : 'not saved'}.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" busy={isKeeping} busyLabel="Keeping..." onClick={() => keep()}>
          Keep
        </Button>
        <Button size="sm" variant="quiet" disabled={isKeeping} onClick={() => discard(recording)}>
          Discard
        </Button>
      </div>
    </Note>
  )
}

async function kept(recording: Recording, memberId: string, zone: string): Promise<string> {
  const store = currentStore()
  if (!store) throw new Error('nobody is signed in on this device')
  const shelf = shelfOf(store)
  const { content, levels } = await shelf.soundOf(recording)
  const lengthMs = (await playingLength(content)) ?? recording.lengthMs
  const { id, about, startedAt } = recording
  await saveVoiceNote({ id, about, content, levels, lengthMs, recordedAt: new Date(startedAt), memberId, zone })
  await shelf.remove(id)
  return id
}

const discard = ({ id, about, lengthMs, state }: Recording) =>
  withToast('Recording discarded', `${lengthWords(lengthMs)} about ${about.horse}.`, async () => {
    const store = currentStore()
    if (!store) return false
    await shelfOf(store).mark(id, 'discarded')
    return async () => {
      await shelfOf(store).mark(id, state)
      return true
    }
  })
