import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonLook, buttonClass } from '#ui/button-style.ts'
import { Spinner } from '#ui/Spinner.tsx'
import { useOneAtATime } from '#ui/use-one-at-a-time.ts'

type Props = Omit<ComponentProps<'button'>, 'onClick'> &
  ButtonLook & {
    icon?: LucideIcon
    busy?: boolean
    busyLabel?: string
    /** Returns the promise of what it does, where that takes time: a second press before it settles does nothing. */
    onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
  }

/**
 * One action. `primary` once in a view. While `busy`, or until the promise of its `onClick` settles, it keeps its place and the focus, and does
 * nothing more.
 * `size="icon"` needs an `aria-label`.
 */
export function Button({ variant, size, block, className, icon: Icon, busy = false, busyLabel, children, onClick, ...rest }: Props) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(block && { block }), className }
  const pressed = useOneAtATime()
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || pressed.isBusy) event.preventDefault()
    else pressed.run(() => onClick?.(event))
  }
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look)}
      onClick={click}
      {...((busy || pressed.isBusy) && { 'aria-busy': true })}
      {...(busy && { 'aria-disabled': true })}
    >
      {busy ? <Spinner /> : Icon && <Icon size={20} aria-hidden className="shrink-0" />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}
