import { requireMay } from '#features/core/practice/server/require-may.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { requireStored } from '#features/evidence/files/server/service.ts'
import { kindOfMime } from '#features/evidence/files/sniff.ts'
import type { NewVoiceNote, VoiceNote, VoiceNoteChange } from '#features/evidence/voice/contract.ts'
import { NewVoiceNote as NewVoiceShape, VoiceNoteChange as VoiceChangeShape } from '#features/evidence/voice/contract.ts'
import { isSound, NO_SOUND, usualDescription, VOICE_SERVICE, voiceFileName } from '#features/evidence/voice/rules.ts'
import { listVoiceOf, requireOf, type VoiceRow } from '#features/evidence/voice/server/queries.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, holdWriters, insertRow, keepServerColumns, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import { enqueue } from '#platform/server/jobs/jobs.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/** A horse's voice notes, newest first, a page at a time. @throws horse_not_found */
export async function voiceOfHorse(
  tx: PracticeTx,
  horseId: string,
  page: { limit: number; after?: string | undefined },
): Promise<VoiceNote[]> {
  await requireHorse(tx, horseId)
  return (await listVoiceOf(tx, horseId, page)).map(toVoiceNote)
}

/**
 * Puts an uploaded recording on a horse's record, spoken by the caller. Where the practice has transcription on, a transcript is requested
 * in the same transaction. `id` may have been made on a device.
 * @throws horse_not_found, file_not_stored, wrong_file_type, the not-found error of a named record, id_taken
 */
export async function recordVoiceNote(tx: PracticeTx, actor: Actor, id: string, input: NewVoiceNote): Promise<VoiceRow> {
  await holdWriters(tx)
  const horse = await requireHorse(tx, idOf(input.horseId, 'horse_not_found'))
  const subjects = await subjectsOf(tx, horse.id, input)
  const file = await requireStored(tx, idOf(input.fileId, 'file_not_stored'))
  if (!isSound({ kind: kindOfMime(file.mime) })) throw new AppError('wrong_file_type', {}, NO_SOUND)
  const recorded_at = input.recordedAt ? new Date(input.recordedAt) : currentTime()
  const isWritten = (await settingsOf(tx)).transcribesVoice
  const row = await insertRow(tx, actor, 'voice_notes', id, {
    ...subjects,
    horse_id: horse.id,
    member_id: memberOf(actor),
    file_id: file.id,
    file_name: voiceFileName({ horse: horse.name, at: recorded_at, zone: actor.zone, mime: file.mime }),
    service_type: input.serviceType || VOICE_SERVICE,
    description: noneIfBlank(input.description) ?? usualDescription(horse.name),
    mime: file.mime,
    bytes: file.bytes,
    duration_ms: input.durationMs ?? null,
    waveform: input.waveform ?? null,
    recorded_at,
    transcript: null,
    transcript_state: isWritten ? 'waiting' : 'none',
    transcript_note: null,
  })
  if (isWritten) await transcribeLater(tx, actor, row)
  return row
}

/**
 * Corrects a note's details or its transcript; `transcribe` requests a transcript, unless one is already on its way.
 * @throws forbidden, voice_note_not_found, work_entry_not_found, transcripts_off, conflict
 */
export async function changeVoiceNote(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  input: VoiceNoteChange,
  baseRev?: number,
): Promise<VoiceRow> {
  const before = await rowForChange(tx, 'voice_notes', id, 'voice_note_not_found')
  requireTheirs(actor, before)
  const { workEntryId, transcript } = input
  const columns = {
    ...(workEntryId === undefined ? {} : await subjectsOf(tx, before.horse_id, { workEntryId })),
    ...(input.description === undefined ? {} : { description: await describedAs(tx, before, input.description) }),
    transcript: noneIfBlank(transcript),
  }
  const row = await updateRow(tx, actor, before, 'voice_notes', columns, { baseRev })
  return input.transcribe ? requestTranscript(tx, actor, row) : row
}

