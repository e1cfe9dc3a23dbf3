import type { DebtAges } from '#features/ledger/accounts/contract.ts'
import { AGE_WORDS } from '#features/ledger/accounts/rules.ts'
import type { Debts } from '#features/ledger/accounts/web/use-debtors.ts'
import { pounds } from '#lib/money.ts'
import { Card } from '#ui/Card.tsx'
import { cx } from '#ui/cx.ts'

/** How late each age is, as it is drawn: from not due at all to far too late. */
const FILL: Record<keyof DebtAges, string> = {
  notDuePence: 'bg-line-2',
  to30Pence: 'bg-due',
  to60Pence: 'bg-due',
  to90Pence: 'bg-flag',
  over90Pence: 'bg-flag',
}

/** What is owed by how long it has been due, as bars with their figures. */
export const AgesCard = ({ debts: { owedPence, overduePence, ages } }: { debts: Debts }) => {
  const most = Math.max(...Object.values(ages), 1)
  return (
    <Card
      title="How old it is"
      action={<p className="text-14 text-ink-2">{`${pounds(overduePence)} of ${pounds(owedPence)} overdue`}</p>}
      padded
    >
      <dl className="grid gap-2.5">
        {AGE_WORDS.map(([age, words]) => (
          <div key={age} className="grid grid-cols-[7.5rem_minmax(0,1fr)_5.5rem] items-center gap-3">
            <dt className="text-14">{words}</dt>
            <dd className="contents">
              <span aria-hidden className="h-3.5 overflow-hidden rounded-sm bg-sunken">
                <span className={cx('block h-full rounded-sm', FILL[age])} style={{ width: `${(ages[age] / most) * 100}%` }} />
              </span>
              <b className="text-right tabular-nums">{pounds(ages[age])}</b>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
