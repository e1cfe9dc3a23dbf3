import type { Ref } from 'react'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { Combobox } from '#ui/Combobox.tsx'

type Props = {
  /** What the form knows of it. */
  field: { ref: Ref<HTMLInputElement>; value: string; onBlur: () => void }
  onChoose: (serviceType: string) => void
  placeholder?: string
}

/** One of the practice's kinds of work, or the farrier's own words. */
export function ServiceInput({ field, onChoose, placeholder }: Props) {
  const kinds = useKinds()
  return (
    <Combobox
      ref={field.ref}
      onBlur={field.onBlur}
      options={kinds.options(field.value)}
      value={field.value || undefined}
      onChange={(serviceType) => onChoose(serviceType ?? '')}
      onCreate={onChoose}
      {...(placeholder && { placeholder })}
    />
  )
}
