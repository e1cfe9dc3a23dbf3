import type { Attachment } from '#features/evidence/files/contract.ts'
import {
  type FileType,
  isShownAtFirst,
  mimeOf,
  safeName,
  typesFor,
  type Uploader,
  usualDescription,
} from '#features/evidence/files/rules.ts'
import { lookInto, refusalOf } from '#features/evidence/files/web/accept.ts'
import { fromMachine } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { addFile } from '#platform/web/files/uploads.ts'
import { record } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** A file on record as this device holds it. */
export type KnownFile = Kept<Attachment>

/** A horse's files, newest first; undefined while they load. */
export const useFilesOf = (horseId: string): readonly KnownFile[] | undefined =>
  useRows<Attachment>('attachments', { horseId })?.toSorted((a, b) => (a.id < b.id ? 1 : -1))

/** Who made a file that the member files for them (product.md: a file received). */
export type Maker = { by: Uploader; receivedFrom: string | null; takenOn: Day | null }

type NewFile = {
  file: File
  type: FileType
  description: string
  memberId: string
  /** Without: the member made it. */
  maker?: Maker
  /** What it is of besides the horse. */
  about?: Partial<Pick<Attachment, 'appointmentId' | 'workEntryId' | 'foot' | 'view'>>
}

/** Keeps a file of a horse on this device; it goes to the server when it can. Resolves to why it can't be kept, in words. */
export async function keepHorseFile(horse: { id: string; name: string }, asked: NewFile): Promise<string | undefined> {
  const refusal = await refusalOf(asked.file, asked.type, asked.maker?.by ?? 'farrier')
  if (refusal) return refusal.words
  return addHorseFile(horse, asked).then(() => undefined, notKeptWords)
}

/** The message for a file that could not be stored. */
export const notKeptWords = (error: unknown): string =>
  error instanceof Error && 'sentence' in error ? String(error.sentence) : "This device couldn't save the file. Try again."

/** Keeps a file that was looked at already (`refusalOf`); resolves to its id on its way. @throws NoRoom */
export async function addHorseFile(horse: { id: string; name: string }, asked: NewFile): Promise<string> {
  const { file, type, description, memberId, maker, about = {} } = asked
  const fileName = safeName(file.name)
  const found = await lookInto(file)
  const mime = found ? mimeOf(found, fileName) : file.type
  const facts = {
    fileName,
    fileType: type,
    horseId: horse.id,
    description: description.trim() || usualDescription(type, horse.name),
    uploadedBy: maker?.by ?? 'farrier',
    receivedFrom: maker?.receivedFrom ?? null,
    takenOn: maker
      ? maker.takenOn
      : isTaken(type)
        ? dayOf(fromMachine(new Date(file.lastModified)), Intl.DateTimeFormat().resolvedOptions().timeZone)
        : null,
    ...about,
  }
  let kept = ''
  await addFile({
    // What it is, not what it is called.
    content: file.slice(0, file.size, mime),
    name: fileName,
    fileType: type,
    changes: (fileId) => {
      kept = fileId
      const shown = isShownAtFirst({ ...EMPTY, ...facts })
      const alsoShow = {
        ...EMPTY,
        ...about,
        fileSize: file.size,
        mime,
        filedBy: memberId,
        fileUrl: `/api/objects/${fileId}`,
        shownToOwner: shown,
      }
      const where = { entity: 'attachments', endpoint: '/api/file-attachments' } as const
      return [{ action: 'CREATE', ...where, data: { ...facts, fileId }, alsoShow, blobId: fileId }]
    },
  })
  return kept
}

/** A chosen file as it would go on record: what it is, and as which type. */
export type Looked = { id: string; content: Blob; fileName: string; fileType: FileType; mime: string; takenOn: Day | null }

/** A PDF or a film may be several things; with a message it is what its reader would call it. */
const PLAIN_TYPES = ['image', 'video', 'document'] as const

/** Looks into a file that is to go with a message; a sentence where it can't. */
export async function lookAt(file: File): Promise<Looked | string> {
  const found = await lookInto(file)
  const types = found ? typesFor(found, 'farrier') : []
  const fileType = PLAIN_TYPES.find((type) => types.includes(type)) ?? 'document'
  const refusal = await refusalOf(file, fileType, 'farrier')
  if (refusal) return refusal.words
  const fileName = safeName(file.name)
  const mime = found ? mimeOf(found, fileName) : file.type
  const takenOn = isTaken(fileType)
    ? dayOf(fromMachine(new Date(file.lastModified)), Intl.DateTimeFormat().resolvedOptions().timeZone)
    : null
  return { id: uuidv7(), content: file.slice(0, file.size, mime), fileName, fileType, mime, takenOn }
}

/** Whether files of this type come from a camera: they get the date of the file. */
const isTaken = (type: FileType) => type === 'image' || type === 'video'

const EMPTY = {
  appointmentId: null,
  workEntryId: null,
  clientId: null,
  yardId: null,
  messageId: null,
  expenseId: null,
  foot: null,
  view: null,
  shownToOwner: false,
  ownerSeesFrom: null,
  mayPassOn: false,
}

/** Shows a file to the horse's owner, or no longer; false when it is gone from this device. */
export async function shareFile(id: string, shownToOwner: boolean): Promise<boolean> {
  const endpoint = `/api/file-attachments/${id}`
  return (await record([{ action: 'UPDATE', entity: 'attachments', endpoint, id, data: { shownToOwner } }])) !== false
}

/** Takes a file off record; false when it is no longer on this device. */
export const removeFile = async (id: string): Promise<boolean> =>
  (await record([{ action: 'DELETE', entity: 'attachments', endpoint: `/api/file-attachments/${id}`, id }])) !== false

/** Puts a file that was taken off record on it again, under a new id: its bytes are still on the server. */
export async function fileAgain(file: KnownFile): Promise<boolean> {
  // What a vet keeps back does not come to its owner by an undo. A copy from before there were such files doesn't know of it.
  const shownToOwner = file.shownToOwner && !file.ownerSeesFrom
  const data: Record<string, unknown> = { ...Object.fromEntries(AGAIN.map((field) => [field, file[field]])), shownToOwner }
  const { fileSize, mime, filedBy, fileUrl } = file
  const alsoShow = { ...EMPTY, ...data, fileSize, mime, filedBy, fileUrl }
  return (await record([{ action: 'CREATE', entity: 'attachments', endpoint: '/api/file-attachments', data, alsoShow }])) !== false
}

/** All its details and subjects. */
const AGAIN = [
  ...(['fileId', 'fileName', 'fileType', 'description', 'uploadedBy', 'receivedFrom', 'takenOn', 'shownToOwner', 'foot', 'view'] as const),
  ...(['horseId', 'appointmentId', 'workEntryId', 'clientId', 'yardId', 'messageId', 'expenseId'] as const),
]
