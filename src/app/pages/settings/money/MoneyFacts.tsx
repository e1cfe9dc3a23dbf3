import type { MoneyRow } from '#app/pages/settings/money/SavedPart.tsx'
import { moneyOf } from '#features/records/prices/settings.ts'
import { pounds } from '#lib/money.ts'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'

/** The settings of money for who may see them and not change them. */
export function MoneyFacts({ row }: { row: MoneyRow }) {
  const { invoicing, vat, bank, fees } = moneyOf(row ?? undefined)
  return (
    <Card title="Invoices" padded>
      <Facts
        facts={[
          ['One invoice for', { visit: 'a visit', owner: 'an owner', payer: 'a payer' }[invoicing.per]],
          ['Due', invoicing.dueDays === 0 ? "the day it's issued" : `${invoicing.dueDays} days after`],
          ['VAT', vat.isRegistered ? `${vat.rateBp / 100} %, number ${vat.number}` : 'not registered'],
          ['Transfers to', [bank.accountName, bank.sortCode, bank.accountNumber].filter(Boolean).join(', ')],
          ['Late fees', fees.ladder.map(({ afterDays, pence }) => `${pounds(pence)} after ${afterDays} days`).join(', ')],
        ]}
      />
      <p className="mt-3 text-14 text-ink-2">Only an owner and the office can change this.</p>
    </Card>
  )
}
