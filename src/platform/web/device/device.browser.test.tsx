import { createRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { TextActionsPanel } from '#features/core/notices/web/TextActionsPanel.tsx'
import { DeviceStrip } from '#features/office/attention/web/DeviceStrip.tsx'
import { showBadge } from '#platform/web/device/badge.ts'
import { type Device, putAdapter } from '#platform/web/device/device.ts'
import { PhotoInput } from '#platform/web/device/PhotoInput.tsx'
import { secretStore } from '#platform/web/device/secrets.ts'
import { shake } from '#platform/web/device/shake.ts'

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

test('what the shell leaves out stays the browser’s', async () => {
  inShell({ aboutDevice: () => ({ platform: 'Android', model: 'Pixel 9', home: 'shell' }) })
  const strip = await render(<DeviceStrip isOnline />)
  await expect.element(strip.getByText(/^Android · Pixel 9 · .* · Native · v1\.0\.0$/)).toBeVisible()
  const screen = await texts()
  const whatsApp = screen.getByRole('menuitem', { name: 'WhatsApp' })
  await expect.element(whatsApp).toHaveAttribute('href', 'https://wa.me/447700900118?text=On%20my%20way')
  await expect.element(whatsApp).toHaveAttribute('target', '_blank')
})

test('photos come from the shell’s camera, else from what the browser has chosen', async () => {
  const photo = new File(['x'], 'Near fore.jpg', { type: 'image/jpeg' })
  const input = createRef<HTMLInputElement>()
  const onPick = vi.fn()
  await render(<PhotoInput ref={input} label="Photo" onPick={onPick} />)
  const isLeftToBrowser = () => input.current?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  inShell({ photoApp: () => ({ take: async () => [photo] }) })
  expect(isLeftToBrowser()).toBe(false)
  await expect.poll(() => onPick.mock.calls).toEqual([[[photo]]])
  takeOut?.()
  input.current?.addEventListener('click', (event) => event.preventDefault(), { once: true })
  isLeftToBrowser()
  expect(onPick).toHaveBeenCalledOnce()
})

test('a browser shakes and marks its icon as it can, and has no place for a secret', async () => {
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true)
  const mark = vi.spyOn(navigator, 'setAppBadge').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  shake()
  await showBadge(3)
  expect(vibrate).toHaveBeenCalledOnce()
  expect(mark).toHaveBeenCalledWith(3)
  expect(secretStore()).toBeNull()
})
