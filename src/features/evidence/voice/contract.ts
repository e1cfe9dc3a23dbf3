import { z } from 'zod'
import { MOST_PEAKS } from '#features/evidence/voice/rules.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    voice_notes: VoiceNote
  }
}

const ref = z.string().min(1).max(60)

const description = z.string().trim().max(2000)
const transcript = z.string().trim().max(50_000).nullable()

/** Its subjects, apart from the horse. */
const subjects = { appointmentId: ref.nullable(), visitHorseId: ref.nullable(), workEntryId: ref.nullable() }

/** The state of a note's transcript; `none`: not requested. */
const TranscriptState = z.enum(['none', 'waiting', 'working', 'done', 'failed'])

/** Spec §2 Horses: a recording about one horse. `fileUrl` plays it for members; the server determines its size, type and name. */
export const VoiceNote = z
  .object({
    ...subjects,
    id: z.string(),
    horseId: ref,
    /** Who spoke. */
    memberId: ref,
    /** The id of the bytes; null once they are deleted after a removal. */
    fileId: z.string().nullable(),
    fileUrl: z.string().nullable(),
    fileName: z.string(),
    fileSize: z.int(),
    mime: z.string(),
    serviceType: z.string(),
    description: z.string(),
    /** Null where the sender did not give it. */
    durationMs: z.int().nullable(),
    /** The loudest of each of so many equal parts, 0 to 100; null where the sender did not give it. */
    waveform: z.array(z.int()).nullable(),
    recordedAt: z.iso.datetime(),
    transcript: z.string().nullable(),
    transcriptState: TranscriptState,
    /** Why the transcript failed, or is delayed. */
    transcriptNote: z.string().nullable(),
  })
  .meta({ id: 'VoiceNote' })
export type VoiceNote = z.output<typeof VoiceNote>

/** A recording whose file was uploaded before. */
export const NewVoiceNote = z
  .object({
    ...z.object(subjects).partial().shape,
    id: ref.optional(),
    horseId: ref,
    fileId: ref,
    serviceType: z.string().trim().min(1).max(120).optional(),
    description: description.optional(),
    durationMs: z.int().min(0).max(86_400_000).nullable().optional(),
    waveform: z.array(z.int().min(0).max(100)).max(MOST_PEAKS).nullable().optional(),
    recordedAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'NewVoiceNote' })
export type NewVoiceNote = z.input<typeof NewVoiceNote>

export const VoiceNoteChange = z
  .object({
    description,
    transcript,
    workEntryId: ref.nullable(),
    /** Requests a transcript of the recording, or another try; nothing is sent unless the practice has turned transcription on. */
    transcribe: z.literal(true),
  })
  .partial()
  .meta({ id: 'VoiceNoteChange' })
export type VoiceNoteChange = z.input<typeof VoiceNoteChange>

/** Spec §7: a recording with its file in one request; the texts are fields of the form. */
export const VoiceNoteForm = z
  .object({
    file: z.unknown().meta({ type: 'string', format: 'binary', description: 'The recording; what it is decides, not its name' }),
    horseId: ref,
    serviceType: z.string().trim().min(1).max(120).default('voice-note'),
    description: description.optional(),
    fileType: z.literal('voice').optional(),
  })
  .meta({ id: 'VoiceNoteForm' })

const byId = z.object({ id: z.string().max(60) })

export const voiceEndpoints = {
  ofHorse: endpoint({
    method: 'GET',
    path: '/api/horses/:id/voice-notes',
    audience: 'member',
    summary: "A horse's voice notes, newest first",
    params: byId,
    query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(200), after: z.string().max(60).optional() }),
    response: z.array(VoiceNote),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/voice-notes',
    audience: 'member',
    record: 'voice_notes',
    summary: 'Send a voice note with its recording',
    form: VoiceNoteForm,
    response: VoiceNote,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/voice-notes/:id',
    audience: 'member',
    record: 'voice_notes',
    summary: 'Correct what is said of a voice note, or its transcript',
    params: byId,
    body: VoiceNoteChange,
    response: VoiceNote,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/voice-notes/:id',
    audience: 'member',
    record: 'voice_notes',
    summary: 'Remove a voice note',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
}
