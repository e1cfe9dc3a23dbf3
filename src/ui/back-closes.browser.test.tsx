import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { startLayers, useBackCloses } from '#ui/back-closes.ts'

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
