import { useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { Looked } from '#features/evidence/files/web/data.ts'
import { CATEGORIES, EXPENSE_CATEGORIES, METHODS, type Method } from '#features/office/books/categories.ts'
import { addExpense, addReceipts, changeExpense, type KnownExpense, removeExpense } from '#features/office/books/web/data.ts'
import { categoryLike, changesOf, type ExpenseValues, isPartOf, isSum, valuesOf, wordsOf } from '#features/office/books/web/expense-form.ts'
import { ReceiptsField } from '#features/office/books/web/ReceiptsField.tsx'
import { useExpenses, useReceipts } from '#features/office/books/web/use-books.ts'
import { useMoney } from '#features/records/prices/web/use-money.ts'
import { poundsInFull } from '#lib/money.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'
import { withToast } from '#ui/with-toast.ts'

type Props = {
  /** The expense to change; absent: a new one. */
  expense?: KnownExpense | undefined
  onClose: () => void
}

/** Records or corrects an expense, with its receipts. Mount it to open it. */
export function ExpenseDialog({ expense, onClose }: Props) {
  const today = useToday()
  const isRegistered = useMoney()?.vat.isRegistered ?? false
  const expenses = useExpenses() ?? []
  const last = expenses.reduce<KnownExpense | undefined>((newest, one) => (newest && newest.id > one.id ? newest : one), undefined)
  const form = useExpenseForm(expense, valuesOf(expense, today, last), onClose)
  const { register, control, formState, getValues } = form
  const { category: isChosen } = formState.dirtyFields
  const bookAlike = () => {
    const like = expense || isChosen ? undefined : categoryLike(expenses, getValues())
    if (like) form.setValue('category', like)
  }
  return (
    <FormDialog {...form.dialog} title={expense ? 'Change expense' : 'Add an expense'} submitLabel="Save" onClose={onClose}>
      <div className="grid gap-4">
        <ReceiptsField expense={expense} taken={form.taken} onTaken={form.take} />
        <Field label="What was bought" required error={formState.errors.description?.message}>
          <TextInput
            maxLength={300}
            placeholder="Box of E6 nails"
            {...register('description', { validate: isFilled, onBlur: bookAlike })}
          />
        </Field>
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label={isRegistered ? 'Paid, with VAT' : 'Paid'} required error={formState.errors.amount?.message}>
            <PoundsInput {...register('amount', { validate: isSum })} />
          </Field>
          {isRegistered ? (
            <Field label="VAT in it" optional error={formState.errors.vat?.message}>
              <PoundsInput {...register('vat', { validate: (vat) => isPartOf(vat, getValues('amount')) })} />
            </Field>
          ) : (
            <DayField {...register('spentOn', { required: 'Choose the day' })} error={formState.errors.spentOn?.message} />
          )}
        </div>
        {isRegistered && <DayField {...register('spentOn', { required: 'Choose the day' })} error={formState.errors.spentOn?.message} />}
        <CategoryField control={control} {...register('category')} />
        <Field label="Supplier" optional>
          <TextInput maxLength={200} placeholder="Anvil Supplies" {...register('supplier', { onBlur: bookAlike })} />
        </Field>
        <Field label="Paid by">
          <Controller
            control={control}
            name="method"
            render={({ field }) => <Segmented label="Paid by" value={field.value} onChange={field.onChange} options={WAYS} />}
          />
        </Field>
        <Checkbox label="This is a refund" help="Money back, or goods returned: it comes off your expenses." {...register('isBack')} />
        {expense && <RemoveButton expense={expense} onClose={onClose} />}
      </div>
    </FormDialog>
  )
}

function useExpenseForm(expense: KnownExpense | undefined, initial: ExpenseValues, onClose: () => void) {
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const [taken, take] = useState<readonly Looked[]>([])
  const form = useRecordForm<ExpenseValues>({
    draft: expense ? null : 'expense',
    initial,
    id: expense?.id,
    row: expense,
    create: (values) => addExpense(wordsOf(values), taken, memberId),
    change: (id, changed, seen) => changeExpense(id, changesOf({ ...initial, ...changed }, changed), seen),
    async onSaved(id, what) {
      if (expense) await addReceipts(id, taken, memberId)
      const isChanged = what === 'updated' || (expense && taken.length > 0)
      const { description, amount } = form.getValues()
      if (what === 'created') toast({ title: 'Expense added', description: `${description.trim()}, £${amount.trim().replace('£', '')}` })
      if (isChanged) toast({ title: 'Expense changed', description: description.trim() })
      onClose()
    },
  })
  return { ...form, taken, take }
}

type DayProps = ReturnType<ReturnType<typeof useExpenseForm>['register']> & { error: string | undefined }

const DayField = ({ error, ...rest }: DayProps) => (
  <Field label="Day" required error={error}>
    <DateInput looks="back" {...rest} />
  </Field>
)

type CategoryProps = ReturnType<ReturnType<typeof useExpenseForm>['register']> & { control: ReturnType<typeof useExpenseForm>['control'] }

/** HMRC's box, with examples of what a farrier enters there. */
function CategoryField({ control, ...rest }: CategoryProps) {
  const { hint, isDisallowed } = CATEGORIES[useWatch({ control, name: 'category' })]
  return (
    <Field label="Category" help={isDisallowed ? `${hint}. HMRC doesn't allow it against your profit.` : `${hint}.`}>
      <Select options={OPTIONS} {...rest} />
    </Field>
  )
}

function RemoveButton({ expense, onClose }: { expense: KnownExpense; onClose: () => void }) {
  const receipts = useReceipts()?.get(expense.id) ?? []
  const remove = () => {
    onClose()
    const what = `${expense.description}, ${poundsInFull(expense.totalPence)}`
    return withToast('Expense removed', what, () => removeExpense(expense, receipts))
  }
  return (
    <Button variant="danger" className="justify-self-start" onClick={remove}>
      Remove expense
    </Button>
  )
}

const WAYS = Object.entries(METHODS).map(([value, label]) => ({ value: value as Method, label }))
const OPTIONS = EXPENSE_CATEGORIES.map((value) => ({ value, label: CATEGORIES[value].label }))

const isFilled = (text: string) => text.trim() !== '' || 'Say what was bought'
