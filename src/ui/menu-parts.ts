import type { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, createContext, type ReactElement, type ReactNode, use } from 'react'

export type DropdownMenuProps = {
  /** A button; it gets what a menu's button must say and do. */
  trigger: ReactElement<ComponentProps<'button'>>
  label: string
  align?: 'start' | 'end'
  header?: ReactNode
  children: ReactNode
}

type Parts = {
  radix: Pick<typeof Radix, 'Item' | 'RadioGroup' | 'RadioItem' | 'ItemIndicator' | 'Label' | 'Separator'>
  /** What to do once the menu has closed. */
  choose: (run: () => void) => void
}

/** Given by an open menu to what is in it, so that a menu's items can be named before the menu's machinery is loaded. */
export const MenuParts = createContext<Parts | undefined>(undefined)

/** @throws Error outside a DropdownMenu */
export function useMenuParts(): Parts {
  const parts = use(MenuParts)
  if (!parts) throw new Error('A menu item stands outside a DropdownMenu')
  return parts
}
