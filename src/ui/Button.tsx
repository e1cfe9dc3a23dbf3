import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonLook, buttonClass } from '#ui/button-style.ts'
import { Spinner } from '#ui/Spinner.tsx'

type Props = ComponentProps<'button'> & ButtonLook & { icon?: LucideIcon; busy?: boolean; busyLabel?: string }

/**
 * One action. `primary` once in a view. While `busy` it keeps its place and the focus, and does nothing more.
 * `size="icon"` needs an `aria-label`.
 */
export function Button({ variant, size, block, className, icon: Icon, busy = false, busyLabel, children, onClick, ...rest }: Props) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(block && { block }), className }
  const click = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event))
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look)}
      onClick={click}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
    >
      {busy ? <Spinner /> : Icon && <Icon size={20} aria-hidden className="shrink-0" />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}
