import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; help?: ReactNode }

/** A yes or no in a form. A real checkbox underneath, so `register(...)` works. */
export function Checkbox({ label, help, className, ...rest }: Props) {
  const id = useId()
  return (
    <label className="flex min-h-12 w-fit items-center gap-3 md:min-h-10">
      <span className="relative grid size-[22px] shrink-0">
        <input
          {...rest}
          type="checkbox"
          {...(help ? { 'aria-describedby': id } : {})}
          className="peer size-[22px] appearance-none rounded-sm border-2 border-control bg-surface checked:border-ink checked:bg-ink disabled:bg-sunken"
        />
        <Check
          size={16}
          strokeWidth={3}
          aria-hidden
          className="pointer-events-none invisible absolute top-[3px] left-[3px] text-surface peer-checked:visible"
        />
      </span>
      <span className="min-w-0">
        {label}
        {help && (
          <span id={id} className="block text-14 text-ink-2">
            {help}
          </span>
        )}
      </span>
    </label>
  )
}
