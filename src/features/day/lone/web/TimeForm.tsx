import { useForm } from 'react-hook-form'
import { TEXT_AFTER_MINUTES } from '#features/day/lone/rules.ts'
import { useLoneActions } from '#features/day/lone/web/data.ts'
import { NOT_ON } from '#features/day/lone/words.ts'
import { currentMs } from '#lib/clock.ts'
import { timeOf } from '#lib/dates.ts'
import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { TimeInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'

type Props = { visitId: string; zone: string; contactName: string; isOn: boolean; onSet: () => void }

const QUARTER = 15 * 60_000
/** An hour from now, on the quarter. */
const suggested = (zone: string) => timeOf(Math.ceil((currentMs() + 4 * QUARTER) / QUARTER) * QUARTER, zone)

/** When it rings. It is on only once the server has confirmed it; until then the form shows that it is not. */
export function TimeForm({ visitId, zone, contactName, isOn, onSet }: Props) {
  const { set } = useLoneActions()
  const { register, handleSubmit } = useForm({ defaultValues: { ringAt: suggested(zone) } })
  const send = ({ ringAt }: { ringAt: string }) => pressed(set, { visitId, ringAt }, { onSuccess: onSet })
  const fault =
    set.error instanceof Unreachable ? (isOn ? 'Not changed: no signal' : NOT_ON) : set.error ? sentenceOf(set.error) : undefined
  return (
    <form onSubmit={handleSubmit(send)} noValidate className="grid gap-3">
      <Field
        label="Ring me at"
        help={`If you don't answer within ${TEXT_AFTER_MINUTES} minutes, ${contactName} gets one text with this place, even at night.`}
        error={fault}
      >
        <TimeInput {...register('ringAt')} />
      </Field>
      <Button type="submit" variant="primary" busy={set.isPending} busyLabel="Waiting for the server...">
        {isOn ? 'Change the time' : 'Turn it on'}
      </Button>
    </form>
  )
}
