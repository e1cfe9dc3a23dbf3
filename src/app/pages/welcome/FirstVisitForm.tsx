import { CalendarCheck, Import } from 'lucide-react'
import { useLocation } from 'wouter'
import { bookFirst, type FirstVisit, LAST_START } from '#app/pages/welcome/book-first.ts'
import type { FirstVisitFields } from '#app/pages/welcome/first-visit-fields.ts'
import { WhereFields } from '#app/pages/welcome/WhereFields.tsx'
import { WorkChips } from '#app/pages/welcome/WorkChips.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { addDays, type Day, weekdayOf } from '#lib/dates.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateInput, TimeInput } from '#ui/DateInput.tsx'
import { enterGoesOn } from '#ui/enter-goes-on.ts'
import { Field } from '#ui/Field.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { user: CurrentUser; then: string; onBooked: (visitId: string) => void }

/** Who, which horse, where and when: the first visit of a new practice. Only the two names have to be typed. */
export function FirstVisitForm({ user, then, onBooked }: Props) {
  const [, navigate] = useLocation()
  const today = useToday(user.practice.zone)
  const form = useRecordForm<FirstVisit>({
    draft: 'welcome/first-visit',
    initial: {
      client: '',
      horse: '',
      work: 'Trim',
      isAtYard: false,
      yard: '',
      postcode: '',
      day: nextWorkingDay(today, user.practice.workingDays),
      start: '09:00',
    },
    id: undefined,
    create: (values) => bookFirst(user, values),
    change: async () => false,
    onSaved: onBooked,
  })
  const { onSubmit, isSaving, failure } = form.dialog
  return (
    <>
      <PageHeader title={`Welcome, ${user.firstName}`} subtitle="Book your first visit. Two names will do." />
      <Card padded>
        <form onSubmit={onSubmit} onKeyDown={enterGoesOn} noValidate className="grid gap-4">
          <WhoFields form={form} />
          <WorkChips form={form} />
          <WhereFields form={form} />
          <WhenFields form={form} today={today} />
          {failure && (
            <Note tone="late" live>
              {failure}
            </Note>
          )}
          <div className="flex gap-2">
            <Button onClick={() => navigate(then)}>Skip</Button>
            <Button type="submit" variant="primary" icon={CalendarCheck} className="flex-1" busy={isSaving} busyLabel="Saving...">
              Book it
            </Button>
          </div>
        </form>
      </Card>
      <LinkButton href="/settings/import" variant="quiet" icon={Import}>
        Import clients and horses instead
      </LinkButton>
    </>
  )
}

const WhoFields = ({ form: { register, formState } }: { form: FirstVisitFields }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label="Client" required error={formState.errors.client?.message}>
      <TextInput
        autoFocus
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="next"
        maxLength={200}
        {...register('client', { validate: isGiven('Enter the owner’s name') })}
      />
    </Field>
    <Field label="Horse" required error={formState.errors.horse?.message}>
      <TextInput
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="go"
        maxLength={120}
        {...register('horse', { validate: isGiven('Enter the horse’s name') })}
      />
    </Field>
  </div>
)

const WhenFields = ({ form: { register, formState }, today }: { form: FirstVisitFields; today: Day }) => (
  <div className="grid grid-cols-[minmax(0,1fr)_110px] gap-3">
    <Field label="Day" required error={formState.errors.day?.message}>
      <DateInput min={today} {...register('day', { required: 'Choose a day' })} />
    </Field>
    <Field label="Time" required error={formState.errors.start?.message}>
      <TimeInput {...register('start', { validate: (time) => (time === '' ? 'Enter a time' : time <= LAST_START || 'Before 23:00') })} />
    </Field>
  </div>
)

const isGiven = (fault: string) => (text: string) => text.trim() !== '' || fault

/** Tomorrow, or the next day the practice works. */
function nextWorkingDay(today: Day, workingDays: readonly number[]): Day {
  const days = [1, 2, 3, 4, 5, 6, 7].map((count) => addDays(today, count))
  return days.find((day) => workingDays.includes(weekdayOf(day))) ?? addDays(today, 1)
}
