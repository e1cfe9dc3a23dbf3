import { Pencil } from 'lucide-react'
import type { Charge } from '#features/ledger/invoices/contract.ts'
import { lineOf } from '#features/ledger/invoices/rules.ts'
import { PricePicker } from '#features/ledger/invoices/web/PricePicker.tsx'
import { pounds } from '#lib/money.ts'
import { Button } from '#ui/Button.tsx'

type Props = {
  charge: Charge
  horse: string | undefined
  onPrice: (pence: number) => void
  /** Opens it whole; absent while the server is still to make it. */
  onChange?: (() => void) | undefined
}

/** A line still to be invoiced. The price of work is edited in place; a line added by a person is opened. */
export function ChargeRow({ charge, horse, onPrice, onChange }: Props) {
  const { description, quantity, unitPence, isByHand } = charge
  const name = horse ?? description
  return (
    <li className="flex min-h-12 items-center gap-3 py-1">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <b>{name}</b>
        {horse && <span className="block text-ink-2">{description}</span>}
        {quantity > 1 && <span className="block text-14 text-ink-2">{`${quantity} × ${pounds(unitPence)}`}</span>}
      </span>
      {charge.workEntryId ? (
        <PricePicker name={name} pence={unitPence} isByHand={isByHand} onChange={onPrice} />
      ) : onChange ? (
        <Button
          variant="quiet"
          size="sm"
          className="-mr-2"
          icon={Pencil}
          aria-label={`${description}: ${pounds(sumOf(charge))}, change the line`}
          onClick={onChange}
        >
          <b className="text-18 tabular-nums">{pounds(sumOf(charge))}</b>
        </Button>
      ) : (
        <b className="text-18 tabular-nums">{pounds(sumOf(charge))}</b>
      )}
    </li>
  )
}

/** As the price list has it: with the VAT or before it. */
const sumOf = (charge: Charge) => (charge.includesVat ? lineOf(charge).grossPence : lineOf(charge).netPence)
