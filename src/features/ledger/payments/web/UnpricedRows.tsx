import type { Pricing } from '#features/ledger/invoices/rules.ts'
import { repriceCharge } from '#features/ledger/invoices/web/data.ts'
import { PricePicker } from '#features/ledger/invoices/web/PricePicker.tsx'
import { type HeldVisit, made, type Unpriced } from '#features/ledger/payments/visit-money.ts'
import { Note } from '#ui/Note.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = { held: HeldVisit; unpriced: readonly Unpriced[]; pricing: Pricing }

/** Work without a price on the list: no one is charged for it until a user sets the price. */
export const UnpricedRows = ({ held, unpriced, pricing }: Props) =>
  unpriced.map(({ entry }) => {
    const name = held.horses.get(entry.horseId)?.name ?? 'A horse'
    const set = (pence: number) => {
      const charge = made(held, entry, pricing, pence)
      if (charge) void withToast('Price set', `${name}, ${charge.description}.`, () => repriceCharge(charge, pence))
    }
    return (
      <Note key={entry.id} tone="due">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p>
            <b>{`No price for ${pricing.labelOf(entry.serviceType)}`}</b>
            <span className="block">{`${name} is not charged for it.`}</span>
          </p>
          <PricePicker name={name} pence={undefined} onChange={set} />
        </div>
      </Note>
    )
  })
