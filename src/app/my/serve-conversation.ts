import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actFor, readFor } from '#app/my/acting.ts'
import type { ConversationView, MessageFormView, NewMessageView } from '#app/my/messages-view.ts'
import { myForm, myPage, type Paint } from '#app/my/painting.ts'
import { practiceAt } from '#app/my/practice-at.ts'
import { type FormPhoto, MOST_FORM_BYTES, receivePhotoForm } from '#features/evidence/files/server/receive-photo-form.ts'
import { storeArrived } from '#features/evidence/files/server/store-arrived.ts'
import { eyesOf, type GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { LONGEST_MESSAGE, LONGEST_SUBJECT } from '#features/talk/messaging/limits.ts'
import { priceInWords } from '#features/talk/messaging/rules.ts'
import { headersOf } from '#features/talk/messaging/server/file-headers.ts'
import {
  conversationOf,
  emergencyTermsNow,
  fileOfClient,
  isToBeAsked,
  markSeen,
  threadOfClient,
  type Written,
  writeAsClient,
} from '#features/talk/messaging/server/for-client.ts'
import { fileFor, pageOf, pictureFor } from '#features/talk/messaging/server/shown.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid, uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Guest, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

const NEW = '/my/at/:slug/messages/new'
const PATH = '/my/at/:slug/messages/:id'
/** The most messages a minute; a person sends one. */
const PER_MINUTE = 20

type Page = { app: App; paint: Paint }

/** One conversation, a new one, and the files in them. */
export async function serveMyConversation(page: Page) {
  const { app, paint } = page
  myPage(page, NEW, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    return paint(reply, await newMessage(app, eyesOf(session, practice), practice))
  })
  myPage(page, PATH, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    return paint(reply, await conversation(app, eyesOf(session, practice), practice, idOf(request)))
  })
  await app.register(async (scope) => {
    await scope.register(multipart)
    const forms = { app: scope as App, paint, mostBytes: MOST_FORM_BYTES }
    myForm(forms, NEW, PER_MINUTE, ({ request, reply, session }) => taken(page, request, reply, session))
    myForm(forms, PATH, PER_MINUTE, ({ request, reply, session }) => taken(page, request, reply, session, idOf(request)))
  })
  serveFiles(page)
}

const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id

function serveFiles(page: Page) {
  const { app } = page
  const send = (name: 'picture' | 'file', how: 'inline' | 'attachment') =>
    myPage(page, `${PATH}/${name}/:fileId`, async ({ request, reply, session }) => {
      const practice = await practiceAt(app, session, request)
      const { id: threadId, fileId } = request.params as { id: string; fileId: string }
      const found = await readFor(app, eyesOf(session, practice), async ({ tx, access, note }) => {
        const file = await fileOfClient(tx, { clientId: access.clientId, threadId, id: fileId })
        if (file) await note('file', file.id)
        return file && { practiceId: practice.id, file }
      })
      const shown = found && (name === 'picture' ? await pictureFor(placesOf(app), found) : fileFor(placesOf(app), found))
      if (!shown) throw new AppError('file_not_found')
      return reply.headers(headersOf(shown, how)).send(shown.content())
    })
  send('picture', 'inline')
  send('file', 'attachment')
}

const placesOf = ({ db, setup }: App) => ({ db, files: setup.files })

/** A form as it is painted again after a refusal. */
type Kept = { fault?: string; content?: string; subject?: string; clientId?: string; isEmergency?: boolean; hasSaid?: boolean }

const formOf = ({ fault, content = '', isEmergency = false, hasSaid = false }: Kept, practice: GuestPractice): MessageFormView => ({
  ...{ formId: uuidv7(), isEmergency, hasSaid, emergencyPrice: null },
  ...(fault !== undefined && { unsent: { content, fault } }),
  closed: practice.isLapsed ? new AppError('practice_takes_nothing').message : null,
})

/** A conversation as its page shows it; who opens it has read it. @throws thread_not_found */
async function conversation(app: App, eyes: Guest, practice: GuestPractice, id: string, kept: Kept = {}): Promise<ConversationView> {
  const read = await readFor(app, eyes, async ({ tx, actor, access, note }) => {
    const which = { clientId: access.clientId, threadId: id }
    const part = await conversationOf(tx, actor, which)
    if (!part) return undefined
    await note('conversation', id)
    if ('personId' in eyes) await markSeen(tx, which)
    return { part, price: part.thread.is_emergency ? null : await priceNow(tx, actor) }
  })
  if (!read) throw new AppError('thread_not_found')
  const form = { ...formOf(kept, practice), emergencyPrice: read.price }
  return { page: 'conversation', path: `/my/at/${practice.slug}/messages/${id}`, shown: await pageOf(placesOf(app), read.part), form }
}

