import type { SendWay } from '#features/ledger/payments/settle-words.ts'
import type { SettleLine, Settling } from '#features/ledger/payments/web/use-settling.ts'
import { pounds } from '#lib/money.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Select } from '#ui/Select.tsx'

/** The invoices that end a visit: whose, how much, and how each goes; any of them can be left out. */
export const SettleLinesPanel = ({ settling }: { settling: Settling }) => (
  <ul aria-label="Invoices" className="divide-y divide-line rounded-lg border border-line bg-surface">
    {settling.lines.map((line) => (
      <Line key={line.payerClientId} line={line} onChange={(choice) => settling.change(line.payerClientId, choice)} />
    ))}
  </ul>
)

type Props = { line: SettleLine; onChange: (choice: Partial<Pick<SettleLine, 'way' | 'isOn'>>) => void }

const Line = ({ line, onChange }: Props) => (
  <li className="flex items-center gap-2 py-1 pr-1.5 pl-3">
    <span className="min-w-0 flex-1">
      <Checkbox
        label={
          <>
            <span className="[overflow-wrap:anywhere]">{line.name}</span> <b className="tabular-nums">{pounds(line.pence)}</b>
          </>
        }
        help={line.ways.length === 1 ? 'No mobile or e-mail to send to' : line.invoice && 'Issued, not sent yet'}
        checked={line.isOn}
        onChange={(event) => onChange({ isOn: event.target.checked })}
      />
    </span>
    <Select
      className="w-36 shrink-0"
      aria-label={`How ${line.name} gets it`}
      disabled={!line.isOn}
      value={line.way}
      onChange={(event) => onChange({ way: event.target.value as SendWay })}
      options={line.ways.map((value) => ({ value, label: WAYS[value] }))}
    />
  </li>
)

const WAYS: Readonly<Record<SendWay, string>> = { sms: 'Text', email: 'E-mail', hand: 'Hand over' }
