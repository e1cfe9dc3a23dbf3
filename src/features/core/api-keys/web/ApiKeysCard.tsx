import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey, MadeApiKey } from '#features/core/api-keys/contract.ts'
import { scopeWords } from '#features/core/api-keys/rules.ts'
import { useApiKeys } from '#features/core/api-keys/web/data.ts'
import { MadeKeyDialog } from '#features/core/api-keys/web/MadeKeyDialog.tsx'
import { MakeKeyDialog } from '#features/core/api-keys/web/MakeKeyDialog.tsx'
import { RevokeKeyDialog } from '#features/core/api-keys/web/RevokeKeyDialog.tsx'
import { useCurrentUser } from '#features/core/practice/web/data.ts'
import { useFeature } from '#features/core/practice/web/use-feature.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState, ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

type Shown = { what: 'make' } | { what: 'made'; made: MadeApiKey } | { what: 'revoke'; key: ApiKey }

/** The practice's API keys: to make one, which is shown once, and to revoke each. */
export function ApiKeysCard() {
  const keys = useApiKeys()
  const isInPlan = useFeature('api-access')
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const changed = () => void keys.refetch()
  if (keys.data?.length === 0 && !isInPlan) return null
  const make = isInPlan && (
    <Button icon={Plus} onClick={() => setShown({ what: 'make' })}>
      Make a key
    </Button>
  )
  return (
    <Card title="API keys" action={keys.data && keys.data.length > 0 && make}>
      {keys.isPending && <SkeletonRows label="Loading the keys..." />}
      {keys.error && <NotFetched error={keys.error} onRetry={changed} />}
      {keys.data?.length === 0 && (
        <EmptyState icon={KeyRound} title="No keys yet" action={make}>
          A key lets a program of yours in, such as the form on your website: for what you choose, until you revoke it.
        </EmptyState>
      )}
      {keys.data && keys.data.length > 0 && !isInPlan && (
        <Note tone="due" className="m-4">
          Your plan has no API access, so these keys open nothing. They work again once it has.
        </Note>
      )}
      {keys.data && keys.data.length > 0 && (
        <List label="API keys">
          {keys.data.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => setShown({ what: 'revoke', key })} />
          ))}
        </List>
      )}
      {shown?.what === 'make' && (
        <MakeKeyDialog
          onClose={close}
          onMade={(made) => {
            changed()
            setShown({ what: 'made', made })
          }}
        />
      )}
      {shown?.what === 'made' && <MadeKeyDialog made={shown.made} onClose={close} />}
      {shown?.what === 'revoke' && <RevokeKeyDialog apiKey={shown.key} onClose={close} onRevoked={changed} />}
    </Card>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, scopes, madeBy, madeAt, expiresOn, isExpired, lastUsedOn } = apiKey
  const zone = useCurrentUser()?.practice.zone ?? 'Europe/London'
  const made = dayAndYear(dayOf(madeAt, zone))
  return (
    <ListRow
      title={
        <span className="flex flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
          {name}
          {isExpired && <Badge tone="late">Ended</Badge>}
        </span>
      }
      detail={
        <>
          <span className="block">{scopeWords(scopes)}</span>
          <span className="block">
            {`Acts for ${madeBy}, made ${made}, ${endWords(expiresOn, isExpired)}, ${lastUsedOn ? `last used ${dayAndYear(lastUsedOn)}` : 'not used yet'}`}
          </span>
        </>
      }
      aside={
        <Button size="sm" onClick={onRevoke} aria-label={`Revoke ${name}, made ${made}`}>
          Revoke
        </Button>
      }
    />
  )
}

const endWords = (expiresOn: string | null, isExpired: boolean) =>
  expiresOn ? `${isExpired ? 'ended' : 'ends'} ${dayAndYear(expiresOn)}` : 'no end'

const NotFetched = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  error instanceof Unreachable ? (
    <OfflineState action={<Button onClick={onRetry}>Try again</Button>}>
      You need a connection to make or revoke a key. Programs that use one don’t depend on this phone.
    </OfflineState>
  ) : (
    <ErrorState title="The keys couldn't be loaded" onRetry={onRetry}>
      {sentenceOf(error)}
    </ErrorState>
  )