/** @throws practice_not_found where they are there for no client */
async function newMessage(app: App, eyes: Guest, practice: GuestPractice, kept: Kept = {}): Promise<NewMessageView> {
  const clients: { id: string; name: string }[] = []
  let price: string | undefined
  await readFor(app, eyes, async ({ tx, actor, access }) => {
    const row = await tx.selectFrom('clients').select(['id', 'name']).where('id', '=', access.clientId).executeTakeFirst()
    if (row) clients.push(row)
    price ??= await priceNow(tx, actor)
    return undefined
  })
  const [first] = clients
  if (!first || price === undefined) throw new AppError('practice_not_found')
  const { subject = '', clientId = first.id } = kept
  return {
    ...{ page: 'new-message', practice: practice.name, subject, clientId },
    form: { ...formOf(kept, practice), emergencyPrice: price },
    clients: clients.length > 1 ? clients : [],
  }
}

const priceNow = async (tx: PracticeTx, actor: Actor): Promise<string> => priceInWords(await emergencyTermsNow(tx, actor))

/** Takes a message, and leads to its conversation; refused, the page keeps what was typed. */
async function taken({ app, paint }: Page, request: FastifyRequest, reply: FastifyReply, session: GuestSession, threadId?: string) {
  const practice = await practiceAt(app, session, request)
  const eyes = eyesOf(session, practice)
  // Whose it is comes before any photo is stored.
  const their: string[] = []
  await readFor(app, eyes, async ({ tx, access: { clientId } }) => {
    if (threadId === undefined || (await threadOfClient(tx, { clientId, threadId }))) their.push(clientId)
    return undefined
  })
  if (their.length === 0) throw new AppError(threadId === undefined ? 'practice_not_found' : 'thread_not_found')
  const { texts, photo, fault } = await receivePhotoForm(request, app.setup.files)
  try {
    const written = writtenIn(texts, threadId)
    const clientId = textIn(texts, 'clientId') || (their[0] ?? '')
    const kept = { ...written, clientId, ...(written.subject !== undefined && { subject: written.subject }) }
    const painted = async (words: string, more: Kept = {}) =>
      threadId === undefined
        ? paint(reply, await newMessage(app, eyes, practice, { ...kept, fault: words, ...more }), 422)
        : paint(reply, await conversation(app, eyes, practice, threadId, { ...kept, fault: words, ...more }), 422)
    if (!their.includes(clientId)) throw new AppError('client_not_found')
    const again = photo ? ' Choose the photo again.' : ''
    if (fault) return await painted(fault)
    if (!written.content && !photo) return await painted('Write something, or choose a photo.')
    if (isToBeAsked(written))
      return await painted(`That reads like an emergency. If it is one, tick the box; if not, press Send again.${again}`, { hasSaid: true })
    const sent = await sentOrRefused(app, session, practice, clientId, { ...written, photo })
    if (typeof sent === 'string') return await painted(`${sent}${again}`)
    return reply.redirect(`/my/at/${practice.slug}/messages/${sent.threadId}#answer`, 303)
  } finally {
    if (photo) await app.setup.files.drop(photo.id)
  }
}

const textIn = (texts: Record<string, unknown>, name: string): string => {
  const value = texts[name]
  return typeof value === 'string' ? value.trim() : ''
}

function writtenIn(texts: Record<string, unknown>, threadId: string | undefined): Written {
  const formId = textIn(texts, 'formId')
  return {
    content: textIn(texts, 'content').slice(0, LONGEST_MESSAGE),
    formId: isUuid(formId) ? formId : uuidv7(),
    isEmergency: textIn(texts, 'isEmergency') === 'yes',
    hasSaid: textIn(texts, 'hasSaid') === 'yes',
    ...(threadId === undefined ? { subject: textIn(texts, 'subject').slice(0, LONGEST_SUBJECT) } : { threadId }),
  }
}

/** Stores the photo and adds the message; a refusal as its sentence. @throws what is no refusal, and every 404 */
async function sentOrRefused(
  app: App,
  session: GuestSession,
  practice: GuestPractice,
  clientId: string,
  { photo, ...written }: Written & { photo: FormPhoto | undefined },
): Promise<{ threadId: string } | string> {
  try {
    const may = { act: 'message' as const, clientId }
    if (photo) {
      await actFor(app, session, practice, may, async () => undefined)
      await storeArrived(placesOf(app), await actorOfPractice(app.db, practice.id, { origin: app.setup.origin }), photo)
    }
    const files = photo ? [{ fileId: photo.id, fileName: photo.fileName, fileType: 'image' as const }] : []
    const sent = await actFor(app, session, practice, may, (tx, actor) => writeAsClient(tx, actor, clientId, { ...written, files }))
    if (!sent) throw new AppError('thread_not_found')
    return sent
  } catch (error) {
    if (!(error instanceof AppError) || error.status === 404) throw error
    return error.message
  }
}
