import { useMemo } from 'react'
import type { MessageRecord } from '#features/talk/messaging/contract.ts'
import type { KnownMessage } from '#features/talk/messaging/web/data.ts'
import type { ListedThread } from '#features/talk/messaging/web/use-threads.ts'
import { makeSearch } from '#platform/web/search.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** A conversation of a list, and the message a search found in it. */
export type FoundThread = { thread: ListedThread; found?: { id: string; content: string } | undefined }

const threadFields = ({ clientName, subject, phone }: ListedThread) => [clientName, subject, phone]
const messageFields = ({ content }: KnownMessage) => [content]
const NONE: readonly KnownMessage[] = []

/** The conversations that match a query: by client or subject, else by the newest message that contains it. All of them without a query. */
export function useThreadSearch(threads: readonly ListedThread[] | undefined, question: string): readonly FoundThread[] | undefined {
  const query = question.trim()
  const messages = useRows<MessageRecord>('messages')
  const byName = useMemo(() => makeSearch(threads ?? [], threadFields), [threads])
  // Messages, thousands of them, are indexed only once there is a query.
  const isAsked = query !== ''
  const byWords = useMemo(() => makeSearch(isAsked ? (messages ?? NONE) : NONE, messageFields), [messages, isAsked])
  return useMemo(() => {
    if (!threads || query === '') return threads?.map((thread) => ({ thread }))
    const named = new Set(byName(query).map(({ id }) => id))
    const said = new Map<string, KnownMessage>()
    for (const message of byWords(query)) {
      const known = said.get(message.threadId)
      if (!known || known.createdAt < message.createdAt) said.set(message.threadId, message)
    }
    return threads.filter(({ id }) => named.has(id) || said.has(id)).map((thread) => ({ thread, found: said.get(thread.id) }))
  }, [threads, query, byName, byWords])
}
