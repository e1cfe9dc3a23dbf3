import { sniff } from '#features/evidence/files/sniff.ts'
import type { VoiceNote, VoiceNoteChange } from '#features/evidence/voice/contract.ts'
import { peaksOf, usualDescription, VOICE_SERVICE, voiceFileName } from '#features/evidence/voice/rules.ts'
import { addFile, cancelUpload, readKept } from '#platform/web/files/uploads.ts'
import type { About } from '#platform/web/recorder/shelf.ts'
import { record, type Seen } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { readRow, useRows } from '#platform/web/use-rows.ts'

/** A voice note as this device holds it. */
export type KnownVoiceNote = Kept<VoiceNote>

/** A horse's voice notes, newest first; undefined while they load. */
export const useVoiceNotesOf = (horseId: string): readonly KnownVoiceNote[] | undefined =>
  useRows<VoiceNote>('voice_notes', { horseId })?.toSorted((a, b) => (a.id < b.id ? 1 : -1))

/** A recording to be put on record. */
export type NewSound = {
  /** The note's id for life: the same recording saved twice is one note. */
  id: string
  about: About
  content: Blob
  /** Ten times a second, 0 to 1; none where nothing was measured. */
  levels: readonly number[]
  lengthMs: number
  recordedAt: Date
  description?: string
  memberId: string
  zone: string
}

/**
 * Keeps a recording on this device as a voice note; it goes to the server when it can. Resolves with the note's id, once that is on the
 * disk. @throws NoRoom
 */
export async function saveVoiceNote(sound: NewSound): Promise<string> {
  const { id, about, content, recordedAt } = sound
  if (await readRow('voice_notes', id)) return id
  const head = new Uint8Array(await content.slice(0, HEAD_BYTES).arrayBuffer())
  const mime = sniff(head)?.mime ?? content.type
  const fileName = voiceFileName({ horse: about.horse, at: recordedAt, zone: sound.zone, mime })
  const data = {
    horseId: about.horseId,
    serviceType: about.serviceType ?? VOICE_SERVICE,
    description: sound.description?.trim() || usualDescription(about.horse),
    durationMs: Math.round(sound.lengthMs),
    waveform: peaksOf(sound.levels),
    recordedAt: recordedAt.toISOString(),
    ...subjectsOf(about),
  }
  const shown = { ...EMPTY, fileName, mime, fileSize: content.size, memberId: sound.memberId }
  await addFile({
    content: new Blob([content], { type: mime }),
    name: fileName,
    changes: (fileId) => [
      {
        action: 'CREATE',
        entity: 'voice_notes',
        id,
        data: { ...data, fileId },
        alsoShow: { ...shown, ...subjectsOf(about), fileUrl: `/api/objects/${fileId}` },
        blobId: fileId,
      },
    ],
  })
  return id
}

const HEAD_BYTES = 65_536
const EMPTY = {
  appointmentId: null,
  visitHorseId: null,
  workEntryId: null,
  transcript: null,
  transcriptState: 'none',
  transcriptNote: null,
}

const subjectsOf = ({ appointmentId, visitHorseId, workEntryId }: About) => ({
  ...(appointmentId && { appointmentId }),
  ...(visitHorseId && { visitHorseId }),
  ...(workEntryId && { workEntryId }),
})

/** Corrects a note, or sets the work it belongs to; false when it is no longer on this device. */
export const changeVoiceNote = async (id: string, change: Omit<VoiceNoteChange, 'transcribe'>, seen: Seen = {}): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'voice_notes', id, data: change, ...seen }])) !== false

/** Requests a note's transcript, or another try, where the practice has transcription on. */
export const requestTranscript = async (id: string): Promise<boolean> =>
  (await record([
    {
      action: 'UPDATE',
      entity: 'voice_notes',
      id,
      alsoSend: { transcribe: true },
      alsoShow: { transcriptState: 'waiting', transcriptNote: null },
    },
  ])) !== false

/** Removes a note. Resolves with the way back, false when it is gone already. One that had not been sent is kept in memory for that. */
export async function removeVoiceNote(note: KnownVoiceNote): Promise<(() => Promise<boolean>) | false> {
  const { id, fileId, isOffline } = note
  const kept = isOffline && fileId ? await readKept(fileId) : undefined
  if (kept && fileId) {
    const content = new Blob([await kept.arrayBuffer()], { type: note.mime })
    if (await cancelUpload(fileId)) return () => putBack(note, content)
  }
  if ((await record([{ action: 'DELETE', entity: 'voice_notes', id }])) === false) return false
  return () => putBack(note)
}

/** The old id is spent: it comes back as the same note recorded again. Its bytes may still be on the server. */
async function putBack(note: KnownVoiceNote, content?: Blob): Promise<boolean> {
  const { horseId, serviceType, description, durationMs, waveform, recordedAt } = note
  const { appointmentId, visitHorseId, workEntryId, fileName, mime, fileSize, memberId } = note
  const of = subjectsOf({ horseId, horse: '', ...without({ appointmentId, visitHorseId, workEntryId }) })
  const create = (fileId: string) => ({
    action: 'CREATE' as const,
    entity: 'voice_notes' as const,
    data: { horseId, serviceType, description, durationMs, waveform, recordedAt, ...of, fileId },
    alsoShow: { ...EMPTY, ...of, fileName, mime, fileSize, memberId, fileUrl: `/api/objects/${fileId}`, transcript: note.transcript },
  })
  if (content) {
    return (await addFile({ content, name: fileName, changes: (fileId) => [{ ...create(fileId), blobId: fileId }] })) !== false
  }
  const ids = await record([create(note.fileId ?? '')])
  if (!ids) return false
  const [id = ''] = ids
  return note.transcript === null || changeVoiceNote(id, { transcript: note.transcript })
}

/** Only what is there. */
const without = <T extends Record<string, string | null>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Partial<Record<keyof T, string>>
