import { Switch as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'

type Props = {
  label: ReactNode
  help?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  name?: string
}

/** On or off, and it holds at once. In a form that is saved later, take Checkbox. */
export function Switch({ label, help, checked, onChange, disabled = false, name }: Props) {
  const id = useId()
  return (
    <div className="flex min-h-12 items-center gap-3 md:min-h-10">
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        {...(name && { name })}
        {...(help ? { 'aria-describedby': `${id}-help` } : {})}
        className="relative h-[26px] w-11 shrink-0 rounded-full bg-control transition-colors disabled:opacity-60 data-[state=checked]:bg-ok after:absolute after:-inset-x-1 after:-inset-y-[11px]"
      >
        <Radix.Thumb className="block size-5 translate-x-[3px] rounded-full bg-thumb transition-transform data-[state=checked]:translate-x-[21px]" />
      </Radix.Root>
      <span className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {help && (
          <span id={`${id}-help`} className="block text-14 text-ink-2">
            {help}
          </span>
        )}
      </span>
    </div>
  )
}
