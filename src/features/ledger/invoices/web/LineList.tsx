import { Pencil } from 'lucide-react'
import { lineOf, type Sums } from '#features/ledger/invoices/rules.ts'
import { shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { Button } from '#ui/Button.tsx'
import { RowMark } from '#ui/PendingMark.tsx'

/** A line as it is read: of an invoice as it was, or still to be invoiced. */
export type ShownLine = {
  key: string
  description: string
  horseName: string | null
  ownerName: string | null
  chargedOn: string
  quantity: number
  unitPence: number
  vatRateBp: number
  includesVat: boolean
}

type Props<L extends ShownLine> = {
  label: string
  lines: readonly L[]
  onEdit?: ((line: L) => void) | undefined
  /** False where the day is shown elsewhere, because it is the same for all. */
  showsDay?: boolean
}

/** Lines of money, one below the other, each with its sum. */
export const LineList = <L extends ShownLine>({ label, lines, onEdit, showsDay = false }: Props<L>) => (
  <ul aria-label={label} className="divide-y divide-line">
    {lines.map((line) => (
      <li key={line.key} className="flex min-h-12 items-center gap-2 py-1.5">
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="block">
            {line.horseName ? `${line.horseName}, ${line.description}` : line.description} <RowMark of={[line]} />
          </span>
          <span className="block text-14 text-ink-2">{detailOf(line, !showsDay || new Set(lines.map(dayOf)).size > 1)}</span>
        </span>
        <span className="font-medium whitespace-nowrap tabular-nums">{pounds(lineOf(line).grossPence)}</span>
        {onEdit && (
          <Button
            variant="quiet"
            size="icon"
            icon={Pencil}
            aria-label={`Change ${line.horseName ?? ''} ${line.description}`}
            className="-mr-2"
            onClick={() => onEdit(line)}
          />
        )}
      </li>
    ))}
  </ul>
)

/** Net, VAT and total; without VAT only the total. */
export const TotalLines = ({ netPence, vatPence, grossPence }: Sums) => (
  <dl className="grid gap-0.5 border-t border-line-2 pt-2">
    {vatPence !== 0 && (
      <>
        <Sum name="Before VAT" pence={netPence} />
        <Sum name="VAT" pence={vatPence} />
      </>
    )}
    <Sum name="Total" pence={grossPence} isBold />
  </dl>
)

/** One sum with its name, right-aligned. */
export const Sum = ({ name, pence, isBold = false }: { name: string; pence: number; isBold?: boolean }) => (
  <div className={isBold ? 'flex justify-between gap-4 font-bold' : 'flex justify-between gap-4'}>
    <dt>{name}</dt>
    <dd className="tabular-nums">{pounds(pence)}</dd>
  </div>
)

const dayOf = ({ chargedOn }: ShownLine) => chargedOn

const detailOf = ({ chargedOn, ownerName, quantity, unitPence, vatRateBp }: ShownLine, isDayShown: boolean): string =>
  [
    isDayShown && shortDay(chargedOn),
    ownerName && `of ${ownerName}`,
    quantity !== 1 && `${quantity.toLocaleString('en-GB')} × ${pounds(unitPence)}`,
    vatRateBp > 0 && `VAT ${vatRateBp / 100} %`,
  ]
    .filter(Boolean)
    .join(', ')
