import type { Attachment } from '#features/files/contract.ts'
import { type FileType, isOfType, MOST_BYTES, mimeOf, safeName, TYPE_LABELS, usualDescription } from '#features/files/rules.ts'
import { sniff } from '#features/files/sniff.ts'
import { dayOf } from '#lib/dates.ts'
import { record } from '#platform/web/outbox.ts'
import type { Kept } from '#platform/web/rows.ts'
import { addFile } from '#platform/web/uploads.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** A file on record as this device holds it. */
export type KnownFile = Kept<Attachment>

/** A horse's files, newest first; undefined while they load. */
export const useFilesOf = (horseId: string): readonly KnownFile[] | undefined =>
  useRows<Attachment>('attachments', { horseId })?.toSorted((a, b) => (a.id < b.id ? 1 : -1))

/** Why a chosen file can't be filed as this type, in words; undefined when it can. Its content decides, not its name. */
async function faultOf(file: File, type: FileType): Promise<string | undefined> {
  if (file.size > MOST_BYTES) return 'That file is larger than 100 MB. Choose a shorter video or a smaller file.'
  const found = sniff(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
  if (found && isOfType(found, type)) return undefined
  return `${file.name} can’t be filed under ${TYPE_LABELS[type].toLowerCase()}. Choose another file, or another type.`
}

const HEAD_BYTES = 65_536

type NewFile = {
  file: File
  type: FileType
  description: string
  memberId: string
  /** What it is of besides the horse. */
  about?: Partial<Pick<Attachment, 'appointmentId' | 'workEntryId' | 'foot' | 'view'>>
}

/** Keeps a farrier's file of a horse on this device; it goes to the server when it can. Resolves to why it can't be kept, in words. */
export const keepHorseFile = async (horse: { id: string; name: string }, asked: NewFile): Promise<string | undefined> =>
  (await faultOf(asked.file, asked.type)) ??
  addHorseFile(horse, asked).then(
    () => undefined,
    (error: unknown) =>
      error instanceof Error && 'sentence' in error ? String(error.sentence) : 'This device could not keep the file. Try again.',
  )

/** @throws NoRoom */
async function addHorseFile(
  horse: { id: string; name: string },
  { file, type, description, memberId, about = {} }: NewFile,
): Promise<void> {
  const fileName = safeName(file.name)
  const found = sniff(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
  const facts = {
    fileName,
    fileType: type,
    horseId: horse.id,
    description: description.trim() || usualDescription(type, horse.name),
    ...about,
  }
  const takenOn = isTaken(type) ? dayOf(file.lastModified, Intl.DateTimeFormat().resolvedOptions().timeZone) : null
  const shown = { ...UNSAID, ...about, fileSize: file.size, mime: found ? mimeOf(found, fileName) : file.type, filedBy: memberId }
  await addFile({
    content: file,
    name: fileName,
    changes: (fileId) => [
      {
        action: 'CREATE',
        entity: 'attachments',
        endpoint: '/api/file-attachments',
        data: { ...facts, takenOn, fileId, uploadedBy: 'farrier' },
        alsoShow: { ...shown, takenOn, fileUrl: `/api/objects/${fileId}` },
        blobId: fileId,
      },
    ],
  })
}

/** What a camera made has the day of its file. */
const isTaken = (type: FileType) => type === 'image' || type === 'video'

const UNSAID = {
  receivedFrom: null,
  appointmentId: null,
  workEntryId: null,
  clientId: null,
  yardId: null,
  foot: null,
  view: null,
  takenOn: null,
  shownToOwner: false,
}

/** Takes a file off record; false when it is gone from this device. */
export const removeFile = async (id: string): Promise<boolean> =>
  (await record([{ action: 'DELETE', entity: 'attachments', endpoint: `/api/file-attachments/${id}`, id }])) !== false

/** Puts a file that was taken off record on it again, under a new id: its bytes are still on the server. */
export async function fileAgain(file: KnownFile): Promise<boolean> {
  const { fileId, fileName, fileType, description, uploadedBy, receivedFrom, horseId, foot, view, takenOn, shownToOwner } = file
  const data = { fileId, fileName, fileType, description, uploadedBy, receivedFrom, horseId, foot, view, takenOn, shownToOwner }
  const alsoShow = { ...UNSAID, ...data, fileSize: file.fileSize, mime: file.mime, filedBy: file.filedBy, fileUrl: file.fileUrl }
  return (await record([{ action: 'CREATE', entity: 'attachments', endpoint: '/api/file-attachments', data, alsoShow }])) !== false
}
