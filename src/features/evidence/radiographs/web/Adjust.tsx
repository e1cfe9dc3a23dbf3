import { useState } from 'react'
import type { Film } from '#features/evidence/radiographs/film.ts'
import type { RadiographFacts } from '#features/evidence/radiographs/radiograph.ts'
import type { Change } from '#features/evidence/radiographs/web/use-pointers.ts'
import type { Window } from '#features/evidence/radiographs/window.ts'
import { Field } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { Select } from '#ui/Select.tsx'

type Props = { facts: RadiographFacts; film: Film; change: Change }

/** Which values lie between black and white: one of the file's windows or the picture's, or by number. */
export function Adjust({ facts, film, change }: Props) {
  const { presets } = facts
  const chosen = presets.findIndex(({ window }) => isSame(window, film.window))
  const put = (window: Partial<Window>) => change((now) => ({ ...now, window: { ...now.window, ...window } }))
  return (
    <div className="grid grid-cols-[1.6fr_1fr_1fr] gap-2 md:grid-cols-2">
      <Field label="Window" className="md:col-span-2">
        <Select
          options={[...presets.map(({ name }, place) => ({ value: String(place), label: name })), ...(chosen < 0 ? [OWN] : [])]}
          value={String(chosen)}
          onChange={({ target }) => put(presets[Number(target.value)]?.window ?? {})}
        />
      </Field>
      <Field label="Centre">
        <Amount value={film.window.centre} onChange={(centre) => put({ centre })} />
      </Field>
      <Field label="Width">
        <Amount value={film.window.width} least={0.001} onChange={(width) => put({ width })} />
      </Field>
    </div>
  )
}

const OWN = { value: '-1', label: 'By hand' }

const isSame = (one: Window, other: Window) => one.centre === other.centre && one.width === other.width && one.curve === other.curve

type AmountProps = { value: number; least?: number; onChange: (value: number) => void }

/* While the user types, the field keeps the typed text: half a number is no number yet. */
function Amount({ value, least, onChange }: AmountProps) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    const number = Number(text)
    if (text.trim() !== '' && Number.isFinite(number) && number >= (least ?? Number.NEGATIVE_INFINITY)) onChange(number)
  }
  return (
    <NumberInput
      inputMode="decimal"
      step="any"
      value={typed ?? String(Math.round(value * 100) / 100)}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setTyped(undefined)}
    />
  )
}
