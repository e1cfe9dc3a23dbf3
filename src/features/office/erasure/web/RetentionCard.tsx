import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Retention } from '#features/office/erasure/contract.ts'
import { useChangeRetention, useRetention } from '#features/office/erasure/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { OfflineState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

/** The retention periods, decided by the owner and applied every night. */
export function RetentionCard() {
  const reachable = useReachable()
  const { data, error } = useRetention()
  const [times, setTimes] = useState(0)
  return (
    <Card title="How long messages are kept" padded>
      {data ? (
        <RetentionForm key={times} kept={data} onSaved={() => setTimes((before) => before + 1)} />
      ) : error ? (
        reachable ? (
          <Note tone="late">{sentenceOf(error)}</Note>
        ) : (
          <OfflineState>This shows here when you're connected. The server still follows it.</OfflineState>
        )
      ) : (
        <SkeletonRows label="Loading how long messages are kept..." />
      )}
    </Card>
  )
}

type Values = Record<keyof Retention, string>
type Limit = { field: keyof Retention; label: string; help: string; unit: string; from: number; to: number }

const LIMITS: readonly Limit[] = [
  {
    field: 'textsDays',
    label: 'Texts and e-mails',
    help: 'What they said, and the number. The count stays.',
    unit: 'days',
    from: 30,
    to: 3650,
  },
  {
    field: 'messagesDays',
    label: 'Messages',
    help: 'Conversations with clients, and files that came only with them.',
    unit: 'days',
    from: 30,
    to: 3650,
  },
  {
    field: 'answersDays',
    label: 'Answers and offers',
    help: "Owners' answers to reminders, and slots they were offered.",
    unit: 'days',
    from: 30,
    to: 3650,
  },
  {
    field: 'openingsDays',
    label: 'What owners opened',
    help: 'Who looked at what in the portal, who could once, and what they asked.',
    unit: 'days',
    from: 30,
    to: 3650,
  },
  {
    field: 'exportsDays',
    label: 'Packs and exports',
    help: 'A ZIP holds everything about somebody: download it, then remove it.',
    unit: 'days',
    from: 1,
    to: 14,
  },
  {
    field: 'inactiveYears',
    label: 'Suggest erasing clients after',
    help: 'Without a visit, work or message. Nobody is erased automatically.',
    unit: 'years',
    from: 1,
    to: 20,
  },
]

function RetentionForm({ kept, onSaved }: { kept: Retention; onSaved: () => void }) {
  const reachable = useReachable()
  const change = useChangeRetention()
  const { register, handleSubmit, formState } = useForm<Values>({ defaultValues: textsOf(kept) })
  const save = handleSubmit((values) =>
    change.mutate(numbersOf(values), {
      onSuccess: () => {
        toast({ title: 'Saved', description: 'Anything older goes tonight.' })
        onSaved()
      },
    }),
  )
  return (
    <form onSubmit={save} noValidate className="grid gap-4">
      {LIMITS.map(({ field, label, help, unit, from, to }) => (
        <Field key={field} label={label} help={help} error={formState.errors[field]?.message}>
          <NumberInput
            suffix={unit}
            min={from}
            max={to}
            className="w-40"
            {...register(field, { validate: (text) => faultOf(text, from, to) })}
          />
        </Field>
      ))}
      {change.error && (
        <Note tone="late" live>
          {sentenceOf(change.error)} What you typed is still here.
        </Note>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={change.isPending} busyLabel="Saving..." disabled={!reachable}>
          Save
        </Button>
        {!reachable && <span className="text-14 text-ink-2">This needs a connection.</span>}
      </div>
    </form>
  )
}

const FIELDS = LIMITS.map(({ field }) => field)
const textsOf = (kept: Retention) => Object.fromEntries(FIELDS.map((field) => [field, String(kept[field])])) as Values
const numbersOf = (values: Values) => Object.fromEntries(FIELDS.map((field) => [field, Number(values[field])])) as Retention

function faultOf(text: string, from: number, to: number): string | true {
  const number = Number(text)
  return (
    (text !== '' && Number.isInteger(number) && number >= from && number <= to) ||
    `Whole numbers from ${from} to ${to.toLocaleString('en-GB')}`
  )
}
