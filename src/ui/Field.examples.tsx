import { Search } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Combobox } from '#ui/Combobox.tsx'
import { DateInput, TimeInput } from '#ui/DateInput.tsx'
import type { Examples } from '#ui/examples.ts'
import { Field, FieldSet } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { Select } from '#ui/Select.tsx'
import { Switch } from '#ui/Switch.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

const SERVICES = ['Trim', 'Front shoes new', 'Hind shoes new', 'Full set new', 'Front refit'].map((label) => ({ value: label, label }))
const MANY = Array.from({ length: 10_000 }, (_, index) => ({
  value: String(index),
  label: `Horse ${index}`,
  detail: 'Owner Sarah Penrose',
}))

function PickOne() {
  const [value, setValue] = useState<string>()
  return <Combobox options={MANY} value={value} onChange={setValue} placeholder="Type a horse's name" />
}

function OnOff() {
  const [isOn, setOn] = useState(true)
  return <Switch label="Reminders" help="A text 48 hours before" checked={isOn} onChange={setOn} />
}

export const examples: Examples = {
  name: 'Field and controls',
  states: [
    {
      title: 'Filled, refused, optional with help',
      render: () => (
        <div className="grid gap-3.5 sm:grid-cols-2">
          <Field label="Horse name" required>
            <TextInput defaultValue="Merlin" />
          </Field>
          <Field label="Phone" error="Too short for a mobile number">
            <TextInput type="tel" defaultValue="07700 900" />
          </Field>
          <Field label="Microchip" optional help="On the passport, first page">
            <TextInput placeholder="15 digits" />
          </Field>
          <Field label="Service">
            <Select options={SERVICES} placeholder="Choose" />
          </Field>
          <Field label="Date">
            <DateInput defaultValue="2026-11-24" />
          </Field>
          <Field label="Start">
            <TimeInput defaultValue="09:00" />
          </Field>
          <Field label="Price">
            <NumberInput prefix="£" defaultValue={35} />
          </Field>
          <Field label="Cycle">
            <NumberInput suffix="weeks" defaultValue={6} />
          </Field>
        </div>
      ),
    },
    {
      title: 'One of ten thousand',
      render: () => (
        <Field label="Horse">
          <PickOne />
        </Field>
      ),
    },
    {
      title: 'Notes, search, off',
      render: () => (
        <div className="grid gap-3">
          <Field label="Notes">
            <TextArea defaultValue="Prefers mornings. Have Merlin held by someone he knows." />
          </Field>
          <TextInput icon={Search} aria-label="Find a client" placeholder="Name, yard, postcode or phone" />
          <Field label="Not yours to change">
            <TextInput disabled defaultValue="Gareth Probert" />
          </Field>
        </div>
      ),
    },
    {
      title: 'Yes or no',
      render: () => (
        <FieldSet legend="This visit">
          <Checkbox label="Stop only" defaultChecked />
          <Checkbox label="Studs" help="Two in each hind" />
          <OnOff />
        </FieldSet>
      ),
    },
  ],
}
