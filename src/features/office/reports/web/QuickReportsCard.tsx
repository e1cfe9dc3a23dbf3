import { BadgePoundSterling, Clock, History, type LucideIcon, ReceiptPoundSterling, Truck } from 'lucide-react'
import { seesMoney } from '#features/core/practice/rules.ts'
import { useCurrentUser } from '#features/core/practice/web/data.ts'
import { nextQuarter } from '#features/office/books/tax-year.ts'
import { moneyOf } from '#features/records/prices/settings.ts'
import type { MoneySettings } from '#features/records/prices/settings-contract.ts'
import { dayAndYear } from '#lib/dates.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Card } from '#ui/Card.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'

/** Spec §2 Reports, Quick Reports: the most frequent reports, one press away. */
export function QuickReportsCard() {
  const user = useCurrentUser()
  const money = moneyOf(useRows<MoneySettings>('money_settings')?.[0])
  const quarter = nextQuarter(useToday(), money.tax.quarters)
  return (
    <Card title="Quick Reports">
      <ul className="grid p-1.5 sm:grid-cols-2 md:grid-cols-1">
        <Quick icon={Clock} href="/reports?type=horse-summary&range=this-year&only=due">
          Overdue and due soon
        </Quick>
        {seesMoney(user?.role) && (
          <>
            <Quick icon={ReceiptPoundSterling} href="/reports?type=client-summary&range=this-year&only=owing">
              Who owes me money
            </Quick>
            <Quick icon={BadgePoundSterling} href="/money/tax">
              {`Tax quarter to ${dayAndYear(quarter.to).slice(0, -5)}`}
            </Quick>
            <Quick icon={Truck} href="/money/mileage">
              Mileage
            </Quick>
          </>
        )}
        <Quick icon={History} href="/activity">
          All activity
        </Quick>
      </ul>
    </Card>
  )
}

const Quick = ({ icon, href, children }: { icon: LucideIcon; href: string; children: string }) => (
  <li className="min-w-0">
    <LinkButton variant="quiet" icon={icon} href={href} block className="justify-start px-2.5! text-left">
      {children}
    </LinkButton>
  </li>
)
