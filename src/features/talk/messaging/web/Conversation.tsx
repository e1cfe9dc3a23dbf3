import { Siren } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { hasUnread, rateInWords } from '#features/talk/messaging/rules.ts'
import { Composer } from '#features/talk/messaging/web/Composer.tsx'
import { type KnownMessage, type KnownThread, markRead } from '#features/talk/messaging/web/data.ts'
import { MessageList } from '#features/talk/messaging/web/MessageList.tsx'
import { useMessages } from '#features/talk/messaging/web/use-threads.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRow } from '#platform/web/use-rows.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

type Props = { thread: KnownThread; zone: string; foundId: string | null }

/** Spec §2 Messaging panel, right: one conversation and its composer. Looking at it marks it read. Mount one per conversation. */
export function Conversation({ thread, zone, foundId }: Props) {
  const messages = useMessages(thread.id)
  const client = useRow<Client>('clients', thread.clientId)
  const maySend = may(useSession<CurrentUser>().user?.role, 'sendTexts')
  const [replyTo, replyWith] = useState<KnownMessage>()
  useReading(thread, maySend)
  if (!messages || client === undefined) return <SkeletonRows label="Loading messages..." rows={4} />
  const name = client ? firstNameOf(client) : 'The client'
  return (
    <>
      {thread.isEmergency && <Emergency thread={thread} />}
      {messages.length === 0 ? (
        <div className="grid min-h-0 flex-1 content-center">
          <EmptyState title="Nothing written yet">{`What you write goes to ${name} by text or e-mail, as they prefer.`}</EmptyState>
        </div>
      ) : (
        <MessageList
          key={foundId}
          thread={thread}
          messages={messages}
          clientName={name}
          zone={zone}
          foundId={foundId}
          onReply={maySend && client ? replyWith : undefined}
        />
      )}
      {client && maySend && <Composer thread={thread} client={client} replyTo={replyTo} onReplyTo={replyWith} />}
      {!maySend && <p className="border-t border-line bg-surface p-4 text-ink-2">You can read this, but your role can't answer it.</p>}
    </>
  )
}

const Emergency = ({ thread }: { thread: KnownThread }) => (
  <p className="flex flex-wrap items-center justify-between gap-x-3 border-b border-flag-line bg-flag-tint px-4 py-2.5 text-14 text-flag-ink">
    <span className="flex items-center gap-2 font-bold">
      <Siren size={20} aria-hidden className="shrink-0" />
      Emergency
    </span>
    <span>{rateInWords(thread)}</span>
  </p>
)

/** Spec §4: a conversation on screen is marked read, up to the client's last message; a hidden page marks nothing. */
function useReading(thread: KnownThread, mayMark: boolean) {
  const isNew = hasUnread(thread) && mayMark
  const { id, lastClientAt } = thread
  useEffect(() => {
    if (!isNew) return
    const read = () => document.visibilityState === 'visible' && void markRead({ id, lastClientAt })
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [isNew, id, lastClientAt])
}
