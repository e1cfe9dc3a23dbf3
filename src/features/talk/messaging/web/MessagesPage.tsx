import { MessageSquare, MessageSquarePlus, Settings } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may, mayRunPractice } from '#features/core/practice/rules.ts'
import { Conversation } from '#features/talk/messaging/web/Conversation.tsx'
import { ConversationActions } from '#features/talk/messaging/web/ConversationActions.tsx'
import { ThreadList } from '#features/talk/messaging/web/ThreadList.tsx'
import { type ListedThread, useThreads } from '#features/talk/messaging/web/use-threads.ts'
import { canon } from '#lib/ids.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useCopyComplete } from '#platform/web/sync/status.ts'
import { useSelected } from '#platform/web/use-selected.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FullScreen } from '#ui/FullScreen.tsx'
import { MissingNote } from '#ui/MissingNote.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { useKeyboardInset } from '#ui/use-keyboard-inset.ts'
import { useIsPhone, useIsWide } from '#ui/use-width.ts'

const NewMessageDialog = lazy(() =>
  import('#features/talk/messaging/web/NewMessageDialog.tsx').then((module) => ({ default: module.NewMessageDialog })),
)

/* Fills the window between the bars: the lists scroll, not the page. */
const SCREEN =
  'mx-auto grid h-[calc(100dvh-var(--bar-top)-var(--bar-bottom)-12px)] min-h-96 w-full max-w-[1440px] grid-rows-[auto_minmax(0,1fr)] gap-3.5 px-3 py-4 ' +
  'md:h-[calc(100dvh-var(--bar-top)-64px)] md:px-6 md:py-[18px]'
const PANE = 'flex min-h-0 min-w-0 flex-col overflow-hidden rounded-lg border border-line'

type Props = { SettingsDialog: ComponentType<{ user: CurrentUser; onClose: () => void }> }

/** Spec §2 Messaging panel as its own screen (/messages): the conversations and the open one. Works offline. */
export function MessagesPage({ SettingsDialog }: Props) {
  const user = useSession<CurrentUser>().user
  const threads = useThreads()
  const [asked, select] = useSelected('thread')
  const foundId = useSearchParams()[0].get('message')
  const [opened, open] = useState<'new' | 'settings'>()
  const isPhone = useIsPhone()
  const newestId = useNewest(threads)
  const isWide = useIsWide()
  const id = asked ?? (isWide ? newestId : null)
  const isCopyComplete = useCopyComplete()
  const zone = user?.practice.zone ?? 'Europe/London'
  const thread = threads?.find((one) => id !== null && one.id === canon(id))
  const isMissing = threads !== undefined && id !== null && !thread
  const start = (variant: 'primary' | 'plain') =>
    may(user?.role, 'sendTexts') && (
      <Button variant={variant} icon={MessageSquarePlus} onClick={() => open('new')}>
        New Message
      </Button>
    )
  const isEmpty = threads?.length === 0
  return (
    <div className={SCREEN}>
      <PageHeader
        title="Messages"
        actions={
          <>
            {mayRunPractice(user?.role) && (
              <Button icon={Settings} onClick={() => open('settings')}>
                Settings
              </Button>
            )}
            {/* An open conversation has its own primary button, and so has an empty list. */}
            {!isEmpty && start(thread && !isPhone ? 'plain' : 'primary')}
          </>
        }
      />
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] gap-3.5 md:grid-cols-[minmax(260px,360px)_minmax(0,1fr)]">
        <section aria-label="All conversations" className={`${PANE} bg-surface`}>
          {isPhone && isMissing && (
            <div className="px-3 pt-3">
              <MissingNote what="conversation" isComplete={isCopyComplete} onClose={() => select(null)} />
            </div>
          )}
          <ThreadList threads={threads} selectedId={id} zone={zone} start={start('primary')} />
        </section>
        {!isPhone && <Beside thread={thread} zone={zone} foundId={foundId} isMissing={isMissing} />}
      </div>
      {isPhone && thread && <Over key={thread.id} thread={thread} zone={zone} foundId={foundId} onClose={() => select(null)} />}
      <Suspense>
        {opened === 'new' && <NewMessageDialog onClose={() => open(undefined)} onStarted={select} />}
        {opened === 'settings' && user && <SettingsDialog user={user} onClose={() => open(undefined)} />}
      </Suspense>
    </div>
  )
}

/**
 * The newest conversation as the screen opened, of those not put away: a text that comes later does not replace it. Once shown it is read,
 * like one that was pressed.
 */
function useNewest(threads: readonly ListedThread[] | undefined): string | null {
  const newest = useRef<string | null>(undefined)
  if (newest.current === undefined && threads)
    newest.current = threads.find(({ closedAt, unread }) => closedAt === null || unread > 0)?.id ?? null
  return newest.current ?? null
}

type ShownProps = { thread: ListedThread | undefined; zone: string; foundId: string | null; isMissing: boolean }

function Beside({ thread, zone, foundId, isMissing }: ShownProps) {
  if (!thread)
    return (
      <div className={`${PANE} justify-center bg-surface`}>
        <EmptyState icon={MessageSquare} title={isMissing ? "This conversation isn't on this device" : 'No conversation open'}>
          {isMissing ? 'It will come when you have signal, unless it was removed.' : 'Choose a conversation to read and answer it.'}
        </EmptyState>
      </div>
    )
  return (
    <section aria-label={`${thread.clientName}, ${thread.subject}`} className={`${PANE} bg-ground`}>
      <header className="flex items-center gap-1 border-b border-line bg-surface py-1 pr-2 pl-4">
        <div className="min-w-0 flex-1 py-1">
          <h2 className="truncate text-18">{thread.clientName}</h2>
          <p className="truncate text-14 text-ink-2">{thread.subject}</p>
        </div>
        <ConversationActions thread={thread} />
      </header>
      <Conversation key={thread.id} thread={thread} zone={zone} foundId={foundId} />
    </section>
  )
}

type OverProps = { thread: ListedThread; zone: string; foundId: string | null; onClose: () => void }

/* On a phone the conversation covers the screen, and the composer is above the keyboard. */
function Over({ thread, zone, foundId, onClose }: OverProps) {
  const covered = useKeyboardInset()
  const actions = <ConversationActions thread={thread} onForge />
  return (
    <FullScreen isPlace title={thread.clientName} subtitle={thread.subject} isForge actions={actions} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col bg-ground" style={{ paddingBottom: covered }}>
        <Conversation thread={thread} zone={zone} foundId={foundId} />
      </div>
    </FullScreen>
  )
}
