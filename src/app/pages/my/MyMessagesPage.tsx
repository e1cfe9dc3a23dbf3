import { PenLine, Siren } from 'lucide-react'
import type { MessagesView, ThreadInList } from '#app/my/messages-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { buttonClass } from '#ui/button-style.ts'

/** The conversations with all their farriers. */
export const MyMessagesPage = ({ threads, practices }: MessagesView) => (
  <MyFrame title="Messages" place="messages">
    {practices.map(({ slug, name }) => (
      <a key={slug} href={`/my/at/${slug}/messages/new`} className={buttonClass({ block: true })}>
        <PenLine size={20} aria-hidden className="shrink-0" />
        {`Write to ${name}`}
      </a>
    ))}
    {threads.length === 0 && <p className="text-ink-2">No messages yet.</p>}
    <ul className="grid gap-2.5">
      {threads.map((thread) => (
        <li key={thread.id}>
          <Row thread={thread} isOneOfSeveral={new Set(threads.map(({ slug }) => slug)).size > 1} />
        </li>
      ))}
    </ul>
  </MyFrame>
)

const Row = ({ thread, isOneOfSeveral }: { thread: ThreadInList; isOneOfSeveral: boolean }) => (
  <a
    href={`/my/at/${thread.slug}/messages/${thread.id}`}
    className="block rounded-lg border border-line bg-surface px-4 py-3 text-ink no-underline hover:bg-hover"
  >
    <span className="flex items-baseline gap-3">
      <b className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {thread.isEmergency && <Siren size={18} aria-hidden className="mr-1.5 inline-block align-text-bottom text-flag-ink" />}
        {thread.subject}
      </b>
      {thread.unread > 0 && (
        <span className="shrink-0 rounded-full bg-ember-tint px-2.5 py-0.5 text-14 font-bold text-ember-ink">{`${thread.unread} new`}</span>
      )}
    </span>
    <span className="block [overflow-wrap:anywhere]">
      {thread.isLastTheirs && 'You: '}
      {thread.last}
    </span>
    <span className="block text-14 text-ink-2">{[isOneOfSeveral && thread.practice, thread.when].filter(Boolean).join(', ')}</span>
  </a>
)
