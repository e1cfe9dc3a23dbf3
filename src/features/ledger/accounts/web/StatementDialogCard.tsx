import { Copy, FileDown, Link2Off, Send } from 'lucide-react'
import { useState } from 'react'
import type { Statement } from '#features/ledger/accounts/contract.ts'
import { balanceWords } from '#features/ledger/accounts/rules.ts'
import { linkStatement, sendStatement, statementPdfHref, takeBackStatements, useStatement } from '#features/ledger/accounts/web/server.ts'
import { sentWords } from '#features/ledger/invoices/sent-words.ts'
import { ChannelsPanel } from '#features/ledger/invoices/web/ChannelsPanel.tsx'
import { useActWithToast } from '#features/ledger/invoices/web/use-act-with-toast.ts'
import { useClient } from '#features/records/clients/web/data.ts'
import { addMonths, type Day, shortDay } from '#lib/dates.ts'
import { pounds, poundsInFull } from '#lib/money.ts'
import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { copyText } from '#platform/web/device/clipboard.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useReachable } from '#platform/web/sync/status.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DropdownMenu, MenuItem, MenuSeparator } from '#ui/DropdownMenu.tsx'
import { ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

type Props = { clientId: string; onClose: () => void }

/** How far back a statement begins by default. */
const MONTHS_BACK = 3

/** A payer's statement: its days, its lines, and the ways it gets to them. Mount it to open it. */
export const StatementDialogCard = (props: Props) => (
  <Queries>
    <StatementDialog {...props} />
  </Queries>
)

function StatementDialog({ clientId, onClose }: Props) {
  const today = useToday()
  const [from, setFrom] = useState(() => addMonths(today, -MONTHS_BACK))
  const [to, setTo] = useState(today)
  const name = useClient(clientId)?.name ?? ''
  const { data, error, refetch } = useStatement(clientId, from, to)
  const reachable = useReachable()
  const isAsked = from !== '' && to !== '' && from <= to
  const footer = reachable && isAsked && (
    <>
      <LinkButton icon={FileDown} href={statementPdfHref(clientId, from, to)} target="_blank" rel="noopener">
        PDF
      </LinkButton>
      <SendMenu clientId={clientId} from={from} />
    </>
  )
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Statement for ${name}`} size="lg" footer={footer || undefined}>
      <div className="grid gap-4">
        <div className="grid grid-cols-2 gap-3 sm:max-w-96">
          <Field label="From" error={isAsked ? undefined : 'Must be before the last day'}>
            <DateInput value={from} max={to} onChange={(event) => setFrom(event.target.value)} />
          </Field>
          <Field label="To">
            <DateInput value={to} min={from} max={today} onChange={(event) => setTo(event.target.value)} />
          </Field>
        </div>
        {data && <Lines statement={data} />}
        {!data && error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && isAsked && <SkeletonRows label="Loading the statement..." rows={5} />}
      </div>
    </Dialog>
  )
}

const Lines = ({ statement: { openingPence, lines, closingPence } }: { statement: Statement }) => (
  <div className="overflow-x-auto">
    <table className="w-full border-collapse">
      <caption className="sr-only">Statement</caption>
      <thead>
        <tr className="border-b border-line-2 text-left text-14 text-ink-2">
          <th scope="col" className="py-2 pr-3 font-medium max-sm:hidden">
            Day
          </th>
          <th scope="col" className="py-2 pr-3 font-medium">
            What
          </th>
          <th scope="col" className="py-2 pr-3 text-right font-medium">
            Sum
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Owed
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        <tr>
          <td className="max-sm:hidden" />
          <td colSpan={2} className="py-2 pr-3">
            Owed before
          </td>
          <td className="py-2 text-right tabular-nums">{balanceWords(openingPence)}</td>
        </tr>
        {lines.map((line) => (
          <tr key={`${line.kind} ${line.id}`}>
            <td className="py-2 pr-3 whitespace-nowrap max-sm:hidden">{shortDay(line.day)}</td>
            <td className="py-2 pr-3">
              {line.words}
              <span className="block text-14 text-ink-2 sm:hidden">{shortDay(line.day)}</span>
            </td>
            <td className="py-2 pr-3 text-right whitespace-nowrap tabular-nums">{poundsInFull(line.pence)}</td>
            <td className="py-2 text-right whitespace-nowrap tabular-nums">{balanceWords(line.balancePence)}</td>
          </tr>
        ))}
        <tr className="font-bold">
          <td className="max-sm:hidden" />
          <td colSpan={2} className="py-2 pr-3">
            {closingPence < 0 ? 'On account' : 'Owed'}
          </td>
          <td className="py-2 text-right tabular-nums">{pounds(Math.abs(closingPence))}</td>
        </tr>
      </tbody>
    </table>
    {lines.length === 0 && <p className="py-3 text-ink-2">Nothing was invoiced or paid between these dates.</p>}
  </div>
)

function SendMenu({ clientId, from }: { clientId: string; from: Day }) {
  const { isBusy, act } = useActWithToast()
  const send = (channel: 'sms' | 'email') =>
    void act(async () => ({ title: 'Statement', description: sentWords(await sendStatement(clientId, from, channel)) }))
  return (
    <DropdownMenu
      label="Send this statement"
      trigger={
        <Button variant="primary" icon={Send} busy={isBusy} busyLabel="Sending...">
          Send
        </Button>
      }
    >
      <ChannelsPanel clientId={clientId} onSend={send} />
      <MenuSeparator />
      <MenuItem icon={Copy} onSelect={() => void act(() => copy(clientId, from))}>
        Copy its link
      </MenuItem>
      <MenuItem icon={Link2Off} onSelect={() => void act(() => takeBack(clientId))}>
        Stop sharing
      </MenuItem>
    </DropdownMenu>
  )
}

async function copy(clientId: string, from: Day) {
  const { url } = await linkStatement(clientId, from)
  await copyText(url)
  return { title: 'Link copied', description: 'It always shows the latest.' }
}

async function takeBack(clientId: string) {
  await takeBackStatements(clientId)
  return { title: 'No longer shared', description: 'Its links no longer work.' }
}

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  error instanceof Unreachable ? (
    <OfflineState action={<Button onClick={onRetry}>Try again</Button>}>
      Statements are made on the server when you have signal.
    </OfflineState>
  ) : (
    <ErrorState title="The statement couldn't be made" onRetry={onRetry}>
      {sentenceOf(error)}
    </ErrorState>
  )
