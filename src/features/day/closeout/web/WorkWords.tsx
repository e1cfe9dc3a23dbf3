import { ChevronDown } from 'lucide-react'
import type { Draft } from '#features/day/closeout/closing.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { TaskPlanPicker } from '#features/visits/tasks/web/TaskPlanPicker.tsx'
import { setupOf } from '#features/visits/work/feet.ts'
import { Combobox } from '#ui/Combobox.tsx'
import { Field } from '#ui/Field.tsx'
import { TextArea } from '#ui/TextArea.tsx'

type Props = { draft: Draft; onChange: (draft: Draft) => void }

/** The kind of work and the notes on it, folded away: most visits need none of it. */
export function WorkWords({ draft, onChange }: Props) {
  const kinds = useKinds()
  const choose = (serviceType: string) =>
    onChange({ ...draft, serviceType, setup: setupOf(serviceType) ?? draft.setup, resetsCycle: undefined, template: undefined })
  return (
    <details className="group" open={Boolean(draft.template)}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-2 font-medium [&::-webkit-details-marker]:hidden">
        Other work, findings, advice
        <ChevronDown size={20} aria-hidden className="shrink-0 group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 pt-1">
        <Field label="Service">
          <Combobox
            options={kinds.options(draft.serviceType)}
            value={draft.serviceType}
            onChange={(kind) => kind && choose(kind)}
            onCreate={choose}
          />
        </Field>
        {WORDS.map(([field, label]) => (
          <Field key={field} label={label} optional>
            <TextArea
              rows={2}
              maxLength={10_000}
              value={draft[field]}
              onChange={({ target }) => onChange({ ...draft, [field]: target.value })}
            />
          </Field>
        ))}
        <TaskPlanPicker advice={draft.recommendations} value={draft.task ?? null} onChange={(task) => onChange({ ...draft, task })} />
      </div>
    </details>
  )
}

const WORDS = [
  ['description', 'Description'],
  ['findings', 'Findings'],
  ['recommendations', 'Recommendations'],
] as const
