import { seesMoney } from '#features/core/practice/rules.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { Attachment, AttachmentChange, NewAttachment } from '#features/evidence/files/contract.ts'
import { AttachmentChange as AttachmentChangeShape, NewAttachment as NewAttachmentShape } from '#features/evidence/files/contract.ts'
import { type FileType, isShownAtFirst, mimeOf, safeName, type Uploader, wrongTypeWords } from '#features/evidence/files/rules.ts'
import { type AttachmentRow, findFile, listFilesOf, requireSubject } from '#features/evidence/files/server/queries.ts'
import { type FilePlaces, finishArrived } from '#features/evidence/files/server/uploads.ts'
import { requirePlan } from '#features/evidence/files/server/usage.ts'
import { kindOfMime } from '#features/evidence/files/sniff.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, holdWriters, insertRow, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/** A file whose bytes are stored, locked until the transaction ends. @throws file_not_stored */
export async function requireStored(tx: PracticeTx, id: string): Promise<{ id: string; mime: string; bytes: number }> {
  const file = await findFile(tx, id)
  if (!file?.store_key || !file.bytes) throw new AppError('file_not_stored')
  return { id: file.id, mime: file.mime, bytes: file.bytes }
}

/** A horse's files, newest first, a page at a time. @throws horse_not_found */
export async function filesOfHorse(
  tx: PracticeTx,
  horseId: string,
  page: { limit: number; after?: string | undefined },
): Promise<Attachment[]> {
  await requireSubject(tx, 'horses', horseId, 'horse_not_found')
  return (await listFilesOf(tx, horseId, page)).map(toAttachment)
}

/**
 * Puts a stored file on record under its subjects, filed by the caller on behalf of the person who made it. `id` may have been made on a
 * device.
 * @throws file_not_stored, wrong_file_type, the plan's refusal, nothing_named, the not-found error of a named record, id_taken
 */
export async function fileAway(tx: PracticeTx, actor: Actor, id: string, input: NewAttachment & OfCarer): Promise<AttachmentRow> {
  await holdWriters(tx)
  const file = await requireStored(tx, fileNamed(input))
  const { uploadedBy = 'farrier', fileType } = input
  refuseWrongType(file.mime, fileType, uploadedBy)
  // A file that was on record before a restore is accepted again, and what a guest sends has been measured as theirs.
  if (!actor.isAgain && !actor.byPerson) await requirePlan(tx, actor, { ...file, kind: kindOfMime(file.mime), fileType })
  if (input.expenseId) requireMay(actor, 'seeMoney')
  const subjects = await subjectsOf(tx, input)
  const file_name = safeName(input.fileName)
  return insertRow(tx, actor, 'attachments', id, {
    ...toColumns(input),
    ...subjects,
    file_id: file.id,
    file_type: fileType,
    file_name,
    bytes: file.bytes,
    mime: mimeOf({ kind: kindOfMime(file.mime), mime: file.mime }, file_name),
    uploaded_by: uploadedBy,
    filed_by_member: actor.memberId,
    shown_to_owner:
      input.shownToOwner ??
      (subjects.message_id !== null || isShownAtFirst({ fileType, uploadedBy, appointmentId: subjects.appointment_id })),
    received_from: noneIfBlank(input.receivedFrom) ?? null,
    ...input.ofCarer,
  })
}

/** What only a carer sets on a file they send. */
type OfCarer = { ofCarer?: Pick<AttachmentRow, 'owner_sees_from' | 'may_pass_on' | 'made_by_grant'> }

/**
 * Checks whether the file to be filed has arrived in a store that receives uploads directly: such a store does not notify us.
 * @throws file_damaged, file_refused
 */
export async function lookForArrived(places: FilePlaces, { practiceId }: Actor, input: NewAttachment): Promise<void> {
  if (!places.files.presign) return
  const file = await places.db.withPractice(practiceId, (tx) => findFile(tx, fileNamed(input)))
  if (file) await finishArrived(places, file)
}

/** Corrects the details of a file. @throws forbidden, attachment_not_found, file_not_found (it was swept), work_entry_not_found, conflict */
export async function changeAttachment(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  input: AttachmentChange,
  baseRev?: number,
): Promise<AttachmentRow> {
  const before = await rowForChange(tx, 'attachments', id, 'attachment_not_found')
  requireTheirs(actor, before)
  if (!before.file_id) throw new AppError('file_not_found')
  const { workEntryId } = input
  const work_entry_id = workEntryId && idOf(workEntryId, 'work_entry_not_found')
  if (work_entry_id) await requireSubject(tx, 'work_entries', work_entry_id, 'work_entry_not_found')
  return updateRow(tx, actor, before, 'attachments', { ...toColumns(input), work_entry_id }, { baseRev })
}

