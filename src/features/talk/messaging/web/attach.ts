import type { Attachment } from '#features/evidence/files/contract.ts'
import type { Looked } from '#features/evidence/files/web/data.ts'
import type { FileToKeep } from '#platform/web/files/keep-file.ts'
import type { Change } from '#platform/web/sync/outbox.ts'

type About = { messageId: string; clientId: string }

/** A file attached to a message; `first` is recorded before it, in the same transaction. */
export const attaching = (file: Looked, about: About, memberId: string, first: readonly Change[] = []): FileToKeep => ({
  content: file.content,
  name: file.fileName,
  fileType: file.fileType,
  changes: (fileId) => [...first, filing(file, fileId, about, memberId)],
})

function filing({ fileName, fileType, takenOn, content, mime }: Looked, fileId: string, about: About, memberId: string): Change {
  return {
    action: 'CREATE',
    entity: 'attachments',
    endpoint: '/api/file-attachments',
    data: { ...about, fileId, fileName, fileType, takenOn, uploadedBy: 'farrier' },
    alsoShow: { ...EMPTY, filedBy: memberId, fileSize: content.size, mime, fileUrl: `/api/objects/${fileId}`, shownToOwner: true },
    blobId: fileId,
  }
}

const EMPTY = {
  ...{ horseId: null, appointmentId: null, workEntryId: null, yardId: null, foot: null, view: null },
  ...{ description: null, receivedFrom: null, ownerSeesFrom: null, mayPassOn: false },
} satisfies Partial<Attachment>
