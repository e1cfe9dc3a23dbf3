import { Dexie } from 'dexie'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { FirstFetch } from '#app/frame/FirstFetch.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { setCurrentStore } from '#platform/web/sync/current.ts'
import { noteReach } from '#platform/web/sync/reach.ts'
import { type Store, writeMeta } from '#platform/web/sync/store.ts'
import { openTestStore } from '#testing/browser/open-store.ts'

let store: Store
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(async () => {
  noteReach(true)
  setCurrentStore(undefined)
  await store.delete()
})

const copyHas = (got: number) =>
  writeMeta(store, 'cursor', {
    ...{ epoch: uuidv7(), view: uuidv7(), cursor: 9, isComplete: got === 10 },
    first: got === 10 ? undefined : { whole: [], before: {}, got, total: 10 },
  })

test('what is typed while the copy is fetched stays when it is whole', async () => {
  await copyHas(3)
  const screen = await render(
    <FirstFetch>
      <input aria-label="Notes" />
    </FirstFetch>,
  )
  await expect.element(screen.getByText('Fetching the rest: 30%')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Notes' }).fill('Kicks')
  await copyHas(10)
  await expect.element(screen.getByText(/^Fetching the rest/)).not.toBeInTheDocument()
  await expect.element(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('Kicks')
  await expect.element(screen.getByRole('textbox', { name: 'Notes' })).toHaveFocus()
})

let mounts = 0
function Screen() {
  useEffect(() => {
    mounts++
  }, [])
  return <h1>Today</h1>
}

test('what is on the device keeps its place when the signal goes while its copy is still being read', async () => {
  await copyHas(10)
  let release = () => {}
  const slow = new Promise<void>((done) => {
    release = done
  })
  const held = store.transaction('rw', [store.queue, store.meta], () => Dexie.waitFor(slow))
  const screen = await render(
    <FirstFetch>
      <Screen />
    </FirstFetch>,
  )
  noteReach(false)
  await expect.element(screen.getByRole('heading')).toHaveTextContent('Today')
  release()
  await held
  await copyHas(3)
  await expect.element(screen.getByText(/^Not all of your practice/)).toBeVisible()
  expect(mounts).toBe(1)
})
