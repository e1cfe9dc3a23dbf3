import { ExternalLink, MessageSquare, Pencil } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayRunPractice } from '#features/core/practice/rules.ts'
import { mayChangeRecords } from '#features/records/clients/rules.ts'
import { useSentTerms, useTermsInForce } from '#features/records/terms/web/data.ts'
import { TermsStatusList } from '#features/records/terms/web/TermsStatusList.tsx'
import { useTermsStatuses } from '#features/records/terms/web/use-terms.ts'
import { dayAndYear } from '#lib/dates.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ForbiddenState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const SendTermsDialog = lazy(() =>
  import('#features/records/terms/web/SendTermsDialog.tsx').then((module) => ({ default: module.SendTermsDialog })),
)
const RecordAcceptanceDialog = lazy(() =>
  import('#features/records/terms/web/RecordAcceptanceDialog.tsx').then((module) => ({ default: module.RecordAcceptanceDialog })),
)
const EditTermsDialog = lazy(() =>
  import('#features/records/terms/web/EditTermsDialog.tsx').then((module) => ({ default: module.EditTermsDialog })),
)

/** Spec §2 Clients, the Terms Acceptance tab: the terms in force, who has accepted them, and who has yet to. */
export function TermsPanel() {
  const role = useSession<CurrentUser>().user?.role
  if (role && !mayChangeRecords(role))
    return (
      <Card>
        <ForbiddenState title="Not for apprentices">
          An owner, farrier or the office sends the terms and records who accepts them.
        </ForbiddenState>
      </Card>
    )
  return (
    <Queries>
      <Terms mayWrite={mayRunPractice(role)} />
    </Queries>
  )
}

type Over = 'send' | 'record' | 'edit'

function Terms({ mayWrite }: { mayWrite: boolean }) {
  const inForce = useTermsInForce()
  const sent = useSentTerms()
  const statuses = useTermsStatuses(sent.data)
  const [over, setOver] = useState<Over>()
  const close = () => setOver(undefined)
  const actions = (
    <>
      <Button onClick={() => setOver('record')}>Record acceptance</Button>
      <Button variant="primary" icon={MessageSquare} onClick={() => setOver('send')}>
        Send terms
      </Button>
    </>
  )
  const edit = mayWrite && (
    <Button size="sm" icon={Pencil} disabled={inForce.data === undefined} onClick={() => setOver('edit')}>
      Edit
    </Button>
  )
  return (
    <div className="grid gap-4">
      <InForce inForce={inForce} edit={edit} />
      {statuses ? (
        <TermsStatusList statuses={statuses} isSentKnown={sent.data !== undefined} current={inForce.data?.termsVersion} actions={actions} />
      ) : (
        <SkeletonRows label="Loading acceptances..." />
      )}
      <Suspense>
        {over === 'send' && <SendTermsDialog onClose={close} />}
        {over === 'record' && <RecordAcceptanceDialog onClose={close} />}
        {over === 'edit' && inForce.data !== undefined && <EditTermsDialog version={inForce.data} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** The terms that clients must currently accept. */
function InForce({ inForce: { data, error }, edit }: { inForce: ReturnType<typeof useTermsInForce>; edit: ReactNode }) {
  const reachable = useReachable()
  return (
    <Card padded>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-18">{data ? `Version ${data.termsVersion} of your terms` : 'Your terms'}</h2>
          <p className="text-ink-2">{wordsOf(data, error !== null || !reachable)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton size="sm" icon={ExternalLink} href="/terms" target="_blank" rel="noreferrer">
            Preview
          </LinkButton>
          {edit}
        </div>
      </div>
    </Card>
  )
}

function wordsOf(data: ReturnType<typeof useTermsInForce>['data'], isAway: boolean): string {
  if (data) return `In force from ${dayAndYear(data.inForceOn)}. Editing makes a new version; clients keep the one they accepted.`
  if (data === null) return 'These are sample terms, until you write your own. Have them checked by a solicitor before you use them.'
  return isAway ? 'You need a connection to see which version is in force. You can record acceptances without one.' : 'Loading...'
}
