import { cx } from '#ui/cx.ts'

type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger' | 'ok' | 'forge'
type ButtonSize = 'sm' | 'md' | 'lg' | 'icon' | 'dock'
export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; block?: boolean; className?: string | undefined }

const BASE =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg border text-center no-underline transition-colors select-none ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-2 ' +
  'aria-busy:cursor-progress aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-2'

const VARIANT: Record<ButtonVariant, string> = {
  primary: 'border-ember bg-ember font-bold text-on-ember hover:border-ember-hover hover:bg-ember-hover',
  plain: 'border-line-2 bg-surface font-medium text-ink hover:border-control hover:bg-sunken',
  quiet: 'border-transparent bg-transparent font-medium text-ink hover:bg-sunken disabled:border-transparent! disabled:bg-transparent!',
  danger: 'border-flag bg-surface font-medium text-flag-ink hover:bg-flag-tint',
  ok: 'border-ok-line bg-ok-tint font-medium text-ok-ink hover:border-ok',
  forge: 'border-transparent bg-transparent font-medium text-on-forge hover:bg-forge-2',
}

/* A thumb needs 48 px, a mouse 40; a row of a desktop table 32. */
const SIZE: Record<ButtonSize, string> = {
  sm: 'min-h-12 px-3 text-14 md:min-h-8',
  md: 'min-h-12 px-4 text-16 md:min-h-10',
  lg: 'min-h-14 px-6 text-18',
  icon: 'size-12 p-0 text-16 md:size-10',
  // Its icon over its word.
  dock: 'min-h-12 min-w-0 flex-col gap-0! px-2 py-1 text-14 leading-tight',
}

/** The classes of a button, for the rare element that must look like one and is neither `Button` nor `LinkButton`. */
export const buttonClass = ({ variant = 'plain', size = 'md', block = false, className }: ButtonLook): string =>
  cx(BASE, VARIANT[variant], SIZE[size], block && 'w-full', className)
