import { cx } from '#ui/cx.ts'
import { FieldSet } from '#ui/Field.tsx'

type Props = {
  legend: string
  name: string
  value: string | undefined
  error: string | undefined
  choices: readonly { value: string; label: string }[]
  /** Two next to each other. */
  wide?: boolean
}

/** One of a few choices, each a line as large as a thumb; the browser's own radio buttons, so it needs no script. */
export const RadioSet = ({ legend, name, value, error, choices, wide = false }: Props) => (
  <FieldSet legend={<span className="text-18">{legend}</span>} error={error}>
    <div className={cx('grid gap-2', wide && 'sm:grid-cols-2')}>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex min-h-12 items-center gap-3 rounded-md border border-line-2 bg-surface px-3.5 py-2 has-checked:border-ink has-checked:bg-neutral-tint has-checked:font-medium"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            defaultChecked={choice.value === value}
            className="size-[22px] shrink-0 accent-ink"
          />
          <span className="min-w-0">{choice.label}</span>
        </label>
      ))}
    </div>
  </FieldSet>
)
