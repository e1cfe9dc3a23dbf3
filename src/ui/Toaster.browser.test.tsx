import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast, TOAST_DURATION_MS, TOAST_REMOVE_AFTER_MS, toast } from '#ui/toast-store.ts'
import '#ui/styles.css'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  for (const each of currentToasts()) dismissToast(each.id)
  vi.advanceTimersByTime(TOAST_REMOVE_AFTER_MS)
  vi.useRealTimers()
})

const newest = () => currentToasts().at(-1)
const shown = () => [...document.querySelectorAll('li[data-state=open]')].map((each) => each.textContent)

test('shows only the newest of several', async () => {
  const screen = await render(<Toaster />)
  toast({ title: 'Call Advanced' })
  toast({ title: 'Call Completed', description: 'The call has been marked as complete.' })
  await expect.element(screen.getByText('The call has been marked as complete.').first()).toBeVisible()
  expect(shown()).toHaveLength(1)
})

test('disappears automatically after five seconds, not sooner', async () => {
  const screen = await render(<Toaster />)
  toast({ title: 'Client saved' })
  await expect.element(screen.getByRole('button', { name: 'Close' })).toBeVisible()
  vi.advanceTimersByTime(TOAST_DURATION_MS - 1)
  expect(newest()?.isOpen).toBe(true)
  vi.advanceTimersByTime(1)
  expect(newest()?.isOpen).toBe(false)
  expect(TOAST_DURATION_MS).toBe(5000)
})

test('is forgotten a million milliseconds after it was dismissed', () => {
  const { dismiss } = toast({ title: 'Moved' })
  dismiss()
  vi.advanceTimersByTime(999_999)
  expect(newest()?.title).toBe('Moved')
  vi.advanceTimersByTime(1)
  expect(newest()?.title).not.toBe('Moved')
})

test('F8 moves the focus to the notifications', async () => {
  const screen = await render(<Toaster />)
  toast({ title: 'Appointment Moved', action: { label: 'Undo', run: () => undefined } })
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  await userEvent.keyboard('{F8}')
  await expect.element(screen.getByRole('list')).toHaveFocus()
})

test('Undo runs what it promises and closes the toast', async () => {
  const undone = vi.fn()
  const screen = await render(<Toaster />)
  toast({ title: 'Appointment Moved', action: { label: 'Undo', run: undone } })
  await screen.getByRole('button', { name: 'Undo' }).click()
  expect(undone).toHaveBeenCalledOnce()
  expect(newest()?.isOpen).toBe(false)
})

test('a swipe of 50 px to the right dismisses it, 49 does not', async () => {
  await render(<Toaster />)
  toast({ title: 'Swipe me' })
  await expect.poll(shown).toHaveLength(1)
  const card = document.querySelector('li[data-state=open]') as HTMLElement
  swipe(card, 49)
  expect(newest()?.isOpen).toBe(true)
  swipe(card, 51)
  expect(newest()?.isOpen).toBe(false)
})

function swipe(card: HTMLElement, distance: number) {
  const at = (type: string, x: number) =>
    card.dispatchEvent(
      new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, pointerType: 'touch', button: 0, clientX: x, clientY: 10 }),
    )
  card.setPointerCapture = () => undefined
  at('pointerdown', 0)
  at('pointermove', 12)
  at('pointermove', distance)
  at('pointerup', distance)
}

test('lies on no button, wherever one stands at its usual place', async () => {
  const screen = await render(<OverButtons />)
  toast({ title: 'Biscuit done', description: 'Saved as work.' })
  const news = screen.getByText('Biscuit done').first()
  await expect.element(news).toBeVisible()
  await expect.poll(() => touched(news.element().closest('ol'))).toEqual([])
})

const FOOT = { position: 'fixed', left: 0, right: 0, height: 56 } as const

/* Two buttons at the foot of the window, one above the other, where a toast would lie. */
const OverButtons = () => (
  <>
    <button type="button" style={{ ...FOOT, bottom: 0 }}>
      Next horse
    </button>
    <button type="button" style={{ ...FOOT, bottom: 64 }}>
      Done
    </button>
    <Toaster />
  </>
)

function touched(list: Element | null) {
  const box = list?.getBoundingClientRect()
  if (!list || !box || box.height === 0) return ['no toast']
  return [...document.querySelectorAll('button')]
    .filter((each) => !list.contains(each))
    .filter((each) => each.getBoundingClientRect().bottom > box.top && each.getBoundingClientRect().top < box.bottom)
    .map((each) => each.textContent)
}
