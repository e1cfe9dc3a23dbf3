import { ChevronDown, CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AnswerPage, type Outcome, restDays } from '#features/visits/answers/answer-page.ts'
import type { AnswerKind } from '#features/visits/answers/contract.ts'
import { LONGEST_CODE, LONGEST_WORDS } from '#features/visits/answers/limits.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

export type AnswerItemProps = { kind: AnswerKind; outcome: Outcome }
type Props = AnswerItemProps & { icon: LucideIcon; title: string; send: string; children: ReactNode }

/** One kind of answer: a line that opens into its form. It is open when the last submission was refused. */
export const AnswerItem = ({ kind, outcome: { fault }, icon: Icon, title, send, children }: Props) => (
  <details open={fault?.kind === kind} className="group rounded-lg border border-line bg-surface">
    <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-lg px-4 font-medium [&::-webkit-details-marker]:hidden">
      <Icon size={20} aria-hidden className="shrink-0 text-ink-2" />
      <span className="flex-1">{title}</span>
      <ChevronDown size={20} aria-hidden className="shrink-0 text-ink-2 group-open:rotate-180" />
    </summary>
    <form id={`answer-${kind}`} method="post" className="grid gap-3.5 border-t border-line px-4 pt-3.5 pb-4">
      <input type="hidden" name="kind" value={kind} />
      {fault?.kind === kind && (
        <p role="alert" className="flex items-start gap-2 font-medium text-flag-ink">
          <CircleAlert size={20} aria-hidden className="mt-0.5 shrink-0" />
          {fault.sentence}
        </p>
      )}
      {children}
      <button type="submit" className={buttonClass({ block: true })}>
        {send}
      </button>
    </form>
  </details>
)

/** Times of the day and the week, as people name what suits them. */
const SUITS = ['Mornings', 'Afternoons', 'After 16:00', 'A weekday', 'A Saturday', 'A week later'] as const

const typed = ({ fault }: Outcome, kind: AnswerKind, name: string) => (fault?.kind === kind ? fault.typed[name] : undefined)

type WordsProps = AnswerItemProps & { label: string; placeholder: string }

/** Their own words, which may be left out. */
export const WordsField = ({ kind, outcome, label, placeholder }: WordsProps) => (
  <Field label={label} optional>
    <TextArea name="words" rows={2} maxLength={LONGEST_WORDS} defaultValue={typed(outcome, kind, 'words')} placeholder={placeholder} />
  </Field>
)

export const MoveFields = ({ outcome }: { outcome: Outcome }) => (
  <>
    <FieldSet legend="What would suit you?">
      <div className="grid grid-cols-2 gap-x-3">
        {SUITS.map((suit) => (
          <Checkbox key={suit} name="suits" value={suit} label={suit} />
        ))}
      </div>
    </FieldSet>
    <WordsField kind="move" outcome={outcome} label="In your own words" placeholder="Not Tuesday; Thursday after two is best" />
  </>
)

export function AddHorseFields({ page: { others, kinds }, outcome }: { page: AnswerPage; outcome: Outcome }) {
  const was = (name: string) => typed(outcome, 'add_horse', name)
  return (
    <>
      {others.length > 0 && (
        <Field label="Which of yours?">
          <Select name="horseId" defaultValue={was('horseId')} placeholder="Another horse" options={optionsOf(others)} />
        </Field>
      )}
      <Field label={others.length > 0 ? 'Or another, by name' : 'Its name'} optional={others.length > 0}>
        <TextInput name="horseName" maxLength={120} defaultValue={was('horseName')} autoComplete="off" />
      </Field>
      <Field label="What does it need?" optional>
        <Select
          name="work"
          defaultValue={was('work')}
          placeholder="Not sure"
          options={kinds.map((kind) => ({ value: kind, label: kind }))}
        />
      </Field>
      <WordsField kind="add_horse" outcome={outcome} label="Anything to know about it" placeholder="Cast a near fore; kind to handle" />
    </>
  )
}

export function BoxRestFields({ page: { horses, today }, outcome }: { page: AnswerPage; outcome: Outcome }) {
  const was = (name: string) => typed(outcome, 'box_rest', name)
  return (
    <>
      <Field label="Which horse?">
        <Select
          name="horseId"
          defaultValue={was('horseId')}
          {...(horses.length > 1 && { placeholder: 'Choose a horse' })}
          options={optionsOf(horses)}
        />
      </Field>
      <Field label="Until" optional help="As far as you know.">
        <Select name="untilOn" defaultValue={was('untilOn')} placeholder="Not known yet" options={restDays(today)} />
      </Field>
      <WordsField kind="box_rest" outcome={outcome} label="Anything to know" placeholder="The vet says she may be trimmed in the box" />
    </>
  )
}

export const CodeField = ({ outcome }: { outcome: Outcome }) => (
  <Field label="Gate code, or where the key is" help="Only your farrier sees it.">
    <TextInput name="words" maxLength={LONGEST_CODE} defaultValue={typed(outcome, 'gate_code', 'words')} autoComplete="off" />
  </Field>
)

const optionsOf = (horses: AnswerPage['horses']) => horses.map(({ id, name }) => ({ value: id, label: name }))
