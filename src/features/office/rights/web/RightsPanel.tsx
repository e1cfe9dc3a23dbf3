import { FilePlus2, MessageSquare, ShieldCheck } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayAnswerRequests } from '#features/office/rights/rules.ts'
import { RequestDetails } from '#features/office/rights/web/RequestDetails.tsx'
import { RequestList } from '#features/office/rights/web/RequestList.tsx'
import { type ListedRequest, useRequests } from '#features/office/rights/web/use-requests.ts'
import { canon } from '#lib/ids.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { useCopyComplete, useReachable } from '#platform/web/sync/status.ts'
import { useSelected } from '#platform/web/use-selected.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState, ForbiddenState, OfflineState } from '#ui/EmptyState.tsx'
import { MissingNote } from '#ui/MissingNote.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const ErasureDialog = lazy(() =>
  import('#features/office/rights/web/ErasureDialog.tsx').then((module) => ({ default: module.ErasureDialog })),
)
const RecordRequestDialog = lazy(() =>
  import('#features/office/rights/web/RecordRequestDialog.tsx').then((module) => ({ default: module.RecordRequestDialog })),
)
const SendSmsDialog = lazy(() =>
  import('#features/office/rights/web/SendSmsDialog.tsx').then((module) => ({ default: module.SendSmsDialog })),
)

type Props = {
  /** The client's own form, for corrections. */
  ClientForm: ComponentType<{ clientId: string; onClose: () => void }>
}

/** Spec §2 Clients, the GDPR Manager tab: clients' requests about their data, and their deadlines. */
export function RightsPanel({ ClientForm }: Props) {
  const role = useSession<CurrentUser>().user?.role
  if (role && !mayAnswerRequests(role))
    return (
      <Card>
        <ForbiddenState title="Not for apprentices">An owner, farrier or the office answers clients' data requests.</ForbiddenState>
      </Card>
    )
  return (
    <Queries>
      <Requests ClientForm={ClientForm} />
    </Queries>
  )
}

function Requests({ ClientForm }: Props) {
  const requests = useRequests()
  const [selectedId, select] = useSelected('request')
  const isCopyComplete = useCopyComplete()
  const selected = requests?.find(({ id }) => selectedId !== null && id === canon(selectedId))
  const [over, setOver] = useState<'record' | 'send' | { erase: ListedRequest }>()
  const close = () => setOver(undefined)
  const actions = (
    <>
      <Button icon={MessageSquare} onClick={() => setOver('send')}>
        Send by SMS
      </Button>
      <Button variant="primary" icon={FilePlus2} onClick={() => setOver('record')}>
        Record request
      </Button>
    </>
  )
  return (
    <>
      {requests && selectedId && !selected && <MissingNote what="request" isComplete={isCopyComplete} onClose={() => select(null)} />}
      {requests?.length ? (
        <div className={selected ? 'grid gap-4 xl:grid-cols-[minmax(0,1fr)_420px]' : 'grid gap-4'}>
          <RequestList requests={requests} selectedId={selected?.id ?? null} onView={select} actions={actions} />
          {selected && (
            <RequestDetails
              key={selected.id}
              request={selected}
              ClientForm={ClientForm}
              onClose={() => select(null)}
              onErase={() => setOver({ erase: selected })}
            />
          )}
        </div>
      ) : (
        <Card>{requests ? <NoRequests actions={actions} /> : <SkeletonRows label="Loading requests..." />}</Card>
      )}
      <Suspense>
        {over === 'record' && <RecordRequestDialog onClose={close} onSaved={select} />}
        {over === 'send' && <SendSmsDialog onClose={close} />}
        {/* Here, because the request is deleted with the client; another in its place shows that it was answered. */}
        {typeof over === 'object' && (
          <ErasureDialog
            request={over.erase}
            onClose={(keptId) => {
              close()
              if (keptId) select(keptId)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** No request on the device: because there is none, or because they have not all arrived yet. */
function NoRequests({ actions }: { actions: ReactNode }) {
  const [isCopyComplete, reachable] = [useCopyComplete(), useReachable()]
  if (!isCopyComplete && reachable) return <SkeletonRows label="Loading requests..." />
  if (!isCopyComplete)
    return <OfflineState>The requests haven't been fetched to this device yet. They'll come as soon as you have signal.</OfflineState>
  return (
    <EmptyState icon={ShieldCheck} title="No requests yet" action={actions}>
      A client may ask for their data, ask you to correct or erase it, or complain, in any way they like. Record it the day it comes: the
      law gives you a month.
    </EmptyState>
  )
}
