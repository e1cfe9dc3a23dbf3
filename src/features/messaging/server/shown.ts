import type { Readable } from 'node:stream'
import { isPictured } from '#features/files/rules.ts'
import { picturesForOwner } from '#features/files/server/service.ts'
import type { MessageFile, MessagePage } from '#features/messaging/message-page.ts'
import { findShownFile, listShownFiles, type ShownFile } from '#features/messaging/server/queries.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { isUuid } from '#lib/ids.ts'
import type { Database } from '#platform/server/db.ts'
import type { FileStore } from '#platform/server/file-store.ts'
import { findClientLink } from '#platform/server/links.ts'
import { actorOfPractice } from '#platform/server/practice-actor.ts'
import { findRow } from '#platform/server/rows.ts'

type Places = { db: Database; files: FileStore }
/** Bytes on their way to an owner. */
export type Shown = { name: string; mime: string; bytes: number; etag: string; content: () => Readable }

/** What the link of a message shows; undefined when it is unknown, dead or revoked, or the message is no more. */
export async function openMessage({ db, files }: Places, token: string): Promise<MessagePage | undefined> {
  const link = await findClientLink(db, 'message', token)
  if (!link) return undefined
  const { practiceName, zone } = await actorOfPractice(db, link.practiceId, { origin: '' })
  return db.withPractice(link.practiceId, async (tx) => {
    const message = await findRow(tx, 'messages', link.subjectId)
    if (!message || message.deleted_at || message.client_id !== link.clientId) return undefined
    const shown = await listShownFiles(tx, message.id)
    const ids = shown.map(({ id }) => id)
    const pictures = await picturesForOwner(tx, files, ids, '600.jpg')
    const when = `${shortDay(dayOf(message.sent_at, zone))}, ${timeOf(message.sent_at, zone)}`
    return { practiceName, content: message.content, when, files: shown.map((file) => fileOf(file, pictures.has(file.id))) }
  })
}

/** A picture of a file of a message; undefined while it is not made, and where the link shows none. */
export async function openMessagePicture({ db, files }: Places, token: string, id: string): Promise<Shown | undefined> {
  const found = await findFileOf(db, token, id)
  if (!found) return undefined
  const picture = await db.withPractice(found.practiceId, async (tx) => (await picturesForOwner(tx, files, [id])).get(id))
  return picture && { ...picture, name: `${found.file.file_name}.jpg`, mime: 'image/jpeg' }
}

/** A film or a document of a message as it was sent. Photos are shown by their pictures alone, which say nothing of where they were taken. */
export async function openMessageFile({ db, files }: Places, token: string, id: string): Promise<Shown | undefined> {
  const found = await findFileOf(db, token, id)
  if (!found || isPhoto(found.file)) return undefined
  const { file_name: name, mime, bytes, sha256, store_key } = found.file
  return { name, mime, bytes: Number(bytes), etag: `"${sha256}"`, content: () => files.read(store_key) }
}

async function findFileOf(db: Database, token: string, id: string): Promise<{ practiceId: string; file: ShownFile } | undefined> {
  const link = isUuid(id) ? await findClientLink(db, 'message', token) : undefined
  if (!link) return undefined
  const file = await db.withPractice(link.practiceId, (tx) => findShownFile(tx, { messageId: link.subjectId, clientId: link.clientId, id }))
  return file && { practiceId: link.practiceId, file }
}

const isPhoto = ({ mime }: Pick<ShownFile, 'mime'>) => isPictured(mime) && !mime.startsWith('video/')

const fileOf = (file: ShownFile, isMade: boolean): MessageFile => ({
  id: file.id,
  name: file.file_name,
  isPhoto: isPhoto(file),
  picture: isMade ? 'made' : isPictured(file.mime) && !file.hasFault ? 'coming' : 'none',
})
