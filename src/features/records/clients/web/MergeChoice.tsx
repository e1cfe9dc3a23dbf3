import { useId } from 'react'
import type { Difference, Side } from '#features/records/clients/merging.ts'
import { cx } from '#ui/cx.ts'

type Props = { difference: Difference; names: { kept: string; other: string }; value: Side; onChange: (side: Side) => void }

/** One thing that differs between two records: the one, the other or both, each in full. */
export function MergeChoice({ difference, names, value, onChange }: Props) {
  const name = useId()
  const { label, both } = difference
  const sides: { side: Side; of: string; words: string }[] = [
    { side: 'kept', of: names.kept, words: difference.kept },
    { side: 'other', of: names.other === names.kept ? `${names.other}, the other record` : names.other, words: difference.other },
    ...(both === null ? [] : [{ side: 'both' as const, of: 'Both', words: both }]),
  ]
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-14 font-medium">{label}</legend>
      <div className={cx('grid gap-2', both === null ? 'md:grid-cols-2' : 'md:grid-cols-3')}>
        {sides.map(({ side, of, words }) => (
          <label
            key={side}
            className={cx(
              'flex min-h-12 min-w-0 cursor-pointer items-start gap-3 rounded-lg border px-3 py-2',
              'has-focus-visible:outline-[3px] has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              value === side ? 'border-ink bg-sunken shadow-[inset_0_0_0_1px_var(--ink)]' : 'border-line-2',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={value === side}
              onChange={() => onChange(side)}
              className="mt-1 size-5 shrink-0 accent-[var(--ink)] outline-none"
            />
            <span className="min-w-0">
              <span className="block text-14 text-ink-2">{of}</span>
              <span className="block max-h-40 overflow-y-auto break-words whitespace-pre-line">{words || 'Nothing'}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
