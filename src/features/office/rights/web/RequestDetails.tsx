import { ListChecks } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { referenceOf, statusesAfter } from '#features/office/rights/rules.ts'
import { RequestClock } from '#features/office/rights/web/RequestClock.tsx'
import { RequestHistory } from '#features/office/rights/web/RequestHistory.tsx'
import { RequestNext } from '#features/office/rights/web/RequestNext.tsx'
import type { ListedRequest } from '#features/office/rights/web/use-requests.ts'
import { receivedWords, STATUSES, TYPES } from '#features/office/rights/words.ts'
import { clientHref } from '#features/records/clients/web/ClientLink.tsx'
import { dayAndYear } from '#lib/dates.ts'
import { offlineHref } from '#platform/web/sync/offline-href.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { RecordPanel } from '#ui/RecordPanel.tsx'
import { SyncNote } from '#ui/SyncNote.tsx'

const ExtendDialog = lazy(() => import('#features/office/rights/web/ExtendDialog.tsx').then((module) => ({ default: module.ExtendDialog })))
const StatusDialog = lazy(() => import('#features/office/rights/web/StatusDialog.tsx').then((module) => ({ default: module.StatusDialog })))

type Props = {
  request: ListedRequest
  ClientForm: ComponentType<{ clientId: string; onClose: () => void }>
  onClose: () => void
  onErase: () => void
}

/** One request: its clock, the next action, and its history. */
export function RequestDetails({ request, ClientForm, onClose, onErase }: Props) {
  const [over, setOver] = useState<'status' | 'extend' | 'form'>()
  const close = () => setOver(undefined)
  const { name, status, notes } = request
  const goesOn = statusesAfter(status).length > 0
  const footer = goesOn && (
    <Button icon={ListChecks} onClick={() => setOver('status')}>
      Update Status
    </Button>
  )
  return (
    <>
      <RecordPanel title={name} onClose={onClose} footer={footer || undefined}>
        <div className="grid gap-4">
          <Head request={request} />
          <SyncNote
            isPending={request.isPending}
            needsAttention={request.needsAttention}
            href={offlineHref('rights_requests', request.id)}
          />
          <RequestClock request={request} onExtend={() => setOver('extend')} />
          {goesOn && <RequestNext request={request} onErase={onErase} onPutRight={() => setOver('form')} />}
          {notes && <p className="rounded-lg bg-sunken px-3 py-2 break-words whitespace-pre-line">{notes}</p>}
          <RequestHistory request={request} />
        </div>
      </RecordPanel>
      {/* Outside the panel, which closes by Escape. */}
      <Suspense>
        {over === 'status' && <StatusDialog request={request} onClose={close} />}
        {over === 'extend' && <ExtendDialog request={request} onClose={close} />}
        {over === 'form' && <ClientForm clientId={request.clientId} onClose={close} />}
      </Suspense>
    </>
  )
}

const Head = ({ request }: { request: ListedRequest }) => (
  <div className="grid gap-1">
    <div className="flex flex-wrap gap-1.5">
      <Badge>{TYPES[request.requestType].label}</Badge>
      <Badge tone="line">{STATUSES[request.status]}</Badge>
    </div>
    <p className="mt-1">{TYPES[request.requestType].what}.</p>
    <p className="text-14 text-ink-2">
      {receivedWords(request)} on {dayAndYear(request.receivedOn)}, {referenceOf(request.id)}
      {request.client && (
        <>
          .{' '}
          <Link href={clientHref(request.clientId)} className="link">
            Their record
          </Link>
        </>
      )}
    </p>
  </div>
)
