import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MOST_FORM_BYTES, receivePhotoForm } from '#features/evidence/files/server/receive-photo-form.ts'
import { LONGEST_MESSAGE } from '#features/talk/messaging/limits.ts'
import { type MessagePage, messageFilePath, messagePath, messagePicturePath, type Unsent } from '#features/talk/messaging/message-page.ts'
import { headersOf } from '#features/talk/messaging/server/file-headers.ts'
import { answerByLink, openMessage, openMessageFile, openMessagePicture } from '#features/talk/messaging/server/shown.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid, uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, sendByLink, tokenOf, writing } from '#platform/server/pages/link-page.ts'

type Painted = { page: MessagePage; token: string; unsent?: Unsent }
type Render = (shown: (Painted & { formId: string }) | undefined) => string

/** Serves the page where an owner reads a message, looks at files a text could not carry, and answers, with a link alone. */
export async function serveMessage(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: Render }>()
  const places = { db: app.db, files: app.setup.files, origin: app.setup.origin }
  const painted = (reply: FastifyReply, status: number, shown?: Painted) =>
    sendByLink(reply, status, { title: 'Messages', files, body: render(shown && { formId: uuidv7(), ...shown }) })

  app.get(messagePath(':token'), READING, async (request, reply) => {
    const token = tokenOf(request)
    const page = await openMessage(places, token)
    return page ? painted(reply, 200, { page, token }) : painted(reply, 404)
  })
  await app.register(async (scope) => {
    await scope.register(multipart)
    scope.post(messagePath(':token'), { ...writing(20), bodyLimit: MOST_FORM_BYTES }, async (request, reply) => {
      const token = tokenOf(request)
      // Checks the link before it stores any uploaded photo.
      const page = await openMessage(places, token)
      if (!page) return painted(reply, 404)
      const unsent = await takeAnswer(places, token, request)
      return unsent ? painted(reply, 422, { page, token, unsent }) : reply.redirect(`${messagePath(encodeURIComponent(token))}#answer`, 303)
    })
  })
  const send = (address: (token: string, id: string) => string, open: typeof openMessageFile, how: 'inline' | 'attachment') =>
    app.get(address(':token', ':id'), READING, async (request, reply) => {
      const { id } = request.params as { id: string }
      const shown = await open(places, tokenOf(request), id)
      return shown ? reply.headers(headersOf(shown, how)).send(shown.content()) : painted(reply, 404)
    })
  send(messagePicturePath, openMessagePicture, 'inline')
  send(messageFilePath, openMessageFile, 'attachment')
}

/** Adds an owner's answer to the conversation; if it is refused, returns what they wrote and why. */
async function takeAnswer(places: Parameters<typeof answerByLink>[0], token: string, request: FastifyRequest): Promise<Unsent | undefined> {
  const { texts, photo, fault } = await receivePhotoForm(request, places.files)
  const said = typeof texts.content === 'string' ? texts.content.trim().slice(0, LONGEST_MESSAGE) : ''
  const formId = typeof texts.formId === 'string' && isUuid(texts.formId) ? texts.formId : uuidv7()
  try {
    if (fault) return { content: said, fault }
    if (!said && !photo) return { content: '', fault: 'Write something, or choose a photo.' }
    const taken = await answerByLink(places, token, { content: said, photo, formId })
    return taken ? undefined : { content: said, fault: '' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { content: said, fault: error.message }
  } finally {
    if (photo) await places.files.drop(photo.id)
  }
}
