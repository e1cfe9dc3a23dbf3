import { Check, type LucideIcon } from 'lucide-react'
import { cloneElement, lazy, type MouseEvent, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { type DropdownMenuProps, useMenuParts } from '#ui/menu-parts.ts'

/* The code that opens a menu is a quarter of a first load, and is not needed before the first menu opens. */
const loadMenu = () => import('#ui/OpenMenu.tsx').then((module) => ({ default: module.OpenMenu }))
const OpenMenu = lazy(loadMenu)

const ITEM =
  'flex min-h-12 w-full items-center gap-3 rounded-md px-3 text-left no-underline outline-none select-none md:min-h-10 ' +
  'data-highlighted:bg-sunken data-disabled:text-ink-2'

/** A list of actions or places under a button. What an item does is done after the menu has closed and given the focus back. */
export function DropdownMenu(props: DropdownMenuProps) {
  const [opened, setOpened] = useState<'byKeys' | 'byPointer'>()
  const preload = () => void loadMenu()
  const button = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: ({ detail }: MouseEvent) => setOpened(detail === 0 ? 'byKeys' : 'byPointer'),
    onPointerEnter: preload,
    onFocus: preload,
  })
  return <Suspense fallback={button}>{opened ? <OpenMenu {...props} byKeys={opened === 'byKeys'} /> : button}</Suspense>
}

type ItemProps = { icon?: LucideIcon; onSelect: () => void; disabled?: boolean; danger?: boolean; children: ReactNode }

/** One action. */
export function MenuItem({ icon: Icon, onSelect, disabled = false, danger = false, children }: ItemProps) {
  const { radix, choose } = useMenuParts()
  return (
    <radix.Item disabled={disabled} onSelect={() => choose(onSelect)} className={cx(ITEM, danger && 'text-flag-ink')}>
      {Icon && <Icon size={20} aria-hidden className="shrink-0" />}
      {children}
    </radix.Item>
  )
}

/** One place: `children` is the link element (an `a` or wouter's `Link`). */
export function MenuLink({ children }: { children: ReactElement }) {
  const { radix } = useMenuParts()
  return (
    <radix.Item asChild className={ITEM}>
      {children}
    </radix.Item>
  )
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; options: readonly { value: string; label: string }[] }

/** One of a few, with a tick at what holds; the menu stays open. */
export function MenuChoice({ label, value, onChange, options }: ChoiceProps) {
  const { radix } = useMenuParts()
  return (
    <radix.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      <radix.Label className="px-3 pt-2 pb-1 text-14 text-ink-2">{label}</radix.Label>
      {options.map((option) => (
        <radix.RadioItem key={option.value} value={option.value} onSelect={(event) => event.preventDefault()} className={ITEM}>
          <span className="flex-1">{option.label}</span>
          <radix.ItemIndicator>
            <Check size={18} aria-hidden />
          </radix.ItemIndicator>
        </radix.RadioItem>
      ))}
    </radix.RadioGroup>
  )
}

/** A hairline between groups. */
export function MenuSeparator() {
  const { radix } = useMenuParts()
  return <radix.Separator className="mx-1 my-1 h-px bg-line" />
}
