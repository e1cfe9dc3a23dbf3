import { type FormEvent, type ReactNode, useState } from 'react'
import { type FootName, type FootScheme, footLabel, footWords } from '#features/core/practice/foot-names.ts'
import {
  CLIPS,
  FINDINGS,
  FOOT_WORK,
  FOOT_WORK_LABELS,
  isShod,
  PADS,
  partnerOf,
  type Setup,
  SHOES,
  shodAs,
} from '#features/visits/work/feet.ts'
import { type FootForm, faultIn, footFrom, formOf, MEASURES } from '#features/visits/work/foot-form.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Combobox } from '#ui/Combobox.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = {
  foot: FootName
  scheme: FootScheme
  setup: Setup
  onChange: (setup: Setup) => void
  onClose: () => void
  /** Other inputs about this foot, such as a photo of it. */
  children?: ReactNode
}

/** One foot: work, shoe, findings. Its pair can be shod the same at once. */
export function FootDialog({ foot, scheme, setup, onChange, onClose, children }: Props) {
  const [form, setForm] = useState<FootForm>(() => formOf(setup[foot]))
  const [isPair, setPair] = useState(false)
  const [fault, setFault] = useState<string>()
  const partner = partnerOf(foot)
  const set = (change: Partial<FootForm>) => setForm((now) => ({ ...now, ...change }))
  const keep = (event: FormEvent) => {
    event.preventDefault()
    // This form is inside another form.
    event.stopPropagation()
    const problem = faultIn(form)
    if (problem) return setFault(problem)
    const kept = footFrom(form)
    onChange({ ...setup, [foot]: kept, ...(isPair && { [partner]: shodAs(setup[partner], kept) }) })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${footLabel(foot, scheme)}, ${footWords(foot, scheme)}`}
      onSubmit={keep}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Keep
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Work value={form.work} onChange={(work) => set({ work })} />
        {isShod(form) && <ShoeFields form={form} set={set} />}
        <Checkbox label={`Same on the ${footWords(partner, scheme)}`} checked={isPair} onChange={({ target }) => setPair(target.checked)} />
        <Findings found={form.findings} onChange={(findings) => set({ findings })} />
        <Field label="Note" optional>
          <TextInput value={form.note} maxLength={1000} onChange={({ target }) => set({ note: target.value })} />
        </Field>
        {children}
        <Measures form={form} set={set} fault={fault} />
      </div>
    </Dialog>
  )
}

const Work = ({ value, onChange }: { value: FootForm['work']; onChange: (work: FootForm['work']) => void }) => (
  <fieldset>
    <legend className="font-medium">Done</legend>
    <div className="mt-1.5 flex flex-wrap gap-1.5">
      {FOOT_WORK.map((one) => (
        <Chip key={one} pressed={one === value} onPressedChange={() => onChange(one)}>
          {FOOT_WORK_LABELS[one]}
        </Chip>
      ))}
    </div>
  </fieldset>
)

type Part = { form: FootForm; set: (change: Partial<FootForm>) => void }

const ShoeFields = ({ form, set }: Part) => (
  <div className="grid grid-cols-2 gap-x-3 gap-y-4">
    <Field label="Size" optional>
      <TextInput value={form.size} maxLength={20} onChange={({ target }) => set({ size: target.value })} />
    </Field>
    <Picked label="Shoe" options={SHOES} value={form.shoe} onChange={(shoe) => set({ shoe })} />
    <Picked label="Pad" options={PADS} value={form.pad} onChange={(pad) => set({ pad })} />
    <Picked label="Clips" options={CLIPS} value={form.clips} onChange={(clips) => set({ clips })} />
    <Field label="Nails" optional>
      <TextInput value={form.nails} maxLength={80} onChange={({ target }) => set({ nails: target.value })} />
    </Field>
    <Field label="Studs" optional>
      <TextInput value={form.studs} maxLength={80} onChange={({ target }) => set({ studs: target.value })} />
    </Field>
    <Field label="Make" optional>
      <TextInput value={form.make} maxLength={80} onChange={({ target }) => set({ make: target.value })} />
    </Field>
  </div>
)

type PickedProps = { label: string; options: readonly string[]; value: string; onChange: (value: string) => void }

/** One of a list, or the farrier's own word. */
const Picked = ({ label, options, value, onChange }: PickedProps) => (
  <Field label={label} optional>
    <Combobox
      options={(value && !options.includes(value) ? [value, ...options] : options).map((one) => ({ value: one, label: one }))}
      value={value || undefined}
      onChange={(one) => onChange(one ?? '')}
      onCreate={onChange}
    />
  </Field>
)

/** What was found, by touch; a word of one's own goes into the note. */
const Findings = ({ found, onChange }: { found: readonly string[]; onChange: (found: string[]) => void }) => (
  <fieldset>
    <legend className="font-medium">Found</legend>
    <div className="mt-1.5 flex flex-wrap gap-1.5">
      {[...FINDINGS, ...found.filter((one) => !(FINDINGS as readonly string[]).includes(one))].map((one) => (
        <Chip
          key={one}
          pressed={found.includes(one)}
          onPressedChange={(isOn) => onChange(isOn ? [...found, one] : found.filter((other) => other !== one))}
        >
          {one}
        </Chip>
      ))}
    </div>
  </fieldset>
)

const Measures = ({ form, set, fault }: Part & { fault: string | undefined }) => (
  <fieldset>
    <legend className="sr-only">Measured</legend>
    <div className="grid grid-cols-3 gap-3">
      {MEASURES.map(({ field, label }) => (
        <Field key={field} label={label}>
          <TextInput inputMode="decimal" value={form[field]} onChange={({ target }) => set({ [field]: target.value })} />
        </Field>
      ))}
    </div>
    {fault && (
      <p role="alert" className="mt-1 text-flag-ink">
        {fault}
      </p>
    )}
  </fieldset>
)
