import type { Readable } from 'node:stream'
import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import { isPictured } from '#features/evidence/files/rules.ts'
import { picturesForOwner } from '#features/evidence/files/server/pictures-for-owner.ts'
import type { FormPhoto } from '#features/evidence/files/server/receive-photo-form.ts'
import { storeArrived } from '#features/evidence/files/server/store-arrived.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import type { MessageFile, MessagePage, ShownMessage } from '#features/talk/messaging/message-page.ts'
import { cutTo, priceInWords, REPLY_IN_MESSAGE } from '#features/talk/messaging/rules.ts'
import {
  findShownFile,
  type ListedMessage,
  listMessagesSince,
  listShownFiles,
  type MessageRow,
  type ShownFile,
  type ThreadRow,
} from '#features/talk/messaging/server/queries.ts'
import { receiveMessage } from '#features/talk/messaging/server/receive-message.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { isUuid, uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { findRow } from '#platform/server/database/rows.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import { findClientLink } from '#platform/server/links.ts'

type Places = { db: Database; files: FileStore; origin: string }
/** A file being sent to an owner. */
export type Shown = { name: string; mime: string; bytes: number; etag: string; content: () => Readable }

/** What the link of a message shows; undefined when the link is unknown, expired or revoked, or the message no longer exists. */
export async function openMessage(places: Places, token: string): Promise<MessagePage | undefined> {
  const part = await inLink(places, token, async (tx, actor, { message, thread, client }) => {
    // A client who reads everything on this page gets the link with every message, so it does not mean that files follow.
    const awaited = client.preferred_channel === 'portal' ? undefined : message.id
    return { ...(await partOf(tx, actor, thread, await listMessagesSince(tx, message))), awaited }
  })
  return part && pageOf(places, part)
}

/** A part of a conversation as it was read, for one of its pages; `awaited`: the message whose files may still be on their way. */
export type Part = {
  actor: Actor
  thread: ThreadRow
  listed: readonly ListedMessage[]
  shown: readonly ShownFile[]
  picture: string | null
  awaited?: string | undefined
}

/** Reads what a page shows of a conversation, beside its messages. */
export async function partOf(tx: PracticeTx, actor: Actor, thread: ThreadRow, listed: readonly ListedMessage[]): Promise<Part> {
  const shown = await listShownFiles(
    tx,
    listed.map(({ id }) => id),
  )
  return { actor, thread, listed, shown, picture: await pictureOf(tx) }
}

/** The page of a part of a conversation, with the pictures that are made by now. */
export async function pageOf(places: Pick<Places, 'db' | 'files'>, part: Part): Promise<MessagePage> {
  const { actor, thread, listed, shown, picture, awaited } = part
  const pictures = await picturesForOwner(
    places,
    actor.practiceId,
    shown.map(({ id }) => id),
    '600.jpg',
  )
  const filesOf = (id: string) => shown.filter((file) => file.message_id === id).map((file) => fileOf(file, pictures.has(file.id)))
  const { emergency_rate_pence: ratePence, emergency_percent: percent } = thread
  return {
    practiceName: actor.practiceName,
    picture,
    subject: thread.subject,
    price: ratePence === null || percent === null ? null : priceInWords({ ratePence, percent }),
    messages: listed.map((row) => {
      const files = filesOf(row.id)
      const isAwaited = row.id === awaited && files.length === 0
      return { ...toShown(row, actor.zone, files), isOnItsWay: isAwaited || files.some(isComing) }
    }),
  }
}

/**
 * Adds what an owner writes through their link to its conversation; the same `formId` again is one message. Undefined when the link is invalid.
 * @throws file_refused and the other faults of the photo
 */
export async function answerByLink(
  places: Places,
  token: string,
  input: { content: string; photo: FormPhoto | undefined; formId: string },
): Promise<{ messageId: string } | undefined> {
  const { content, photo, formId } = input
  if (photo) {
    const actor = await inLink(places, token, async (_, practice) => practice)
    if (!actor) return undefined
    await storeArrived(places, actor, photo)
  }
  return inLink(places, token, async (tx, actor, { message, thread }) => {
    const providerRef = uuidOf('answer-by-link', formId)
    const files = photo ? [{ fileId: photo.id, fileName: photo.fileName, fileType: 'image' as const }] : []
    const their = { clientId: message.client_id, threadId: thread.id, isEmergency: thread.is_emergency }
    return receiveMessage(tx, { ...actor, opId: providerRef }, { ...their, via: 'portal', content, files, providerRef })
  })
}

