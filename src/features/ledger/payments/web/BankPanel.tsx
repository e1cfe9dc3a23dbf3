import { CheckCheck } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { BankLine, BankProposal } from '#features/ledger/payments/contract.ts'
import { BankFileCard } from '#features/ledger/payments/web/BankFileCard.tsx'
import { BankLineRow } from '#features/ledger/payments/web/BankLineRow.tsx'
import { type BankState, matchOf, useAcceptSure, useBankLines, useMatchLine } from '#features/ledger/payments/web/bank.ts'
import { pounds } from '#lib/money.ts'
import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState, ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

const BankMatchDialog = lazy(() =>
  import('#features/ledger/payments/web/BankMatchDialog.tsx').then((m) => ({ default: m.BankMatchDialog })),
)

/** What became of a line, for its toast. */
function doneWords({ isRefund }: BankLine, { by, payerName }: BankProposal) {
  if (by === 'payout') return `${payerName}'s payout`
  return `${isRefund ? 'Back to' : 'From'} ${payerName}`
}

const STATES = [
  { value: 'new', label: 'To match' },
  { value: 'matched', label: 'Matched' },
  { value: 'ignored', label: 'Ignored' },
] as const

/** Bank statements: imported as a file, and each line of money in matched to its payer. */
export function BankPanel() {
  const [state, show] = useState<BankState>('new')
  const pages = useBankLines(state)
  const action = useMatchLine()
  const [opened, open] = useState<BankLine>()
  const lines = pages.data?.pages.flat()
  const sure = state === 'new' ? (lines ?? []).filter(({ proposals }) => proposals[0]?.isSure).length : 0
  const tell = (id: string, what: Parameters<typeof action.mutate>[0]['action'], done: string) =>
    pressed(
      action,
      { id, action: what },
      {
        onSuccess: (line) => toast({ title: done, description: `${pounds(line.amountPence)}, ${line.description}` }),
        onError: (error) => toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error) }),
      },
    )
  return (
    <div className="grid max-w-[860px] gap-3.5">
      <BankFileCard isPrimary={sure === 0} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented label="Show" value={state} onChange={show} options={STATES} />
        {sure > 0 && <AcceptSure count={sure} />}
      </div>
      <Card aria-label="Statement lines">
        {!lines && pages.isPending && <SkeletonRows label="Loading lines..." rows={6} />}
        {!lines && pages.error && <Failed error={pages.error} onRetry={() => void pages.refetch()} />}
        {lines?.length === 0 && <Nothing state={state} />}
        {lines && lines.length > 0 && (
          <ul aria-label={STATES.find(({ value }) => value === state)?.label} className="divide-y divide-line">
            {lines.map((line) => (
              <BankLineRow
                key={line.id}
                line={line}
                isBusy={action.isPending && action.variables.id === line.id}
                onAccept={(proposal) => tell(line.id, matchOf(proposal), doneWords(line, proposal))}
                onSomebodyElse={() => open(line)}
                onIgnore={() => tell(line.id, 'ignore', 'Ignored')}
                onReopen={() => tell(line.id, 'reopen', 'To match again')}
              />
            ))}
          </ul>
        )}
      </Card>
      {pages.hasNextPage && (
        <Button className="mx-auto" busy={pages.isFetchingNextPage} busyLabel="Loading..." onClick={() => pages.fetchNextPage()}>
          Show older
        </Button>
      )}
      <Suspense>
        {opened && (
          <BankMatchDialog
            line={opened}
            onMatch={(match, name) => {
              open(undefined)
              return tell(opened.id, match, `From ${name}`)
            }}
            onClose={() => open(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

function AcceptSure({ count }: { count: number }) {
  const accept = useAcceptSure()
  // A promise, for the button is gone once nothing sure is left.
  const press = () =>
    accept.mutateAsync().then(
      ({ accepted, pence }) => toast({ title: `${accepted} matched`, description: `${pounds(pence)} taken.` }),
      (error) => toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error) }),
    )
  return (
    <Button variant="primary" icon={CheckCheck} busy={accept.isPending} busyLabel="Matching..." onClick={() => press()}>
      {count === 1 ? 'Accept the sure one' : `Accept the ${count} sure ones`}
    </Button>
  )
}

const NOTHING: Record<BankState, { title: string; words: ReactNode }> = {
  new: {
    title: 'Nothing to match',
    words:
      "Import a statement, and money paid into your account appears here with who it's likely from. So does what accounting saw paid and your card reader took, once they're connected.",
  },
  matched: { title: 'Nothing matched yet', words: "Lines you've matched appear here. You can unmatch them." },
  ignored: { title: 'Nothing ignored', words: "Lines that aren't for the practice appear here." },
}

const Nothing = ({ state }: { state: BankState }) => <EmptyState title={NOTHING[state].title}>{NOTHING[state].words}</EmptyState>

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  error instanceof Unreachable ? (
    <OfflineState action={<Button onClick={onRetry}>Try again</Button>}>
      Bank statements are kept on the server. You can record payments yourself without signal.
    </OfflineState>
  ) : (
    <ErrorState title="The lines couldn't be loaded" onRetry={onRetry}>
      {sentenceOf(error)} What was matched stays matched.
    </ErrorState>
  )
