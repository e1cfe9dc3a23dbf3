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
    <Card title="What leaves" padded>
      {data ? <State state={data} rules={rules} /> : error ? <Unknown error={error} /> : <SkeletonRows label="Loading what leaves..." />}
    </Card>
  )
}

const State = ({ state, rules }: { state: SendingState; rules: SendingRules }) => (
  <div className="grid gap-3">
    {state.isTestVersion && (
      <Note tone="due">
        <b>TEST VERSION</b>: nothing leaves. What it would have cost is counted all the same.
      </Note>
    )}
    <Facts
      facts={[
        ['Texts', state.hasTexts ? 'A provider is set up' : 'No provider is set up'],
        ['E-mail', state.hasMail ? 'A mail server is set up' : 'No mail server is set up'],
        ['Answers by e-mail', state.hasInboundMail ? 'Come back into the conversation' : 'Go to your own mailbox'],
        ['Today', `${partsWords(state.segmentsToday)}, ${costWords(state.segmentsToday, rules)}`],
        ['This month', `${partsWords(state.segmentsThisMonth)}, ${costWords(state.segmentsThisMonth, rules)}`],
        ['Left today', `${Math.max(0, rules.dailyTexts - state.textsToday)} of ${rules.dailyTexts}`],
      ]}
    />
    {!state.isTestVersion && !(state.hasTexts && state.hasMail) && (
      <p className="text-14 text-ink-2">
        Whoever runs this server sets providers up. Until then a text can be opened in your own messages.
      </p>
    )}
  </div>
)

const partsWords = (segments: number) => `${segments.toLocaleString('en-GB')} ${segments === 1 ? 'text part' : 'text parts'}`

const Unknown = ({ error }: { error: Error }) =>
  reachable() ? (
    <Note tone="late">{sentenceOf(error)}</Note>
  ) : (
    <p className="text-14 text-ink-2">You are offline. What has gone shows here when you are connected.</p>
  )
