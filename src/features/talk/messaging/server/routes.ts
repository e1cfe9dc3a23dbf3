import { messagingEndpoints } from '#features/talk/messaging/contract.ts'
import { sendMessage } from '#features/talk/messaging/server/sending.ts'
import {
  changeMessagingSettings,
  changeThread,
  foundMessages,
  markRead,
  messageOf,
  messagesPage,
  messagingSettings,
  startThread,
  threadOf,
  threadsPage,
} from '#features/talk/messaging/server/service.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'
import { fromCursor, linkNext, toCursor } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const threadId = (params: { id: string }) => idOf(params.id, 'thread_not_found')
const newId = (id: string | undefined) => (id ? idOf(id, 'bad_request') : uuidv7())

export function messagingRoutes(app: App) {
  threadRoutes(app)
  messageRoutes(app)
  serveMember(app, messagingEndpoints.settings, ({ tx }) => messagingSettings(tx))
  serveMember(app, messagingEndpoints.changeSettings, ({ tx, actor, body }) => changeMessagingSettings(tx, actor, body))
}

function threadRoutes(app: App) {
  serveMember(app, messagingEndpoints.threads, async ({ tx, query, request, reply }) => {
    const { limit, after } = query
    const clientId = optionalId(query.clientId, 'client_not_found')
    const threads = await threadsPage(tx, { limit, after: placeOf(after), clientId })
    linkNext(request, reply, threads, limit, (last) => toCursor([last.lastMessageAt, last.id]))
    return threads
  })
  const again = { again: ({ tx }: { tx: PracticeTx }, id: string) => threadOf(tx, id) }
  serveMember(
    app,
    messagingEndpoints.startThread,
    async ({ tx, actor, body }) => {
      const thread = await startThread(tx, actor, newId(body.id), body)
      return threadOf(tx, thread.id)
    },
    again,
  )
  serveMember(
    app,
    messagingEndpoints.changeThread,
    async ({ tx, actor, params, body }) => {
      await changeThread(tx, actor, threadId(params), body)
      return threadOf(tx, threadId(params))
    },
    again,
  )
  serveMember(app, messagingEndpoints.markRead, async ({ tx, actor, params, body }) => {
    await markRead(tx, actor, threadId(params), body?.readTo)
    return threadOf(tx, threadId(params))
  })
}

function messageRoutes(app: App) {
  serveMember(app, messagingEndpoints.thread, ({ tx, params, query }) => {
    const [before, after] = [optionalId(query.before, 'bad_request'), optionalId(query.after, 'bad_request')]
    return messagesPage(tx, threadId(params), { limit: query.limit, before, after })
  })
  serveMember(app, messagingEndpoints.search, async ({ tx, query, request, reply }) => {
    const { q: words, limit, after } = query
    const messages = await foundMessages(tx, {
      words,
      limit,
      after: placeOf(after),
      clientId: optionalId(query.clientId, 'client_not_found'),
    })
    linkNext(request, reply, messages, limit, (last) => toCursor([last.createdAt, last.id]))
    return messages
  })
  serveMember(
    app,
    messagingEndpoints.send,
    async ({ tx, actor, body }) => {
      const message = await sendMessage(tx, actor, newId(body.id), body)
      return messageOf(tx, message.id)
    },
    { again: ({ tx }, id) => messageOf(tx, id) },
  )
}

/** Where the previous page ended: an instant and an id. @throws bad_request */
function placeOf(cursor: string | undefined): { at: Date; id: string } | undefined {
  const [at = '', id = ''] = fromCursor(cursor, 2) ?? []
  if (cursor === undefined) return undefined
  if (Number.isNaN(Date.parse(at))) throw new AppError('bad_request')
  return { at: new Date(at), id: idOf(id, 'bad_request') }
}
