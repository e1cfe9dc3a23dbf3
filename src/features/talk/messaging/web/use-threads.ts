import type { Client } from '#features/records/clients/contract.ts'
import type { MessageRecord, ThreadRecord } from '#features/talk/messaging/contract.ts'
import { byTime, hasUnread, isUnread } from '#features/talk/messaging/rules.ts'
import type { KnownMessage, KnownThread } from '#features/talk/messaging/web/data.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** A conversation with the fields a list shows. */
export type ListedThread = KnownThread & {
  clientName: string
  phone: string | null
  /** Messages of the client that no one has read. */
  unread: number
  last: KnownMessage | null
  /** When either side last wrote, including messages not yet sent from this device. */
  lastAt: string
}

/** Every conversation, the one last written in first; undefined while they load. */
export function useThreads(): readonly ListedThread[] | undefined {
  const threads = useRows<ThreadRecord>('threads')
  const messages = useRows<MessageRecord>('messages')
  const clients = useRows<Client>('clients')
  return threads && messages && clients && listed(threads, talks(messages), clients)
}

/** The messages of a conversation, oldest first; undefined while they load. */
export function useMessages(threadId: string): readonly KnownMessage[] | undefined {
  const messages = useRows<MessageRecord>('messages')
  return messages && (talks(messages).get(threadId) ?? NO_MESSAGES)
}

/** The number of conversations with something unread; 0 while they load. */
export const useUnreadThreads = (): number => useRows<ThreadRecord>('threads')?.filter(hasUnread).length ?? 0

const NO_MESSAGES: readonly KnownMessage[] = []
type Talks = ReadonlyMap<string, readonly KnownMessage[]>

/** Messages by their conversation, oldest first. */
const talks = memoLast((messages: readonly KnownMessage[]): Talks => {
  const byThread = Map.groupBy(messages, ({ threadId }) => threadId)
  for (const own of byThread.values()) own.sort(byTime)
  return byThread
})

const listed = memoLast((threads: readonly KnownThread[], talk: Talks, clients: readonly Client[]): ListedThread[] => {
  const owners = new Map(clients.map((client) => [client.id, client]))
  return threads
    .map((thread) => toListed(thread, talk.get(thread.id) ?? NO_MESSAGES, owners.get(thread.clientId)))
    .sort((a, b) => (a.lastAt === b.lastAt ? (a.id < b.id ? 1 : -1) : a.lastAt < b.lastAt ? 1 : -1))
})

function toListed(thread: KnownThread, messages: readonly KnownMessage[], owner: Client | undefined): ListedThread {
  const last = messages.at(-1) ?? null
  return {
    ...thread,
    clientName: owner?.name ?? 'N/A',
    phone: owner?.phone ?? null,
    unread: hasUnread(thread) ? messages.filter((message) => isUnread(message, thread)).length : 0,
    last,
    lastAt: last && last.createdAt > thread.lastMessageAt ? last.createdAt : thread.lastMessageAt,
  }
}
