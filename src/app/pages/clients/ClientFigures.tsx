import { sinceOf } from '#app/pages/clients/client-history.ts'
import { invoicedIn } from '#app/pages/clients/client-money.ts'
import { FigureStrip } from '#app/pages/clients/FigureStrip.tsx'
import { useClientHistory } from '#app/pages/clients/use-client-history.ts'
import { useInvoices } from '#features/ledger/invoices/web/data.ts'
import { useAccount } from '#features/ledger/payments/web/use-accounts.ts'
import { pounds } from '#lib/money.ts'
import { useCopyComplete } from '#platform/web/sync/status.ts'
import { useToday } from '#platform/web/use-today.ts'

/** What a client was invoiced this year, owes, and since when they are one; each once the device has all it takes to say so. */
export function ClientFigures({ clientId }: { clientId: string }) {
  const today = useToday()
  const invoices = useInvoices()
  const account = useAccount(clientId)
  const history = useClientHistory(clientId)
  const isCopyComplete = useCopyComplete()
  const year = today.slice(0, 4)
  return (
    <FigureStrip
      label="At a glance"
      figures={[
        [`Invoiced ${year}`, invoices && pounds(invoicedIn(year, clientId, invoices))],
        ['Owes', account && pounds(account.owedPence)],
        ['Since', history && isCopyComplete ? (sinceOf(history, today)?.slice(0, 4) ?? 'New') : undefined],
      ]}
    />
  )
}
