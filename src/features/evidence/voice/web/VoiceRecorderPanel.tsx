import { Mic, MicOff, Pause, Square, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { lengthWords, peaksOf, usualDescription } from '#features/evidence/voice/rules.ts'
import { saveVoiceNote } from '#features/evidence/voice/web/data.ts'
import { InterruptedPanel } from '#features/evidence/voice/web/InterruptedPanel.tsx'
import { Player } from '#features/evidence/voice/web/Player.tsx'
import { saveWithToast } from '#features/evidence/voice/web/save-with-toast.ts'
import { type RecorderState, useRecorder } from '#features/evidence/voice/web/use-recorder.ts'
import { Waveform } from '#features/evidence/voice/web/Waveform.tsx'
import { afterWords, REFUSED } from '#features/evidence/voice/web/words.ts'
import type { MicrophoneRefusal } from '#platform/web/device/microphone.ts'
import { playingLength } from '#platform/web/recorder/length.ts'
import type { Live } from '#platform/web/recorder/recorder.ts'
import type { About } from '#platform/web/recorder/shelf.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = {
  horse: { id: string; name: string }
  /** What else it is of: the stop, its line, the work. */
  of?: Pick<About, 'appointmentId' | 'visitHorseId' | 'workEntryId' | 'serviceType'>
  /** It was opened by tapping a microphone: record at once. */
  startsAtOnce?: boolean
  /** With the note's id, once it is safely on this device. */
  onSaved?: (id: string) => void
}

/** Spec §4 Voice recording: idle, recording, recorded, saved. Works without a signal; load it lazily. */
export function VoiceRecorderPanel({ horse, of, startsAtOnce = false, onSaved }: Props) {
  const { id, name } = horse
  const { appointmentId, visitHorseId, workEntryId, serviceType } = of ?? {}
  const about = useMemo(
    (): About => ({
      horseId: id,
      horse: name,
      ...(appointmentId && { appointmentId }),
      ...(visitHorseId && { visitHorseId }),
      ...(workEntryId && { workEntryId }),
      ...(serviceType && { serviceType }),
    }),
    [id, name, appointmentId, visitHorseId, workEntryId, serviceType],
  )
  const recorder = useRecorder(about)
  const { state, start } = recorder
  useStartOnce(startsAtOnce, start)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // Its buttons may have come out of sight.
    if (state.at === 'recording' || state.at === 'recorded') panel.current?.scrollIntoView({ block: 'nearest' })
  }, [state.at])
  return (
    <section ref={panel} aria-label={usualDescription(name)} className="grid gap-3">
      {(state.at === 'idle' || state.at === 'refused') && <InterruptedPanel horseId={id} {...(onSaved && { onSaved })} />}
      {(state.at === 'idle' || state.at === 'asking') && (
        <Button icon={Mic} block busy={state.at === 'asking'} busyLabel="Waiting for the microphone..." onClick={() => start()}>
          Record a voice note
        </Button>
      )}
      {state.at === 'refused' && <Refused reason={state.reason} onAgain={() => void start()} />}
      {state.at === 'recording' && <Recording live={state.live} recorder={recorder} />}
      {state.at === 'recorded' && (
        <Recorded key={state.recording.id} state={state} about={about} recorder={recorder} {...(onSaved && { onSaved })} />
      )}
    </section>
  )
}

type Recorder = ReturnType<typeof useRecorder>

/** The tap that opened the panel meant: record. */
function useStartOnce(isWanted: boolean, start: () => Promise<void>) {
  const wasStarted = useRef(false)
  useEffect(() => {
    if (!isWanted || wasStarted.current) return
    wasStarted.current = true
    void start()
  }, [isWanted, start])
}

const SHOWN_LEVELS = 48

