import { CheckCheck, CircleHelp } from 'lucide-react'
import type { BankLine, BankProposal } from '#features/ledger/payments/contract.ts'
import { dayAndYear } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'

type Props = {
  line: BankLine
  isBusy: boolean
  onAccept: (proposal: BankProposal) => void
  onSomebodyElse: () => void
  onIgnore: () => void
  onReopen: () => void
}

/** One line of a statement, or seen elsewhere: the words it came with, the likely payer, and the choice made for it. */
export const BankLineRow = ({ line, ...act }: Props) => (
  <li className="grid gap-2 px-4 py-3" aria-busy={act.isBusy}>
    <div className="flex items-start justify-between gap-3">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block font-medium">{line.description || 'No details'}</span>
        <span className="block text-14 text-ink-2">
          {line.source ? `${dayAndYear(line.onDay)}, seen in ${line.fileName}` : dayAndYear(line.onDay)}
        </span>
      </p>
      <b className="text-18 whitespace-nowrap">{pounds(line.isRefund ? -line.amountPence : line.amountPence)}</b>
    </div>
    {line.state === 'new' ? <Open line={line} {...act} /> : <MatchNote line={line} {...act} />}
  </li>
)

/** More would be guesses. */
const SHOWN = 3

const Open = ({ line, isBusy, onAccept, onSomebodyElse, onIgnore }: Props) => (
  <>
    {line.proposals.length > 0 && (
      <ul aria-label="Likely from" className="grid gap-2">
        {line.proposals.slice(0, SHOWN).map((proposal) => (
          <li key={`${proposal.by} ${proposal.payerClientId} ${proposal.paymentId}`} className="flex items-center gap-3">
            <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone={proposal.isSure ? 'ok' : 'due'} icon={proposal.isSure ? CheckCheck : CircleHelp}>
                {proposal.isSure ? 'Sure' : 'Maybe'}
              </Badge>
              <span>{proposalWords(proposal)}</span>
            </p>
            <Button size="sm" disabled={isBusy} aria-label={`Accept ${proposal.payerName}`} onClick={() => onAccept(proposal)}>
              Accept
            </Button>
          </li>
        ))}
      </ul>
    )}
    {line.isRefund && line.proposals.length === 0 && (
      <p className="text-14 text-ink-2">Match its card payment first, or record the refund on the payment it's out of.</p>
    )}
    <div className="flex flex-wrap gap-2">
      {!line.isRefund && (
        <Button size="sm" variant={line.proposals.length > 0 ? 'quiet' : 'plain'} disabled={isBusy} onClick={onSomebodyElse}>
          {line.proposals.length > 0 ? 'Somebody else...' : "Choose who it's from..."}
        </Button>
      )}
      <Button size="sm" variant="quiet" disabled={isBusy} onClick={onIgnore}>
        Ignore
      </Button>
    </div>
  </>
)

const MatchNote = ({ line, isBusy, onReopen }: Props) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <p className="text-ink-2">{matchWords(line)}</p>
    <Button size="sm" variant="quiet" disabled={isBusy} onClick={onReopen}>
      Unmatch
    </Button>
  </div>
)

function matchWords({ state, isRefund, payerName, payoutOf }: BankLine) {
  if (payoutOf) return `${payoutOf}'s payout: its card payments are counted one by one`
  return state === 'matched' ? `${isRefund ? 'Back to' : 'From'} ${payerName ?? 'a client'}` : 'Not ours'
}

/** Whose it may be and why: `Sarah Penrose: names INV-0042`. */
function proposalWords({ by, payerName, invoices }: BankProposal) {
  const numbers = invoices.map(({ number }) => number).join(', ')
  if (by === 'payout') return `${payerName}'s payout: its card payments are counted one by one`
  const why = {
    recorded: "you've already recorded this",
    refund: 'out of the card payment you matched',
    reference: `names ${numbers}`,
    amount: `${numbers} is for this amount`,
    sum: `${numbers} add up to this amount`,
    name: invoices.length > 0 ? `named, ${numbers} to pay` : 'named',
  }[by]
  return `${payerName}: ${why}`
}
