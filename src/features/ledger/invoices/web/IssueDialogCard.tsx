import { AskPanel } from '#features/core/practice/web/AskPanel.tsx'
import { issueInvoice } from '#features/ledger/invoices/web/data.ts'
import { LineList, TotalLines } from '#features/ledger/invoices/web/LineList.tsx'
import { useShownLines } from '#features/ledger/invoices/web/ToInvoiceCard.tsx'
import { invoiceParamsOf, previewOf, type ToInvoice } from '#features/ledger/invoices/web/use-to-invoice.ts'
import type { Money } from '#features/records/prices/settings.ts'
import { useMoney } from '#features/records/prices/web/use-money.ts'
import { dayAndYear } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useToday } from '#platform/web/use-today.ts'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { group: ToInvoice; onClose: () => void }
type Values = { dueOn: string; note: string }

/** The invoice as it will be, before it gets its number. Mount it to open it. */
export function IssueDialogCard({ group, onClose }: Props) {
  const money = useMoney()
  return money ? <IssueForm group={group} money={money} onClose={onClose} /> : null
}

function IssueForm({ group, money, onClose }: Props & { money: Money }) {
  const today = useToday()
  const reachable = useReachable()
  const preview = previewOf(group, money, today)
  const form = useRecordForm<Values>({
    draft: null,
    initial: { dueOn: preview.dueOn, note: '' },
    id: undefined,
    create: ({ dueOn, note }) =>
      issueInvoice(
        { ...invoiceParamsOf(group), chargeIds: [...preview.chargeIds], dueOn: dueOn || preview.dueOn, note: note.trim() || null },
        { ...preview, dueOn: dueOn || preview.dueOn },
      ),
    change: async () => false,
    onSaved() {
      const what = `${group.payerName}, ${pounds(group.totals.grossPence)}`
      toast({ title: 'Invoice issued', description: reachable ? `${what}.` : `${what}. It gets its number when there's signal.` })
      onClose()
    },
  })
  const { register, formState } = form
  const lines = useShownLines(group.charges)
  return (
    <FormDialog {...form.dialog} title={`Invoice to ${group.payerName}`} submitLabel="Issue invoice" onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-ink-2">{`${dayAndYear(today)}, ${numberWords(money)}`}</p>
        <div className="rounded-lg border border-line px-3 py-1.5">
          <LineList label="Lines" lines={lines} />
          <TotalLines {...group.totals} />
        </div>
        <Field label="Due on" error={formState.errors.dueOn?.message}>
          <DateInput
            min={today}
            {...register('dueOn', { validate: (day) => day === '' || day >= today || 'Not before the day it is issued' })}
          />
        </Field>
        <Field label="Note" help="Printed on the invoice" optional>
          <TextArea rows={2} maxLength={2000} {...register('note')} />
        </Field>
        <AskPanel what="frcNumber" />
        <p className="text-14 text-ink-2">An issued invoice is never changed; mistakes are credited. It isn't sent until you send it.</p>
      </div>
    </FormDialog>
  )
}

const numberWords = ({ invoicing }: Money) => `with the next ${invoicing.prefix} number`
