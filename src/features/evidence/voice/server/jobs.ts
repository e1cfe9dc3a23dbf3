import { buffer } from 'node:stream/consumers'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { PROMPT_WORDS } from '#features/evidence/voice/farriery-words.ts'
import { findSound, type VoiceRow } from '#features/evidence/voice/server/queries.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters, keepServerColumns } from '#platform/server/database/rows.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'
import { NotTranscribed, type Transcriber } from '#platform/server/transcriber.ts'

/** The tries take about ten minutes, with the pauses between jobs; then the note shows the failure and waits for a request. */
const MOST_TRIES = 6
/** What OpenAI's own server takes (https://platform.openai.com/docs/guides/speech-to-text): about an hour of speech. */
const MOST_SOUND_BYTES = 25_000_000

type Parts = { db: Database; files: FileStore; transcriber: Transcriber | undefined }
type TranscriptJob = { practiceId: string; id: string }

/** Has recordings transcribed by the configured transcription server; a text that a member wrote in the meantime stays. */
export const transcribeNotes = (parts: Parts): JobHandler => ({
  queue: 'transcribe',
  handle: (data) => transcribe(parts, data as TranscriptJob),
})

/** Safe to run twice: an existing transcript is not requested again. @throws when it may work on another try */
async function transcribe(parts: Parts, { practiceId, id }: TranscriptJob): Promise<void> {
  const { db, transcriber } = parts
  const inPractice = <T>(work: (tx: PracticeTx) => Promise<T>) => db.withPractice(practiceId, work)
  const note = await inPractice((tx) => begin(tx, id, transcriber !== undefined))
  if (!note || !transcriber) return
  try {
    const transcript = await heard(parts, transcriber, note, await inPractice((tx) => findSound(tx, note)))
    await inPractice((tx) => keep(tx, id, { transcript, transcript_state: 'done', transcript_note: null }))
  } catch (error) {
    const isFinal = (error instanceof NotTranscribed && error.isFinal) || note.transcript_tries >= MOST_TRIES
    const why = error instanceof NotTranscribed ? error.sentence : 'Something went wrong at our end.'
    const stand = isFinal
      ? ({ transcript_state: 'failed', transcript_note: why } as const)
      : ({ transcript_state: 'waiting', transcript_note: `${why} We'll try again.` } as const)
    await inPractice((tx) => keep(tx, id, stand))
    if (!isFinal) throw error
  }
}

/** Marks a note as in progress; undefined: there is nothing to do, or transcription is off or not available. */
async function begin(tx: PracticeTx, id: string, isPossible: boolean): Promise<VoiceRow | undefined> {
  await holdWriters(tx)
  const note = await findRow(tx, 'voice_notes', id)
  const isWanted = note?.transcript_state === 'waiting' || note?.transcript_state === 'working'
  if (!note || note.deleted_at || note.transcript !== null || !isWanted) return undefined
  if (!isPossible || !(await settingsOf(tx)).transcribesVoice) {
    await keepServerColumns(tx, note, 'voice_notes', { transcript_state: 'none', transcript_note: null })
    return undefined
  }
  const begun = { transcript_state: 'working', transcript_note: null, transcript_tries: note.transcript_tries + 1 } as const
  return keepServerColumns(tx, note, 'voice_notes', begun)
}

type Sound = Awaited<ReturnType<typeof findSound>>

async function heard({ files }: Parts, transcriber: Transcriber, note: VoiceRow, sound: Sound): Promise<string> {
  if (!sound) throw new NotTranscribed('The recording is no longer on the server.', true)
  if (sound.bytes > MOST_SOUND_BYTES) throw new NotTranscribed('This recording is too long to transcribe.', true)
  const content = await buffer(files.read(sound.key))
  const text = await transcriber(new File([new Uint8Array(content)], note.file_name, { type: note.mime }), PROMPT_WORDS)
  if (!text) throw new NotTranscribed('No words could be made out.', true)
  return text
}

type Stand = Partial<Pick<VoiceRow, 'transcript' | 'transcript_state' | 'transcript_note'>>

async function keep(tx: PracticeTx, id: string, stand: Stand): Promise<void> {
  await holdWriters(tx)
  const note = await findRow(tx, 'voice_notes', id)
  if (!note || note.deleted_at) return
  // A member has written the text in the meantime, and knows best what was spoken.
  const isWritten = note.transcript !== null
  await keepServerColumns(tx, note, 'voice_notes', isWritten ? { transcript_state: 'done', transcript_note: null } : stand)
}
