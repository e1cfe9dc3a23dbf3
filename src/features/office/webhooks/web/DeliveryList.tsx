import type { WebhookDelivery } from '#features/office/webhooks/contract.ts'
import { answerWords } from '#features/office/webhooks/rules.ts'
import { useDeliveries, useSendAgain } from '#features/office/webhooks/web/data.ts'
import { useMoments } from '#features/office/webhooks/web/words.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Badge, type BadgeTone } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const STATES: Readonly<Record<WebhookDelivery['state'], readonly [word: string, tone: BadgeTone]>> = {
  waiting: ['Waiting', 'due'],
  delivered: ['Sent', 'ok'],
  failed: ['Given up', 'late'],
  stopped: ['Not sent', 'neutral'],
  rehearsed: ['Would be sent', 'neutral'],
}

/** What a webhook sent in the last 30 days, the newest first. */
export function DeliveryList({ webhookId, canSend }: { webhookId: string; canSend: boolean }) {
  const deliveries = useDeliveries(webhookId)
  const again = useSendAgain(webhookId)
  const lines = deliveries.data?.pages.flat() ?? []
  return (
    <section className="grid gap-2">
      <h3 className="text-16">What was sent</h3>
      {again.error && (
        <Note tone="late" live>
          {sentenceOf(again.error)}
        </Note>
      )}
      {deliveries.isError ? (
        <Note tone="late">{sentenceOf(deliveries.error)}</Note>
      ) : deliveries.isPending ? (
        <SkeletonRows label="Loading what was sent..." />
      ) : lines.length === 0 ? (
        <p className="text-ink-2">Nothing in the last 30 days.</p>
      ) : (
        <ul className="divide-y divide-line">
          {lines.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              isBusy={again.isPending && again.variables === delivery.id}
              onAgain={canSend ? () => pressed(again, delivery.id) : undefined}
            />
          ))}
        </ul>
      )}
      {deliveries.hasNextPage && (
        <Button variant="quiet" busy={deliveries.isFetchingNextPage} onClick={() => deliveries.fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  )
}

type RowProps = { delivery: WebhookDelivery; isBusy: boolean; onAgain: (() => unknown) | undefined }

function DeliveryRow({ delivery, isBusy, onAgain }: RowProps) {
  const momentOf = useMoments()
  const { at, type, state, body } = delivery
  const [word, tone] = STATES[state]
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2.5">
      <span className="min-w-0 flex-1 basis-64">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-bold">{type}</span>
          <Badge tone={tone}>{word}</Badge>
        </span>
        <span className="block text-14 text-ink-2">{[momentOf(at), ...resultWords(delivery, momentOf)].join(' · ')}</span>
        <code className="block text-14 text-ink-2 [overflow-wrap:anywhere]">{body}</code>
      </span>
      {onAgain && (
        <Button size="sm" busy={isBusy} onClick={onAgain} aria-label={`Send ${type} of ${momentOf(at)} again`}>
          Send again
        </Button>
      )}
    </li>
  )
}

/** What came back, after how many attempts, and when it is sent next. */
function resultWords(delivery: WebhookDelivery, momentOf: (at: string) => string): string[] {
  const { state, attempts, nextAt } = delivery
  if (state === 'rehearsed') return []
  const tries = attempts > 1 ? [`${attempts} attempts`] : []
  return [answerWords(delivery), ...tries, ...(nextAt && attempts > 0 ? [`next ${momentOf(nextAt)}`] : [])]
}
