import { Scale } from 'lucide-react'
import { useState } from 'react'
import type { FeeProposal } from '#features/ledger/accounts/contract.ts'
import { useDecideFee, useProposals } from '#features/ledger/accounts/web/server.ts'
import { ClientLink } from '#features/records/clients/web/ClientLink.tsx'
import { pounds } from '#lib/money.ts'
import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState, ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

/** Shown before the rest is requested. */
const SHOWN = 10

/** Late fees, interest and late cancellations that could be charged. Nothing is charged before the user presses. */
export function ProposalsPanel() {
  const { data, error, refetch } = useProposals()
  const [isAll, showAll] = useState(false)
  const shown = isAll ? data : data?.slice(0, SHOWN)
  return (
    <Card title="Fees you could charge">
      {!data && !error && <SkeletonRows label="Loading fees..." rows={3} />}
      {!data && error && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState icon={Scale} title="No fees to charge">
          Late fees, interest and late cancellations are proposed here, following your settings. Nothing is charged automatically.
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <ul aria-label="Fees you could charge" className="divide-y divide-line">
          {[...Map.groupBy(shown, ({ payerClientId }) => payerClientId)].map(([payer, proposals]) => (
            <OfPayer key={payer} proposals={proposals} />
          ))}
        </ul>
      )}
      {data && shown && shown.length < data.length && (
        <div className="border-t border-line p-1 text-center">
          <Button variant="quiet" onClick={() => showAll(true)}>{`Show ${data.length - shown.length} more`}</Button>
        </div>
      )}
    </Card>
  )
}

type PayerProps = { proposals: readonly FeeProposal[] }

/** What one payer could be charged, with the notes on it once. */
const OfPayer = ({ proposals }: PayerProps) => (
  <li className="grid gap-2 px-4 py-3">
    <ClientLink id={proposals[0]?.payerClientId} className="font-bold no-underline hover:underline" />
    {[...new Set(proposals.map(({ warning }) => warning))].map(
      (warning) =>
        warning && (
          <Note key={warning} tone="due">
            {warning}
          </Note>
        ),
    )}
    <ul className="divide-y divide-line">
      {proposals.map((proposal) => (
        <Proposal key={proposal.id} proposal={proposal} />
      ))}
    </ul>
  </li>
)

function Proposal({ proposal: { id, payerName, pence, description, why } }: { proposal: FeeProposal }) {
  const decide = useDecideFee()
  // A promise, for the row is gone once it is decided.
  const press = (charged: number | null) =>
    decide.mutateAsync({ id, pence: charged }).then(
      () =>
        toast(
          charged === null
            ? { title: 'Let go', description: `${payerName} won't be charged this.` }
            : { title: 'Fee charged', description: `${pounds(charged)} is under To invoice.` },
        ),
      (error) => toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error) }),
    )
  return (
    <li className="grid gap-2 py-2.5">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0">
          <span className="block">{description}</span>
          <span className="block text-14 text-ink-2">{why}</span>
        </p>
        <b className="text-18">{pounds(pence)}</b>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          disabled={decide.isPending}
          aria-label={`Charge ${payerName} ${pounds(pence)}: ${description}`}
          onClick={() => press(pence)}
        >
          {`Charge ${pounds(pence)}`}
        </Button>
        <Button size="sm" variant="quiet" disabled={decide.isPending} aria-label={`Let it go: ${description}`} onClick={() => press(null)}>
          Let it go
        </Button>
      </div>
    </li>
  )
}

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  error instanceof Unreachable ? (
    <OfflineState action={<Button onClick={onRetry}>Try again</Button>}>
      Fees are worked out on the server when you have signal.
    </OfflineState>
  ) : (
    <ErrorState title="The fees couldn't be worked out" onRetry={onRetry}>
      {sentenceOf(error)} Nothing was charged.
    </ErrorState>
  )
