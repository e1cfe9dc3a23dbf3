import { useQuery } from '@tanstack/react-query'
import type { SendingState } from '#features/core/notices/alerts-contract.ts'
import { sendingQuery } from '#features/core/notices/web/alerts.ts'
import { costWords } from '#features/core/notices/web/notice-words.ts'
import type { SendingRules } from '#features/core/practice/rules.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { reachable } from '#platform/web/sync/reach.ts'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** This server's channels, how much was sent, and the approximate cost. */
export function SendingStateCard({ rules }: { rules: SendingRules }) {
  const { data, error } = useQuery({ ...sendingQuery, refetchOnMount: 'always' })
  return (
    <Card title="What gets sent" padded>
      {data ? <State state={data} rules={rules} /> : error ? <Unknown error={error} /> : <SkeletonRows label="Loading..." />}
    </Card>
  )
}

const State = ({ state, rules }: { state: SendingState; rules: SendingRules }) => (
  <div className="grid gap-3">
    {state.isTestVersion && (
      <Note tone="due">
        <b>TEST VERSION</b>: nothing is sent. You still see what it would have cost.
      </Note>
    )}
    <Facts
      facts={[
        ['Texts', state.hasTexts ? 'Provider set up' : 'No provider set up'],
        ['E-mail', state.hasMail ? 'Mail server set up' : 'No mail server set up'],
        ['Replies by e-mail', state.hasInboundMail ? 'Come back into the conversation' : 'Go to your own mailbox'],
        ['Today', `${partsWords(state.segmentsToday)}, ${costWords(state.segmentsToday, rules)}`],
        ['This month', `${partsWords(state.segmentsThisMonth)}, ${costWords(state.segmentsThisMonth, rules)}`],
        ['Left today', `${Math.max(0, rules.dailyTexts - state.textsToday)} of ${rules.dailyTexts}`],
      ]}
    />
    {!state.isTestVersion && !(state.hasTexts && state.hasMail) && (
      <p className="text-14 text-ink-2">
        The person who runs this server sets up providers. Until then you can open a text in your own messages.
      </p>
    )}
  </div>
)

const partsWords = (segments: number) => `${segments.toLocaleString('en-GB')} ${segments === 1 ? 'text part' : 'text parts'}`

const Unknown = ({ error }: { error: Error }) =>
  reachable() ? (
    <Note tone="late">{sentenceOf(error)}</Note>
  ) : (
    <p className="text-14 text-ink-2">You're offline. What's been sent shows here when you're connected.</p>
  )
