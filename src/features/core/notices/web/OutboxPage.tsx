import { FlaskConical, Send, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Notice } from '#features/core/notices/contract.ts'
import { ComingPanel } from '#features/core/notices/web/ComingPanel.tsx'
import { CostPanel } from '#features/core/notices/web/CostPanel.tsx'
import { type Outbox, useNoticeActions, useOutbox } from '#features/core/notices/web/data.ts'
import { NoticeCard } from '#features/core/notices/web/NoticeCard.tsx'
import { whenWords } from '#features/core/notices/web/notice-words.ts'
import type { CurrentUser, PracticeSettings } from '#features/core/practice/contract.ts'
import { type SendingRules, seesMoney, sendingOf, settingsFrom } from '#features/core/practice/rules.ts'
import { currentMs } from '#lib/clock.ts'
import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState, ErrorState, OfflineState, TooMuchState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const FIRST = 50
const MOST = 200

/** Every text and e-mail as it went, waits, or in the test version would have gone. */
export function OutboxPage() {
  const [limit, setLimit] = useState(FIRST)
  const outbox = useOutbox(limit)
  const { user } = useSession<CurrentUser>()
  return (
    <Page>
      <div className="mx-auto grid w-full max-w-[860px] gap-3.5">
        <PageHeader title="Outbox" subtitle="Texts and e-mails to your clients, newest first." />
        {user?.isTestVersion && (
          <Note tone="due" icon={FlaskConical}>
            <b>TEST VERSION</b>: nothing is sent. You see each text as it would have gone.
          </Note>
        )}
        {seesMoney(user?.role) && <CostPanel />}
        {outbox.isPending && (
          <Card>
            <SkeletonRows label="Loading the outbox..." />
          </Card>
        )}
        {outbox.isError && !outbox.data && <Failed error={outbox.error} onRetry={() => outbox.refetch()} />}
        {outbox.data && <ComingPanel zone={user?.practice.zone ?? 'Europe/London'} isLive={outbox.data.isLive} />}
        {outbox.data && <Notices outbox={outbox.data} zone={user?.practice.zone ?? 'Europe/London'} />}
        {outbox.data && outbox.data.notices.length >= limit && (
          <More limit={limit} isBusy={outbox.isPlaceholderData} onMore={() => setLimit(MOST)} />
        )}
      </div>
    </Page>
  )
}

type Filter = 'all' | 'waiting' | 'trouble'
const FILTERS: Record<Filter, (notice: Notice) => boolean> = {
  all: () => true,
  waiting: ({ state }) => state === 'held' || state === 'queued' || state === 'sending',
  trouble: ({ state }) => state === 'failed' || state === 'undelivered' || state === 'unknown',
}

function Notices({ outbox: { notices, asAt, isLive }, zone }: { outbox: Outbox; zone: string }) {
  const actions = useNoticeActions()
  const [chosen, setChosen] = useState<Filter>('all')
  const now = useSecond(notices.some(({ goesAt }) => goesAt !== null))
  const rules = useRules()
  const count = (filter: Filter) => notices.filter(FILTERS[filter]).length
  const filter = count(chosen) > 0 ? chosen : 'all'
  if (notices.length === 0) return <Empty />
  return (
    <>
      {!isLive && (
        <Note icon={WifiOff} live>
          You're offline. This is the outbox as at {whenWords(new Date(asAt).toISOString(), zone)}.
        </Note>
      )}
      <Filters filter={filter} count={count} onChoose={setChosen} />
      <ol className="grid gap-2.5">
        {notices.filter(FILTERS[filter]).map((notice) => (
          <li key={notice.id}>
            <NoticeCard notice={notice} now={now} zone={zone} actions={actions} isLive={isLive} rules={rules} />
          </li>
        ))}
      </ol>
    </>
  )
}

type FiltersProps = { filter: Filter; count: (filter: Filter) => number; onChoose: (filter: Filter) => void }

/** Only there when something waits or went wrong: else there is nothing to choose between. */
function Filters({ filter, count, onChoose }: FiltersProps) {
  const [waiting, trouble] = [count('waiting'), count('trouble')]
  if (waiting + trouble === 0) return null
  const chip = (value: Filter, words: string) => (
    <Chip pressed={filter === value} onPressedChange={(pressed) => onChoose(pressed ? value : 'all')} count={count(value)}>
      {words}
    </Chip>
  )
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Show</legend>
      {chip('all', 'All')}
      {waiting > 0 && chip('waiting', 'Waiting')}
      {trouble > 0 && chip('trouble', 'Needs attention')}
    </fieldset>
  )
}

const Empty = () => (
  <Card>
    <EmptyState icon={Send} title="Nothing to send" action={<LinkButton href="/calendar">Open the diary</LinkButton>}>
      When you move a visit, send a reminder or set off, the text to the client waits here before it goes.
    </EmptyState>
  </Card>
)

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Card>
    {error instanceof Unreachable ? (
      <OfflineState action={<Button onClick={onRetry}>Try again</Button>}>
        The outbox hasn't been opened on this device before. Waiting texts go automatically when you're back online.
      </OfflineState>
    ) : (
      <ErrorState title="The outbox couldn't be opened" onRetry={onRetry}>
        {sentenceOf(error)} Waiting texts are safe.
      </ErrorState>
    )}
  </Card>
)

function More({ limit, isBusy, onMore }: { limit: number; isBusy: boolean; onMore: () => void }) {
  if (limit >= MOST && !isBusy) {
    return <TooMuchState title={`The newest ${MOST}`}>Older texts are kept but not shown.</TooMuchState>
  }
  return (
    <Button className="mx-auto" busy={isBusy} busyLabel="Loading..." onClick={onMore}>
      Show older
    </Button>
  )
}

/** The cost of a text, for members who see money. */
function useRules(): SendingRules | undefined {
  const settings = useRows<PracticeSettings>('settings')
  const role = useSession<CurrentUser>().user?.role
  return settings && seesMoney(role) ? sendingOf(settingsFrom(settings[0])) : undefined
}

/** The time, to the second, while something counts down. */
function useSecond(isCounting: boolean): number {
  const [now, setNow] = useState(currentMs)
  useEffect(() => {
    if (!isCounting) return
    setNow(currentMs())
    const timer = setInterval(() => setNow(currentMs()), 1000)
    return () => clearInterval(timer)
  }, [isCounting])
  return now
}
