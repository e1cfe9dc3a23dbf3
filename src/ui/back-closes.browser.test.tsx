import { type ReactNode, useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '#ui/Button.tsx'
import { startLayers, useBackCloses } from '#ui/back-closes.ts'
import { FullScreen } from '#ui/FullScreen.tsx'
import { Popover } from '#ui/Popover.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import '#ui/styles.css'

beforeAll(startLayers)

function Menu({ isOpen }: { isOpen: boolean }) {
  useBackCloses(isOpen, () => {})
  return null
}
const isAt = (place: string) => expect.poll(() => location.search).toBe(`?at=${place}`)

test('after a link out of a menu Back leads to the page it lay over, and Forward on again', async () => {
  const before = location.href
  history.replaceState(null, '', '?at=list')
  const { rerender } = await render(<Menu isOpen />)
  history.pushState(null, '', '?at=horse')
  await rerender(<Menu isOpen={false} />)
  history.back()
  await isAt('list')
  history.forward()
  await isAt('horse')
  // Nothing goes back over it a moment later.
  await new Promise((resolve) => setTimeout(resolve, 200))
  await isAt('horse')
  history.replaceState(null, '', before)
})

function ASheet() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Look</Button>
      <Sheet open={isOpen} onOpenChange={setOpen} title="Merlin">
        Bay
      </Sheet>
    </>
  )
}

const APopover = () => (
  <Popover label="Merlin" trigger={<Button>Look</Button>}>
    Bay
  </Popover>
)

function AFullScreen() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Look</Button>
      {isOpen && (
        <FullScreen title="Merlin" subtitle="Bay" onClose={() => setOpen(false)}>
          Bay
        </FullScreen>
      )}
    </>
  )
}

const LAYERS = [
  ['a sheet', ASheet],
  ['a popover', APopover],
  ['a full screen', AFullScreen],
] as const

/** Opens it over a horse that was reached from a list. */
async function openOver(Layer: () => ReactNode) {
  const before = location.href
  history.replaceState(null, '', '?at=list')
  history.pushState(null, '', '?at=horse')
  const screen = await render(<Layer />)
  await screen.getByRole('button', { name: 'Look' }).click()
  const layer = screen.getByRole('dialog', { name: 'Merlin' })
  await expect.element(layer).toBeVisible()
  return { layer, restore: () => history.replaceState(null, '', before) }
}

test.each(LAYERS)('Back closes %s, and only then leaves the screen', async (_, Layer) => {
  const { layer, restore } = await openOver(Layer)
  history.back()
  await expect.element(layer).not.toBeInTheDocument()
  await isAt('horse')
  history.back()
  await isAt('list')
  restore()
})

test.each(LAYERS)('once %s was closed by Escape, Back leaves the screen', async (_, Layer) => {
  const { layer, restore } = await openOver(Layer)
  expect(history.state.layers).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(layer).not.toBeInTheDocument()
  await expect.poll(() => history.state?.layers ?? 0).toBe(0)
  await isAt('horse')
  history.back()
  await isAt('list')
  restore()
})

test('a popover opened by looking, and a full screen the address names, are no step back', async () => {
  const { rerender } = await render(
    <Popover open takesFocus={false} label="Merlin" trigger={<Button>Look</Button>}>
      Bay
    </Popover>,
  )
  expect(history.state?.layers ?? 0).toBe(0)
  await rerender(
    <FullScreen isPlace title="Merlin" subtitle="Bay" onClose={() => {}}>
      Bay
    </FullScreen>,
  )
  expect(history.state?.layers ?? 0).toBe(0)
})
