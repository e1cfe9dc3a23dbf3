import { extendBy, extendedTo, mayExtend } from '#features/office/rights/rules.ts'
import { changeRequest } from '#features/office/rights/web/data.ts'
import { type ListedRequest, useNation } from '#features/office/rights/web/use-requests.ts'
import { dayAndYear, longDay } from '#lib/dates.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useToday } from '#platform/web/use-today.ts'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast-store.ts'

type Values = { extendedOn: string; extendedWhy: string }

/** Extends by two months, which requires that the person is notified within the first, with the reason. Mount it to open it. */
export function ExtendDialog({ request, onClose }: { request: ListedRequest; onClose: () => void }) {
  const today = useToday()
  const nation = useNation()
  const form = useRecordForm<Values>({
    draft: null,
    initial: { extendedOn: '', extendedWhy: '' },
    id: request.id,
    row: request,
    create: async () => request.id,
    change: (id, values, seen) => changeRequest(id, { ...values, extendedWhy: values.extendedWhy?.trim() ?? '' }, seen),
    onSaved() {
      toast({ title: 'Extended by two months', description: `Answer by ${longDay(extendedTo(request, nation, today))}` })
      onClose()
    },
  })
  const { register, formState } = form
  const isRightDay = (day: string) => {
    if (!day) return 'Say when they were told'
    if (day > today) return 'That day is in the future'
    return mayExtend(request, day, nation) || `They have to be told by ${dayAndYear(extendBy(request, nation, today))}`
  }
  return (
    <FormDialog {...form.dialog} title="Extend by two months" submitLabel="Extend" onClose={onClose}>
      <div className="grid gap-4">
        <p>
          Only if the request is complex or they've made many. Tell them first that it will take longer, and why; then answer by{' '}
          <b>{longDay(extendedTo(request, nation, today))}</b>.
        </p>
        <Field label="Told on" required error={formState.errors.extendedOn?.message}>
          <DateInput max={today} {...register('extendedOn', { validate: isRightDay })} />
        </Field>
        <Field label="Why" required error={formState.errors.extendedWhy?.message} help="As you told them">
          <TextArea
            rows={3}
            maxLength={1000}
            {...register('extendedWhy', { validate: (why) => why.trim() !== '' || 'Say why it takes longer' })}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
