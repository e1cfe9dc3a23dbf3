import { ToggleGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { useField } from '#ui/Field.tsx'

type Props<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly { value: V; label: ReactNode }[]
  className?: string
}

/** One of two to five, all in sight: 5-day, Week, Month; AM, PM. Arrow keys walk. */
export function Segmented<V extends string>({ label, value, onChange, options, className }: Props<V>) {
  const { id } = useField()
  return (
    <ToggleGroup.Root
      type="single"
      {...(id && { id })}
      aria-label={label}
      value={value}
      onValueChange={(next) => next && onChange(next as V)}
      className={cx('inline-flex w-fit max-w-full gap-0.5 rounded-lg border border-line bg-sunken p-[3px]', className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="inline-flex min-h-12 flex-1 items-center justify-center gap-1.5 rounded-[7px] border border-transparent px-3 text-14 font-medium whitespace-nowrap text-ink-2 data-[state=on]:border-line-2 data-[state=on]:bg-surface data-[state=on]:font-bold data-[state=on]:text-ink md:min-h-8"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
