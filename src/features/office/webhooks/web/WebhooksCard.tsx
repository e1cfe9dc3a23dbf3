import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useFeature } from '#features/core/practice/web/use-feature.ts'
import type { MadeWebhook, Webhook } from '#features/office/webhooks/contract.ts'
import { OFF_WORDS, THING_WORDS } from '#features/office/webhooks/rules.ts'
import { useWebhooks } from '#features/office/webhooks/web/data.ts'
import { EditWebhookDialog } from '#features/office/webhooks/web/EditWebhookDialog.tsx'
import { NewSecretDialog } from '#features/office/webhooks/web/NewSecretDialog.tsx'
import { RemoveWebhookDialog } from '#features/office/webhooks/web/RemoveWebhookDialog.tsx'
import { SecretDialog } from '#features/office/webhooks/web/SecretDialog.tsx'
import { WebhookDialog } from '#features/office/webhooks/web/WebhookDialog.tsx'
import { addressOf, StatusBadge } from '#features/office/webhooks/web/words.tsx'
import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState, ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

type Shown = { what: 'add' } | { what: 'secret'; made: MadeWebhook } | { what: 'open' | 'edit' | 'rotate' | 'remove'; id: string }

/** The practice's webhooks: to add one, whose secret is shown once, to see what was sent, and to change or remove each. */
export function WebhooksCard() {
  const webhooks = useWebhooks()
  const isInPlan = useFeature('api-access')
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const changed = () => void webhooks.refetch()
  if (webhooks.data?.length === 0 && !isInPlan) return null
  const add = isInPlan && (
    <Button icon={Plus} onClick={() => setShown({ what: 'add' })}>
      Add a webhook
    </Button>
  )
  const made = (result: MadeWebhook) => {
    changed()
    setShown({ what: 'secret', made: result })
  }
  const webhook = shown && 'id' in shown ? webhooks.data?.find(({ id }) => id === shown.id) : undefined
  const open = (what: 'open' | 'edit' | 'rotate' | 'remove', { id }: Webhook) => setShown({ what, id })
  return (
    <Card title="Webhooks" action={webhooks.data && webhooks.data.length > 0 && add}>
      {webhooks.isPending && <SkeletonRows label="Loading the webhooks..." />}
      {webhooks.error && <NotFetched error={webhooks.error} onRetry={changed} />}
      {webhooks.data?.length === 0 && (
        <EmptyState icon={WebhookIcon} title="No webhooks yet" action={add}>
          A webhook tells a program of yours as soon as something changes, so that it needn’t keep asking. It says which record, and nothing
          of what is in it.
        </EmptyState>
      )}
      {webhooks.data && webhooks.data.length > 0 && (
        <List label="Webhooks">
          {webhooks.data.map((each) => (
            <WebhookRow key={each.id} webhook={each} onOpen={() => open('open', each)} />
          ))}
        </List>
      )}
      {shown?.what === 'add' && <EditWebhookDialog onClose={close} onMade={made} onChanged={changed} />}
      {shown?.what === 'secret' && <SecretDialog made={shown.made} onClose={close} />}
      {webhook && shown?.what === 'open' && (
        <WebhookDialog webhook={webhook} isInPlan={isInPlan} onClose={close} onAct={(what) => open(what, webhook)} />
      )}
      {webhook && shown?.what === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} onMade={made} onChanged={changed} />}
      {webhook && shown?.what === 'rotate' && <NewSecretDialog webhook={webhook} onClose={close} onMade={made} />}
      {webhook && shown?.what === 'remove' && <RemoveWebhookDialog webhook={webhook} onClose={close} onRemoved={changed} />}
    </Card>
  )
}

function WebhookRow({ webhook, onOpen }: { webhook: Webhook; onOpen: () => void }) {
  const { url, things, offWhy } = webhook
  return (
    <ListRow
      title={
        <span className="flex flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
          {addressOf(url)}
          <StatusBadge webhook={webhook} />
        </span>
      }
      detail={
        <>
          <span className="block">{things.map((thing) => THING_WORDS[thing]).join(', ')}</span>
          {offWhy && <span className="block">{OFF_WORDS[offWhy]}</span>}
        </>
      }
      aside={
        <Button size="sm" onClick={onOpen} aria-label={`Open ${addressOf(url)}`}>
          Open
        </Button>
      }
    />
  )
}

const NotFetched = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  error instanceof Unreachable ? (
    <OfflineState action={<Button onClick={onRetry}>Try again</Button>}>
      You need a connection to see or change webhooks. What they send doesn’t depend on this phone.
    </OfflineState>
  ) : (
    <ErrorState title="The webhooks couldn't be loaded" onRetry={onRetry}>
      {sentenceOf(error)}
    </ErrorState>
  )
