import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { TextActionsPanel } from '#features/core/notices/web/TextActionsPanel.tsx'
import { type Device, putAdapter } from '#platform/web/device/device.ts'

let takeOut: (() => void) | undefined
afterEach(() => {
  takeOut?.()
  takeOut = undefined
  vi.restoreAllMocks()
})

/** The app in a shell that does this much itself. */
const inShell = (own: Partial<Device>) => {
  takeOut = putAdapter(own)
}

const texts = async (onOpened = vi.fn()) => {
  const screen = await render(<TextActionsPanel phone="+447700900118" body="On my way" onOpened={onOpened} />)
  await screen.getByRole('button', { name: 'Open in...' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'WhatsApp' })).toBeVisible()
  return screen
}

test('a screen gets what the shell does in place of the browser', async () => {
  const share = vi.fn(async () => true)
  inShell({ canShare: () => true, share, outside: (address) => ({ href: `shell:${address}`, target: 'outside' }) })
  const onOpened = vi.fn()
  const screen = await texts(onOpened)
  const messages = screen.getByRole('menuitem', { name: 'My messages' })
  await expect.element(messages).toHaveAttribute('href', 'shell:sms:+447700900118?body=On%20my%20way')
  await expect.element(messages).toHaveAttribute('target', 'outside')
  await expect.element(screen.getByRole('menuitem', { name: 'WhatsApp' })).toHaveAttribute('target', 'outside')
  await screen.getByRole('menuitem', { name: 'Share' }).click()
  await expect.poll(() => onOpened.mock.calls).toEqual([['share']])
  expect(share).toHaveBeenCalledWith({ text: 'On my way' })
})
