import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { MOST_BYTES } from '#features/evidence/files/rules.ts'
import { type MicrophoneRefusal, NoMicrophone } from '#platform/web/device/microphone.ts'
import { type Live, type LiveRecording, startRecording } from '#platform/web/recorder/recorder.ts'
import { type About, type Recording, type Sound, shelfOf } from '#platform/web/recorder/shelf.ts'
import { currentStore } from '#platform/web/sync/current.ts'

/** The states of Spec §4 Voice recording, and the ones between: `asking` for the microphone, `refused` it. After saving the state is idle again. */
export type RecorderState =
  | { at: 'idle' }
  | { at: 'asking' }
  | { at: 'refused'; reason: MicrophoneRefusal }
  | { at: 'recording'; live: Live }
  | { at: 'recorded'; recording: Recording; sound: Sound; live: Live }

type Phase = Exclude<RecorderState, { at: 'recording' }> | { at: 'recording' }

const IDLE: Phase = { at: 'idle' }
const NOTHING: Live = { state: 'stopped', elapsedMs: 0, levels: [], isMuted: false, hiddenMs: 0 }

/**
 * Records one voice note after the other. Leaving the screen stops a running recording; its sound stays on this device and is offered when
 * a recorder is next opened.
 */
export function useRecorder(about: About) {
  const [phase, setPhase] = useState<Phase>(IDLE)
  const [session, setSession] = useState<LiveRecording>()
  const live = useSyncExternalStore(session?.listen ?? NEVER, session?.now ?? NO_LIVE)
  const isHere = useMounted(session)

  const start = useCallback(async () => {
    const store = currentStore()
    if (!store) return
    setPhase({ at: 'asking' })
    try {
      const started = await startRecording({ shelf: shelfOf(store), about, mostBytes: MOST_BYTES - LAST_CHUNK_BYTES })
      if (!isHere()) return leave(started)
      setSession(started)
      setPhase({ at: 'recording' })
    } catch (error) {
      setPhase({ at: 'refused', reason: error instanceof NoMicrophone ? error.reason : 'unable' })
    }
  }, [about, isHere])

  const isOver = phase.at === 'recording' && live?.state === 'stopped'
  useEffect(() => {
    if (!isOver || !session) return
    // What can't be read now is on the shelf, and offered from there.
    const offered = () => leave(session).then(() => IDLE)
    void recorded(session)
      .catch(offered)
      .then((next) => isHere() && setPhase(next))
  }, [isOver, session, isHere])

  const state: RecorderState = phase.at === 'recording' ? { at: 'recording', live: live ?? NOTHING } : phase
  return {
    state,
    start,
    pause: () => session?.pause(),
    resume: () => session?.resume(),
    stop: () => void session?.stop(),
    /** Takes the recording off the shelf once it is saved, and is ready for the next. */
    async saved() {
      if (phase.at === 'recorded') await shelf()?.remove(phase.recording.id)
      reset()
    },
    /** Puts the recording aside; resolves with the way back. */
    async discard() {
      if (phase.at !== 'recorded') return undefined
      const { id } = phase.recording
      await shelf()?.mark(id, 'discarded')
      reset()
      return async () => {
        await shelf()?.mark(id, 'stopped')
        return true
      }
    },
  }

  function reset() {
    void session?.release()
    setSession(undefined)
    setPhase(IDLE)
  }
}

/** The most that may still arrive after the recorder was stopped. */
const LAST_CHUNK_BYTES = 1_000_000

const NEVER = () => () => undefined
const NO_LIVE = () => undefined
const shelf = () => {
  const store = currentStore()
  return store && shelfOf(store)
}

async function recorded(session: LiveRecording): Promise<Phase> {
  await session.stop()
  const recording = await shelf()?.recording.get(session.id)
  // Stopped before a first sound of it came.
  if (!recording?.bytes) {
    void session.release()
    await shelf()?.remove(session.id)
    return IDLE
  }
  return {
    at: 'recorded',
    recording,
    sound: (await shelf()?.soundOf(recording)) ?? { content: new Blob(), levels: [] },
    live: session.now(),
  }
}

/** Watchers of the shelf read it again, now that no tab holds the recording. */
async function leave(session: LiveRecording) {
  await session.stop()
  await session.release()
  // A user who signs out in the meantime finds it on the shelf when they are back.
  await shelf()
    ?.mark(session.id, 'stopped')
    .catch(() => undefined)
}

/** Whether the screen is still there; when it goes, so does the microphone. */
function useMounted(session: LiveRecording | undefined): () => boolean {
  const isMounted = useRef(false)
  const current = useRef(session)
  current.current = session
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      if (current.current) void leave(current.current)
    }
  }, [])
  return useCallback(() => isMounted.current, [])
}