function Recording({ live, recorder }: { live: Live; recorder: Recorder }) {
  const isPaused = live.state === 'paused'
  const recent = live.levels.slice(-SHOWN_LEVELS).map((level) => Math.round(Math.sqrt(level) * 100))
  return (
    <div className={cx('grid gap-3 rounded-lg border p-3', isPaused ? 'border-line-2 bg-surface' : 'border-flag-line bg-flag-tint')}>
      <p className="flex items-center justify-between gap-3 font-bold">
        <span className={cx('flex items-center gap-2', !isPaused && 'text-flag-ink')} role="status">
          {isPaused ? <Pause size={20} aria-hidden /> : <Square size={18} aria-hidden fill="currentColor" />}
          {isPaused ? 'Paused' : 'Recording'}
        </span>
        <span role="timer" aria-label="Recorded so far" className="text-24 tabular-nums">
          {lengthWords(live.elapsedMs)}
        </span>
      </p>
      <VisuallyHidden>
        <meter aria-label="Microphone" min={0} max={100} value={recent.at(-1) ?? 0} />
      </VisuallyHidden>
      <Waveform peaks={[...Array<number>(SHOWN_LEVELS - recent.length).fill(0), ...recent]} isLive={!isPaused} className="h-14" />
      <p role="status" className="text-14">
        {live.isMuted
          ? "The phone isn't letting sound through: a call, or another app. Recording carries on when it does."
          : live.hiddenMs >= 1000
            ? `You were away for ${lengthWords(live.hiddenMs)}. Recording carried on as far as the phone allowed.`
            : 'Saved on this device as you speak. If the screen locks, it carries on as far as the phone allows.'}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button size="lg" icon={isPaused ? Mic : Pause} onClick={isPaused ? recorder.resume : recorder.pause}>
          {isPaused ? 'Carry on' : 'Pause'}
        </Button>
        <Button size="lg" icon={Square} onClick={recorder.stop}>
          Stop
        </Button>
      </div>
    </div>
  )
}

type RecordedProps = {
  state: Extract<RecorderState, { at: 'recorded' }>
  about: About
  recorder: Recorder
  onSaved?: (id: string) => void
}

function Recorded({ state, about, recorder, onSaved }: RecordedProps) {
  const { recording, sound, live } = state
  const user = useSession<CurrentUser>().user
  const [description, setDescription] = useState('')
  const [isSaving, setSaving] = useState(false)
  const peaks = useMemo(() => peaksOf(sound.levels), [sound])
  const source = useMemo(() => async () => sound.content, [sound])
  const save = async () => {
    setSaving(true)
    const lengthMs = (await playingLength(sound.content)) ?? recording.lengthMs
    const { id, startedAt } = recording
    const who = { memberId: user?.memberId ?? '', zone: user?.practice.zone ?? 'Europe/London' }
    const saved = await saveWithToast(() =>
      saveVoiceNote({
        id,
        about,
        content: sound.content,
        levels: sound.levels,
        lengthMs,
        recordedAt: new Date(startedAt),
        description,
        ...who,
      }),
    )
    setSaving(false)
    if (!saved) return
    await recorder.saved()
    onSaved?.(saved)
  }
  const discard = () => withToast('Recording discarded', `${lengthWords(recording.lengthMs)} about ${about.horse}.`, recorder.discard)
  return (
    <div className="grid gap-3 rounded-lg border border-line-2 bg-surface p-3">
      {live.stoppedBy && (
        <Note tone="due" live>
          {afterWords(live.stoppedBy)}
        </Note>
      )}
      <Player label="the recording" source={source} lengthMs={recording.lengthMs} peaks={peaks} />
      <Field label="Description" optional>
        <TextInput
          value={description}
          maxLength={2000}
          placeholder={usualDescription(about.horse)}
          onChange={({ target }) => setDescription(target.value)}
        />
      </Field>
      <div className="grid grid-cols-2 gap-2">
        <Button size="lg" icon={Trash2} disabled={isSaving} onClick={() => discard()}>
          Discard
        </Button>
        <Button size="lg" variant="primary" busy={isSaving} busyLabel="Saving..." onClick={() => save()}>
          Save
        </Button>
      </div>
    </div>
  )
}

/** Spec §8 Voice note: worded exactly as there, with what to do next. */
function Refused({ reason, onAgain }: { reason: MicrophoneRefusal; onAgain: () => void }) {
  useEffect(() => {
    toast({ variant: 'destructive', title: 'Recording Error', description: 'Could not access microphone. Please check permissions.' })
  }, [])
  return (
    <Note tone="late" icon={MicOff}>
      <p>{REFUSED[reason]}</p>
      <Button size="sm" icon={Mic} className="mt-2" onClick={onAgain}>
        Try again
      </Button>
    </Note>
  )
}
