import type { Insertable } from 'kysely'
import { v7 } from 'uuid'
import { cast } from '#db/cast.ts'
import { castGrantOf } from '#db/cast-care.ts'
import type { Insert } from '#db/cast-insert.ts'
import type { StopRows } from '#db/cast-rows.ts'
import type { CastFile } from '#db/cast-store.ts'
import { CAST_VOICE, CAST_VOICE_MS, CAST_WAVEFORM } from '#db/cast-voice.ts'
import { photoFileName } from '#features/evidence/files/views.ts'
import { usualDescription, VOICE_SERVICE, voiceFileName } from '#features/evidence/voice/rules.ts'
import { addDays, type Day, instantOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Bare<T extends keyof Tables> = Omit<Insertable<Tables[T]>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>
/** Work on a horse, with the visit it was done at. */
type Work = { id: string; horse: string; day: Day; line: string | null; visit: string; doneAt: Date | null }
type Placed = { file: CastFile; id: string; day: Day; at: Date; work: Work | undefined }

/** What the details of a picture say. */
const DRAWN = 'Drawn for the demo'
const VET = 'Marches Equine'
/** A vet's pictures come some days before the work they are for. */
const VET_DAYS = 12

/** Puts the files of the demo on record, each with the visit it was taken at. Their bytes are in the store already. */
export async function insertCastFiles(
  tx: PracticeTx,
  insert: Insert,
  rows: readonly StopRows[],
  { files, today }: { files: readonly CastFile[]; today: Day },
): Promise<{ id: string; horse_id: string | null; file_type: string }[]> {
  const work = routineWork(rows)
  const placed = files.flatMap((file) => placeOf(file, work.get(file.horseId) ?? []))
  if (placed.length === 0) return []
  await tx
    .insertInto('files')
    .values(placed.map((one) => ({ practice_id: cast.practice.id, ...fileRow(one) })))
    .execute()
  const isVoice = ({ file }: Placed) => file.mime.startsWith('audio/')
  const attachments = placed.filter((one) => !isVoice(one)).map((one) => attachmentRow(one, today))
  await insert('attachments', attachments)
  await insert('voice_notes', placed.filter(isVoice).map(voiceRow))
  return attachments
}

/** Each horse's routine work, the last first. */
function routineWork(rows: readonly StopRows[]): Map<string, Work[]> {
  const all = rows.flatMap(({ visit, entries }) =>
    entries.flatMap(({ id, horse_id, work_date, resets_cycle, visit_horse_id }): Work[] =>
      resets_cycle && horse_id
        ? [
            {
              id,
              horse: horse_id,
              day: work_date,
              line: visit_horse_id ?? null,
              visit: visit.id,
              doneAt: visit.completed_at as Date | null,
            },
          ]
        : [],
    ),
  )
  return Map.groupBy(
    all.toSorted((a, b) => (a.day < b.day ? 1 : -1)),
    ({ horse }) => horse,
  )
}

/** When and with which work a file was made; nothing where the horse had no such visit. */
function placeOf(file: CastFile, work: readonly Work[]): Placed[] {
  const { when } = file
  const its = typeof when === 'number' ? work[when] : work.find(({ day }) => day === when)
  const day = isOfVet(file) ? its && addDays(its.day, -VET_DAYS) : (its?.day ?? (typeof when === 'string' ? when : undefined))
  if (!day) return []
  const end = (!isOfVet(file) && its?.doneAt) || instantOf(day, '18:00', cast.practice.zone)
  const at = new Date(end.getTime() - (file.isBefore ? 40 : 5) * 60_000 + rankOf(file) * 1000)
  return [{ file, id: idOf('attachment', file, at), day, at, work: isOfVet(file) ? undefined : its }]
}

/** Of a visit's photos the near fore from the side comes last: the newest stands for the horse. Ids are made in the order of time. */
const rankOf = ({ foot, view }: CastFile): number =>
  10 * ['solar', 'dorsal', 'lateral'].indexOf(view ?? '') + ['OH', 'NH', 'OF', 'NF'].indexOf(foot ?? '')

const isOfVet = ({ mime }: CastFile) => mime === 'application/dicom'

/** The same id for the same file of the same time. */
function idOf(kind: string, { sha256 }: CastFile, at: Date): string {
  const random = Buffer.from(uuidOf('cast', kind, sha256, at.toISOString()).replaceAll('-', ''), 'hex')
  return v7({ random, msecs: at.getTime() })
}

const fileIdOf = ({ file, at }: Placed) => idOf('file', file, at)

const fileRow = (placed: Placed) => ({
  id: fileIdOf(placed),
  sha256: placed.file.sha256,
  bytes: placed.file.bytes,
  mime: placed.file.mime === 'text/csv' ? 'text/plain' : placed.file.mime,
  store_key: placed.file.sha256,
  state: 'stored' as const,
  made_by_person: cast.owner.personId,
  state_at: placed.at,
})

function attachmentRow(placed: Placed, today: Day) {
  const { file, id, day, work } = placed
  const isImage = file.mime.startsWith('image/')
  const grant = isOfVet(file) ? castGrantOf(file.horseId, day, today) : null
  return {
    id,
    file_id: fileIdOf(placed),
    file_type: isImage ? 'image' : isOfVet(file) ? 'radiograph' : 'gait-analysis',
    file_name: fileNameOf(placed),
    bytes: file.bytes,
    mime: file.mime,
    description: descriptionOf(file),
    uploaded_by: isOfVet(file) ? 'vet' : 'farrier',
    filed_by_member: grant ? null : cast.owner.memberId,
    received_from: isOfVet(file) ? VET : null,
    horse_id: file.horseId,
    appointment_id: work?.visit ?? null,
    work_entry_id: work?.id ?? null,
    message_id: null,
    client_id: null,
    yard_id: null,
    expense_id: null,
    foot: file.foot,
    view: file.view,
    taken_on: day,
    shown_to_owner: isImage || grant !== null,
    made_by_grant: grant,
  } satisfies Bare<'attachments'>
}

function fileNameOf({ file, at }: Placed): string {
  const { horse, foot, view, mime } = file
  const name = photoFileName({ horse, foot: foot ?? 'gait', view: view ?? 'trot', at, zone: cast.practice.zone, mime })
  const ending = isOfVet(file) ? '.dcm' : mime === 'text/csv' ? '.csv' : (/\.\w+$/.exec(name)?.[0] ?? '')
  return name.replace(/\.\w+$/, `${file.isBefore ? ' before' : ''}${ending}`)
}

function descriptionOf({ isDrawn, isBefore, mime }: CastFile): string | null {
  const moment = isBefore ? 'Before the work' : null
  const made = mime === 'text/csv' ? 'Made up for the demo' : DRAWN
  return [moment, isDrawn ? made : null].filter(Boolean).join('. ') || null
}

function voiceRow(placed: Placed): Bare<'voice_notes'> {
  const { file, id, at, work } = placed
  return {
    id,
    horse_id: file.horseId,
    appointment_id: work?.visit ?? null,
    visit_horse_id: work?.line ?? null,
    work_entry_id: work?.id ?? null,
    member_id: cast.owner.memberId,
    file_id: fileIdOf(placed),
    file_name: voiceFileName({ horse: file.horse, at, zone: cast.practice.zone, mime: file.mime }),
    service_type: VOICE_SERVICE,
    description: `${usualDescription(file.horse)}, spoken by a computer for the demo`,
    mime: file.mime,
    bytes: file.bytes,
    duration_ms: CAST_VOICE_MS,
    waveform: [...CAST_WAVEFORM],
    recorded_at: at,
    transcript: CAST_VOICE,
    transcript_state: 'done',
    transcript_note: null,
    transcript_tries: 1,
  }
}