/** Removes a note; its recording stays for 30 days. @throws forbidden, voice_note_not_found, conflict */
export async function removeVoiceNote(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<VoiceRow> {
  const before = await rowForChange(tx, 'voice_notes', id, 'voice_note_not_found')
  requireTheirs(actor, before)
  return deleteRow(tx, actor, before, 'voice_notes', { baseRev })
}

/** A row as it goes over the wire. */
export function toVoiceNote(row: VoiceRow): VoiceNote {
  return {
    id: row.id,
    horseId: row.horse_id,
    appointmentId: row.appointment_id,
    visitHorseId: row.visit_horse_id,
    workEntryId: row.work_entry_id,
    memberId: row.member_id,
    fileId: row.file_id,
    fileUrl: row.file_id && `/api/objects/${row.file_id}`,
    fileName: row.file_name,
    fileSize: Number(row.bytes),
    mime: row.mime,
    serviceType: row.service_type,
    description: row.description,
    durationMs: row.duration_ms,
    waveform: row.waveform,
    recordedAt: new Date(row.recorded_at).toISOString(),
    transcript: row.transcript,
    transcriptState: row.transcript_state,
    transcriptNote: row.transcript_note,
  }
}

export const voiceSync: SyncedEntity<'voice_notes'> = {
  toWire: toVoiceNote,
  write: {
    newShape: NewVoiceShape,
    changeShape: VoiceChangeShape,
    create: recordVoiceNote,
    update: changeVoiceNote,
    remove: removeVoiceNote,
  },
}

/** An apprentice may correct only their own notes; every other member may correct any note. @throws forbidden */
function requireTheirs(actor: Actor, row: VoiceRow): void {
  if (row.member_id !== actor.memberId) requireMay(actor, 'changeRecords')
}

type Subjects = Pick<NewVoiceNote, (typeof SUBJECTS)[number]['field']>

/** The records that a note names apart from its horse, each checked in this practice. @throws the not-found error of a missing one */
async function subjectsOf(tx: PracticeTx, horseId: string, input: Subjects): Promise<Partial<Record<string, string | null>>> {
  const columns: Record<string, string | null> = {}
  for (const { field, table, column, missing } of SUBJECTS) {
    const named = input[field]
    if (named) await requireOf(tx, horseId, { table, id: idOf(named, missing), missing })
    if (named !== undefined) columns[column] = named && idOf(named, missing)
  }
  return columns
}

const SUBJECTS = [
  { field: 'appointmentId', table: 'appointments', column: 'appointment_id', missing: 'appointment_not_found' },
  { field: 'visitHorseId', table: 'visit_horses', column: 'visit_horse_id', missing: 'visit_horse_not_found' },
  { field: 'workEntryId', table: 'work_entries', column: 'work_entry_id', missing: 'work_entry_not_found' },
] as const

/** An empty description becomes the default again. */
const describedAs = async (tx: PracticeTx, note: VoiceRow, description: string): Promise<string> =>
  description.trim() || usualDescription((await requireHorse(tx, note.horse_id)).name)

/** @throws transcripts_off */
async function requestTranscript(tx: PracticeTx, actor: Actor, note: VoiceRow): Promise<VoiceRow> {
  if (!(await settingsOf(tx)).transcribesVoice) throw new AppError('transcripts_off')
  if (note.transcript !== null || note.transcript_state === 'waiting' || note.transcript_state === 'working') return note
  const requested = { transcript_state: 'waiting', transcript_note: null, transcript_tries: 0 } as const
  const row = await keepServerColumns(tx, note, 'voice_notes', requested)
  await transcribeLater(tx, actor, row)
  return row
}

const transcribeLater = (tx: PracticeTx, { practiceId }: Actor, { id }: VoiceRow) => enqueue(tx, 'transcribe', { practiceId, id })
