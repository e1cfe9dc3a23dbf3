import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '#ui/Button.tsx'
import { DropdownMenu, MenuItem } from '#ui/DropdownMenu.tsx'
import '#ui/styles.css'

const menu = (onText: () => void) => (
  <DropdownMenu label="Send this" trigger={<Button>Send</Button>}>
    <MenuItem disabled onSelect={() => undefined}>
      E-mail
    </MenuItem>
    <MenuItem onSelect={onText}>Text</MenuItem>
  </DropdownMenu>
)

test('opened by a key it starts at its first item, the first time too', async () => {
  let texts = 0
  const screen = await render(menu(() => texts++))
  for (const time of [1, 2]) {
    ;(screen.getByRole('button', { name: 'Send' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('menuitem', { name: 'Text' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => texts).toBe(time)
  }
})

test('opened by a press it highlights nothing', async () => {
  const screen = await render(menu(() => undefined))
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByRole('menu')).toHaveFocus()
})
