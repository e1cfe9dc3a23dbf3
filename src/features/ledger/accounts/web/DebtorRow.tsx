import { BellRing, CircleAlert, FileText } from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { useChase } from '#features/ledger/accounts/web/server.ts'
import type { KnownDebtor } from '#features/ledger/accounts/web/use-debtors.ts'
import { sentWords } from '#features/ledger/invoices/sent-words.ts'
import { ClientLink } from '#features/records/clients/web/ClientLink.tsx'
import { dayOf, daysBetween, shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { debtor: KnownDebtor; lastChasedAt: string | undefined; onStatement: () => void }

/** A payer who owes: how much, since when, and the actions. */
export function DebtorRow({ debtor, lastChasedAt, onStatement }: Props) {
  const today = useToday()
  const user = useSession<CurrentUser>().user
  const reachable = useReachable()
  const chase = useChase()
  const days = daysBetween(debtor.oldestDueOn, today)
  const remind = () =>
    pressed(chase, debtor.clientId, {
      onSuccess: (sent) => toast({ title: 'Reminder', description: sentWords(sent) }),
      onError: (error) => toast({ variant: 'destructive', title: 'Not reminded', description: sentenceOf(error) }),
    })
  return (
    <li className="grid gap-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="flex min-w-0 items-start justify-between gap-3">
        <div className="min-w-0">
          <ClientLink id={debtor.clientId} className="font-bold no-underline hover:underline" />
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 text-ink-2">
            {days > 0 ? (
              <Badge tone="late" icon={CircleAlert}>{`${days} ${days === 1 ? 'day' : 'days'} over`}</Badge>
            ) : (
              <span>{`Due ${shortDay(debtor.oldestDueOn)}`}</span>
            )}
            <span>{debtor.invoices === 1 ? 'one invoice' : `${debtor.invoices} invoices`}</span>
            {!debtor.isOnRecord && <span>no longer a client</span>}
            {lastChasedAt && <span>{`reminded ${shortDay(dayOf(lastChasedAt, user?.practice.zone ?? 'Europe/London'))}`}</span>}
          </p>
        </div>
        <b className="text-18 sm:pr-3">{pounds(debtor.owedPence)}</b>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={FileText} aria-label={`Statement for ${debtor.name}`} onClick={onStatement}>
          Statement
        </Button>
        {days > 0 && debtor.isOnRecord && may(user?.role, 'sendTexts') && (
          <Button
            size="sm"
            icon={BellRing}
            aria-label={`Remind ${debtor.name}`}
            disabled={!reachable}
            busy={chase.isPending}
            busyLabel="Sending..."
            onClick={remind}
          >
            Remind
          </Button>
        )}
      </div>
    </li>
  )
}