/** Takes a file off record; its bytes stay for 30 days. @throws forbidden, attachment_not_found, conflict */
export async function takeOffRecord(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<AttachmentRow> {
  const before = await rowForChange(tx, 'attachments', id, 'attachment_not_found')
  requireTheirs(actor, before)
  return deleteRow(tx, actor, before, 'attachments', { baseRev })
}

/** A row as it goes over the wire. */
export function toAttachment(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    fileId: row.file_id,
    fileUrl: row.file_id && `/api/objects/${row.file_id}`,
    fileType: row.file_type,
    fileName: row.file_name,
    fileSize: Number(row.bytes),
    mime: row.mime,
    description: row.description,
    uploadedBy: row.uploaded_by,
    filedBy: row.filed_by_member,
    receivedFrom: row.received_from,
    horseId: row.horse_id,
    appointmentId: row.appointment_id,
    workEntryId: row.work_entry_id,
    clientId: row.client_id,
    yardId: row.yard_id,
    messageId: row.message_id,
    expenseId: row.expense_id,
    foot: row.foot,
    view: row.view,
    takenOn: row.taken_on,
    shownToOwner: row.shown_to_owner,
    ownerSeesFrom: row.owner_sees_from,
    mayPassOn: row.may_pass_on,
  }
}

export const attachmentSync: SyncedEntity<'attachments'> = {
  toWire: toAttachment,
  isRowSeenBy: (role, row) => row.expense_id === null || seesMoney(role),
  write: {
    newShape: NewAttachmentShape,
    changeShape: AttachmentChangeShape,
    create: fileAway,
    update: changeAttachment,
    remove: takeOffRecord,
  },
}

/** An apprentice may correct only what they filed themselves; every other member may correct anything. @throws forbidden */
function requireTheirs(actor: Actor, row: AttachmentRow): void {
  if (row.filed_by_member !== actor.memberId) requireMay(actor, 'changeRecords')
}

/**
 * The id of the named file. Spec §7 names a file by its address: the one it was sent to or is read from, both of which contain its id.
 * @throws file_not_stored
 */
function fileNamed({ fileId, fileUrl }: NewAttachment): string {
  const inUrl = /\/(?:api\/objects|arriving)\/([^/?#.]+)/.exec(fileUrl ?? '')?.[1]
  return idOf(fileId ?? inUrl ?? '', 'file_not_stored')
}

/** Spec §5 and §6: the file's content decides, and who made it. @throws wrong_file_type with the sentence */
function refuseWrongType(mime: string, type: FileType, by: Uploader): void {
  const refusal = wrongTypeWords({ kind: kindOfMime(mime) }, type, by)
  if (refusal) throw new AppError('wrong_file_type', {}, refusal)
}

/** The subjects of a file, each checked in this practice. @throws nothing_named, and the not-found error of a missing one */
async function subjectsOf(tx: PracticeTx, input: NewAttachment) {
  const named = SUBJECTS.filter(({ field }) => input[field])
  if (named.length === 0) throw new AppError('nothing_named')
  const none = Object.fromEntries(SUBJECTS.map(({ column }) => [column, null]))
  const subjects: Record<string, string | null> = none
  for (const { field, table, column, missing } of named) {
    const id = idOf(input[field] ?? '', missing)
    await requireSubject(tx, table, id, missing)
    subjects[column] = id
  }
  return subjects as Pick<AttachmentRow, (typeof SUBJECTS)[number]['column']>
}

const SUBJECTS = [
  { field: 'horseId', table: 'horses', column: 'horse_id', missing: 'horse_not_found' },
  { field: 'appointmentId', table: 'appointments', column: 'appointment_id', missing: 'appointment_not_found' },
  { field: 'workEntryId', table: 'work_entries', column: 'work_entry_id', missing: 'work_entry_not_found' },
  { field: 'clientId', table: 'clients', column: 'client_id', missing: 'client_not_found' },
  { field: 'yardId', table: 'yards', column: 'yard_id', missing: 'yard_not_found' },
  { field: 'messageId', table: 'messages', column: 'message_id', missing: 'message_not_found' },
  { field: 'expenseId', table: 'expenses', column: 'expense_id', missing: 'expense_not_found' },
] as const

function toColumns(input: Omit<AttachmentChange, 'workEntryId'>) {
  return {
    ...(input.fileName === undefined ? {} : { file_name: safeName(input.fileName) }),
    description: noneIfBlank(input.description),
    foot: input.foot,
    view: noneIfBlank(input.view),
    taken_on: input.takenOn,
    shown_to_owner: input.shownToOwner,
  }
}
