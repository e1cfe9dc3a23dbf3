import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { PendingMark, RowMark } from '#ui/PendingMark.tsx'
import { SyncNote } from '#ui/SyncNote.tsx'
import '#ui/styles.css'

afterEach(() => {
  vi.useRealTimers()
})

const colourOf = (element: Element) => getComputedStyle(element).color
const markOf = (standing: { isPending?: boolean; needsAttention?: boolean }) => (
  <PendingMark isPending={false} needsAttention={false} {...standing} />
)

test('a record has a cloud while it waits, and for a moment a tick once the server has it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const screen = await render(markOf({ isPending: true }))
  await expect.element(screen.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  await screen.rerender(markOf({}))
  await expect.element(screen.getByRole('img', { name: 'Saved' })).toBeVisible()
  vi.advanceTimersByTime(4000)
  await expect.element(screen.getByRole('img')).not.toBeInTheDocument()
})

test('a record that is saved already, or was only opened, has no mark', async () => {
  const screen = await render(markOf({}))
  expect(screen.getByRole('img').elements()).toEqual([])
})

test('a change that needs a decision has an amber dot, even when others wait, with words where there is room', async () => {
  const screen = await render(markOf({ isPending: true, needsAttention: true }))
  const dot = screen.getByRole('img', { name: 'For you to decide' })
  await expect.element(dot).toBeVisible()
  const probe = await render(<span className="text-due-ink">amber</span>)
  expect(colourOf(dot.element())).toBe(colourOf(probe.getByText('amber').element()))
  await screen.rerender(<PendingMark isPending needsAttention wordy />)
  await expect.element(screen.getByText('to decide')).toBeVisible()
})

test('a row of several records shows the worst of them', async () => {
  const screen = await render(<RowMark of={[{ isPending: true, needsAttention: false }, { isPending: false, needsAttention: true }, {}]} />)
  await expect.element(screen.getByRole('img', { name: 'For you to decide' })).toBeVisible()
})

test('an opened record shows its status, and leads to where it is decided', async () => {
  const screen = await render(<SyncNote isPending needsAttention={false} href="/offline?record=clients/1" />)
  await expect.element(screen.getByText('Saved on this device, waiting to be sent.')).toBeVisible()
  await screen.rerender(<SyncNote isPending needsAttention href="/offline?record=clients/1" />)
  await expect.element(screen.getByRole('link', { name: 'Decide what to keep' })).toHaveAttribute('href', '/offline?record=clients/1')
})
