import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'
import { cx } from '#ui/cx.ts'

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined; 'aria-required': true | undefined }
const FieldContext = createContext<Wiring | undefined>(undefined)

type Props = {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  required?: boolean
  optional?: boolean
  className?: string
  children: ReactNode
}

/**
 * A label above one control, help under it, and after a failed attempt what is wrong, in words. The control inside is wired automatically.
 */
export function Field({ label, help, error, required = false, optional = false, className, children }: Props) {
  const id = useId()
  const wiring: Wiring = {
    id,
    'aria-describedby': error ? `${id}-error` : help ? `${id}-help` : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  }
  return (
    <div className={cx('grid min-w-0 content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-14 font-medium">
        {label}
        {optional && <span className="font-normal text-ink-2"> optional</span>}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : help && <FieldHelp id={`${id}-help`}>{help}</FieldHelp>}
    </div>
  )
}

/** The props the Field around has for its control: spread them on the element that takes the focus. Empty outside a Field. */
export const useField = (): Partial<Wiring> => use(FieldContext) ?? {}

/** What is wrong with a control, under it; named by the control's `aria-describedby`. */
export const FieldError = ({ id, children }: { id: string; children: string }) => (
  <p id={id} className="flex items-start gap-1.5 text-14 font-medium text-flag-ink">
    <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
    <span>{children}</span>
  </p>
)

const FieldHelp = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="text-14 text-ink-2">
    {children}
  </p>
)

type SetProps = { legend: ReactNode; error?: string | undefined; className?: string; children: ReactNode }

/** Several controls under one name: feet, working days, AM or PM. */
export function FieldSet({ legend, error, className, children }: SetProps) {
  const id = useId()
  return (
    <fieldset className={cx('grid min-w-0 gap-1.5', className)} {...(error && { 'aria-describedby': id })}>
      <legend className="mb-1.5 text-14 font-medium">{legend}</legend>
      {children}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}
