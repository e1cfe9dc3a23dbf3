import type { CareNotesView } from '#app/my/care-notes-view.ts'
import { Fault, FormBox, KeepField, ReviewField, SendButton } from '#app/pages/my/care/NoteForms.tsx'
import { FEET, type FootName, footWords } from '#features/core/practice/foot-names.ts'
import { FOOT_WORK, FOOT_WORK_LABELS } from '#features/visits/work/feet.ts'
import { capital } from '#lib/capital.ts'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { view: CareNotesView; path: string }

/** A shoeing plan, foot by foot; what is left empty stays as the farrier does it. */
export function PlanForm({ view, path }: Props) {
  const isTyped = view.form === 'plan'
  return (
    <FormBox title="Write a shoeing plan" isOpen={isTyped} path={path} formId={view.typed.formId}>
      <Fault view={view} of="plan" />
      <p className="text-14 text-ink-2">What you leave empty stays as the farrier does it.</p>
      {FEET.map((foot) => (
        <FootFields key={foot} foot={foot} view={view} />
      ))}
      {view.films.length > 0 && (
        <Field label="Measured on" optional>
          <Select
            name="film"
            defaultValue={isTyped ? view.typed.film : ''}
            options={[{ value: '', label: 'No film of these' }, ...view.films.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </Field>
      )}
      <Field label="Why, and what else" optional>
        <TextArea name="body" rows={4} defaultValue={isTyped ? view.typed.body : ''} />
      </Field>
      <ReviewField view={view} of="plan" />
      <KeepField view={view} of="plan" />
      <SendButton>Send the plan</SendButton>
    </FormBox>
  )
}

const WORDS = [
  ['shoe', 'Shoe', 80],
  ['pad', 'Pad', 40],
] as const
const NUMBERS = [
  ['wedge', 'Wedge, °'],
  ['raise', 'Raise, mm'],
  ['angle', 'Palmar angle, °'],
  ['sole', 'Sole depth, mm'],
] as const

function FootFields({ foot, view }: { foot: FootName; view: CareNotesView }) {
  const isTyped = view.form === 'plan'
  const typed = view.typed.feet[foot]
  const of = (field: keyof typeof typed) => ({ name: `${foot}-${field}`, defaultValue: typed[field] })
  return (
    <details open={isTyped && Object.values(typed).some(Boolean)} className="rounded-md border border-line-2">
      <summary className="min-h-12 cursor-pointer px-3.5 py-3 font-medium">{capital(footWords(foot, view.scheme))}</summary>
      <div className="grid grid-cols-2 gap-3 px-3.5 pb-3.5">
        <Field label="Work" optional className="col-span-2">
          <Select
            {...of('work')}
            options={[
              { value: '', label: 'As the farrier does it' },
              ...FOOT_WORK.map((work) => ({ value: work, label: FOOT_WORK_LABELS[work] })),
            ]}
          />
        </Field>
        {WORDS.map(([field, label, most]) => (
          <Field key={field} label={label} optional>
            <TextInput {...of(field)} maxLength={most} autoComplete="off" />
          </Field>
        ))}
        {NUMBERS.map(([field, label]) => (
          <Field key={field} label={label} optional>
            <TextInput {...of(field)} inputMode="decimal" maxLength={8} autoComplete="off" />
          </Field>
        ))}
        {(['angle', 'sole'] as const).map((figure) => (
          <MeasuredField key={figure} figure={figure} foot={foot} view={view} value={typed[`${figure}Mark`]} />
        ))}
        <Field label="Words" optional className="col-span-2">
          <TextInput {...of('words')} maxLength={500} autoComplete="off" />
        </Field>
      </div>
    </details>
  )
}

const MEASURED = {
  angle: { kind: 'angle', label: 'Palmar angle as measured on a film', none: 'As typed above' },
  sole: { kind: 'length', label: 'Sole depth as measured on a film', none: 'As typed above' },
} as const

type MeasuredProps = { figure: keyof typeof MEASURED; foot: FootName; view: CareNotesView; value: string }

/** A figure measured on a film of this foot, or of an unnamed one; nothing where none was. */
function MeasuredField({ figure, foot, view, value }: MeasuredProps) {
  const { kind, label, none } = MEASURED[figure]
  const marks = view.marks.filter((mark) => mark.kind === kind && (mark.foot ?? foot) === foot)
  if (marks.length === 0) return null
  return (
    <Field label={label} optional className="col-span-2">
      <Select
        name={`${foot}-${figure}Mark`}
        defaultValue={value}
        options={[{ value: '', label: none }, ...marks.map(({ id, words }) => ({ value: id, label: words }))]}
      />
    </Field>
  )
}