/** A picture of a file the link shows; undefined until it is made, and if the link does not show it. */
export async function openMessagePicture(places: Places, token: string, id: string): Promise<Shown | undefined> {
  const found = await findFileOf(places.db, token, id)
  return found && pictureFor(places, found)
}

/** A film or a document the link shows, as it was sent. Photos are shown only as pictures, which do not reveal where they were taken. */
export async function openMessageFile(places: Places, token: string, id: string): Promise<Shown | undefined> {
  const found = await findFileOf(places.db, token, id)
  return found && fileFor(places, found)
}

/** A file of a practice that an owner may see. */
export type Found = { practiceId: string; file: ShownFile }

/** Its picture, once made. */
export async function pictureFor(places: Pick<Places, 'db' | 'files'>, { practiceId, file }: Found): Promise<Shown | undefined> {
  const picture = (await picturesForOwner(places, practiceId, [file.id])).get(file.id)
  return picture && { ...picture, name: `${file.file_name}.jpg`, mime: 'image/jpeg' }
}

/** The file itself, unless it is a photo. */
export function fileFor({ files }: Pick<Places, 'files'>, { file }: Found): Shown | undefined {
  if (isPhoto(file)) return undefined
  const { file_name: name, mime, bytes, sha256, store_key } = file
  return { name, mime, bytes: Number(bytes), etag: `"${sha256}"`, content: () => files.read(store_key) }
}

type Named = { message: MessageRow; thread: ThreadRow; client: Awaited<ReturnType<typeof requireClient>> }

/** Runs in the practice of a link, as the practice; undefined when the link is no longer valid. */
async function inLink<T>(
  { db, origin }: Places,
  token: string,
  work: (tx: PracticeTx, actor: Actor, named: Named) => Promise<T>,
): Promise<T | undefined> {
  const link = await findClientLink(db, 'message', token)
  if (!link) return undefined
  const actor = await actorOfPractice(db, link.practiceId, { origin })
  return db.withPractice(link.practiceId, async (tx) => {
    const message = await findRow(tx, 'messages', link.subjectId)
    if (!message || message.deleted_at || message.client_id !== link.clientId) return undefined
    const thread = await findRow(tx, 'threads', message.thread_id)
    const client = await requireClient(tx, message.client_id)
    return thread && !thread.deleted_at ? work(tx, actor, { message, thread, client }) : undefined
  })
}

async function findFileOf(db: Database, token: string, id: string): Promise<Found | undefined> {
  const link = isUuid(id) ? await findClientLink(db, 'message', token) : undefined
  if (!link) return undefined
  const file = await db.withPractice(link.practiceId, (tx) => findShownFile(tx, { messageId: link.subjectId, clientId: link.clientId, id }))
  return file && { practiceId: link.practiceId, file }
}

const toShown = (row: ListedMessage, zone: string, files: MessageFile[]): Omit<ShownMessage, 'isOnItsWay'> => ({
  id: row.id,
  isTheirs: row.sender_type === 'client',
  isAutoReply: row.is_auto_reply,
  content: row.content,
  replyTo: row.reply_content === null ? null : cutTo(row.reply_content, REPLY_IN_MESSAGE),
  when: `${shortDay(dayOf(row.sent_at, zone))}, ${timeOf(row.sent_at, zone)}`,
  files,
})

const isComing = ({ isPhoto, picture }: MessageFile) => isPhoto && picture === 'coming'

const isPhoto = ({ mime }: Pick<ShownFile, 'mime'>) => isPictured(mime) && !mime.startsWith('video/')

const fileOf = (file: ShownFile, isMade: boolean): MessageFile => ({
  id: file.id,
  name: file.file_name,
  isPhoto: isPhoto(file),
  picture: isMade ? 'made' : isPictured(file.mime) && !file.hasFault ? 'coming' : 'none',
})
