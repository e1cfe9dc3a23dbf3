import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { createContext, type ReactElement, type ReactNode, use, useRef } from 'react'
import { cx } from '#ui/cx.ts'

type Later = { current: (() => void) | undefined }
const ChosenContext = createContext<Later>({ current: undefined })

const ITEM =
  'flex min-h-12 w-full items-center gap-3 rounded-md px-3 text-left no-underline outline-none select-none md:min-h-10 ' +
  'data-highlighted:bg-sunken data-disabled:text-ink-2'

type Props = {
  trigger: ReactElement
  label: string
  align?: 'start' | 'end'
  header?: ReactNode
  /** Open at once: for a menu that is loaded when its button is first pressed. */
  defaultOpen?: boolean
  children: ReactNode
}

/* No portal: the list stays in its landmark, which a screen reader can then name. */
/** A list of actions or places under a button. What an item does is done after the menu has closed and given the focus back. */
export function DropdownMenu({ trigger, label, align = 'end', header, defaultOpen = false, children }: Props) {
  const chosen = useRef<(() => void) | undefined>(undefined)
  const runChosen = () => {
    const run = chosen.current
    chosen.current = undefined
    if (run) queueMicrotask(run)
  }
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        aria-label={label}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        onCloseAutoFocus={runChosen}
        className="z-50 min-w-56 max-w-[calc(100vw-16px)] animate-pop rounded-xl border border-line bg-surface p-1 text-ink shadow-pop"
      >
        {header && <div className="px-3 py-2">{header}</div>}
        <ChosenContext value={chosen}>{children}</ChosenContext>
      </Radix.Content>
    </Radix.Root>
  )
}

type ItemProps = { icon?: LucideIcon; onSelect: () => void; disabled?: boolean; danger?: boolean; children: ReactNode }

/** One action. */
export function MenuItem({ icon: Icon, onSelect, disabled = false, danger = false, children }: ItemProps) {
  const chosen = use(ChosenContext)
  const select = () => {
    chosen.current = onSelect
  }
  return (
    <Radix.Item disabled={disabled} onSelect={select} className={cx(ITEM, danger && 'text-flag-ink')}>
      {Icon && <Icon size={20} aria-hidden className="shrink-0" />}
      {children}
    </Radix.Item>
  )
}

/** One place: `children` is the link element (an `a` or wouter's `Link`). */
export const MenuLink = ({ children }: { children: ReactElement }) => (
  <Radix.Item asChild className={ITEM}>
    {children}
  </Radix.Item>
)

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; options: readonly { value: string; label: string }[] }

/** One of a few, with a tick at what holds; the menu stays open. */
export const MenuChoice = ({ label, value, onChange, options }: ChoiceProps) => (
  <Radix.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
    <Radix.Label className="px-3 pt-2 pb-1 text-14 text-ink-2">{label}</Radix.Label>
    {options.map((option) => (
      <Radix.RadioItem key={option.value} value={option.value} onSelect={(event) => event.preventDefault()} className={ITEM}>
        <span className="flex-1">{option.label}</span>
        <Radix.ItemIndicator>
          <Check size={18} aria-hidden />
        </Radix.ItemIndicator>
      </Radix.RadioItem>
    ))}
  </Radix.RadioGroup>
)

/** A hairline between groups. */
export const MenuSeparator = () => <Radix.Separator className="mx-1 my-1 h-px bg-line" />
