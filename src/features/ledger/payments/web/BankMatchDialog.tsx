import { useState } from 'react'
import { leftOf, numberOf } from '#features/ledger/invoices/rules.ts'
import { useInvoices } from '#features/ledger/invoices/web/data.ts'
import type { BankLine } from '#features/ledger/payments/contract.ts'
import type { Match } from '#features/ledger/payments/web/bank.ts'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { useClient } from '#features/records/clients/web/data.ts'
import { dayAndYear } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

type Props = { line: BankLine; onMatch: (match: Match, name: string) => void; onClose: () => void }

/** Who a line of a statement is from, and which invoices it is for, chosen by hand. Mount it to open it. */
export function BankMatchDialog({ line, onMatch, onClose }: Props) {
  const [payerClientId, choose] = useState(line.proposals[0]?.payerClientId ?? null)
  const [invoiceIds, setInvoices] = useState<readonly string[]>([])
  const [isAsked, setAsked] = useState(false)
  const name = useClient(payerClientId)?.name ?? ''
  const open = (useInvoices() ?? []).filter((one) => one.payerClientId === payerClientId && one.kind === 'invoice' && leftOf(one) > 0)
  const toggle = (id: string, isOn: boolean) => setInvoices((before) => (isOn ? [...before, id] : before.filter((one) => one !== id)))
  return (
    <FormDialog
      title={`${pounds(line.amountPence)}: who from?`}
      submitLabel="Match"
      isSaving={false}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!payerClientId) return setAsked(true)
        onMatch({ payerClientId, invoiceIds: [...invoiceIds] }, name)
      }}
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{`${dayAndYear(line.onDay)}, ${line.description}`}</p>
        <Field label="Client" required error={isAsked && !payerClientId ? "Choose who it's from" : undefined}>
          <ClientPicker
            value={payerClientId}
            onChange={(id) => {
              choose(id)
              setInvoices([])
            }}
          />
        </Field>
        {open.length > 0 && (
          <FieldSet legend="For">
            {open.map((one) => (
              <Checkbox
                key={one.id}
                label={`${numberOf(one) ?? 'An invoice'}, ${pounds(leftOf(one))} to pay`}
                checked={invoiceIds.includes(one.id)}
                onChange={(event) => toggle(one.id, event.target.checked)}
              />
            ))}
          </FieldSet>
        )}
        {payerClientId && (
          <p className="text-14 text-ink-2">
            {open.length > 0
              ? 'None chosen: it settles the oldest first. Anything over stays on account.'
              : 'Nothing is open, so it stays on account.'}
          </p>
        )}
      </div>
    </FormDialog>
  )
}
