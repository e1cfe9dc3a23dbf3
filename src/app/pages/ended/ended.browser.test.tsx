import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { EndedPage } from '#app/pages/ended/EndedPage.tsx'
import { LockedNotes } from '#features/office/attention/web/LockedNotes.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { keptQueueEndpoints } from '#lib/kept-queue.ts'
import { forgetCopy, hasKept } from '#platform/web/session/forget-copy.ts'
import { depositKey, keepQueue, restoreKept } from '#platform/web/session/kept-queue.ts'
import { setCurrentStore } from '#platform/web/sync/current.ts'
import { type Owner, Store, writeMeta } from '#platform/web/sync/store.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakeApi, Refusal } from '#testing/browser/fake-api.ts'

let owner: Owner
let store: Store
beforeEach(() => {
  owner = { personId: uuidv7(), practiceId: uuidv7(), deviceId: uuidv7() }
  store = new Store(owner)
})
afterEach(async () => {
  setCurrentStore(undefined)
  store.close()
  await forgetCopy(owner)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const unsent = { changes: 2, files: 0, recordings: 0, forms: 1, ids: ['1', '2', '3'] }
const ended = (why: 'signed_out' | 'dismissed') => render(<EndedPage ended={{ why, owner, unsent }} />)

test('an ended session shows what was not sent, in words that fit how it ended', async () => {
  const screen = await ended('signed_out')
  await expect.element(screen.getByRole('heading', { name: "You're signed out on this device" })).toBeVisible()
  await expect.element(screen.getByText(/^2 changes and 1 unsaved form have not been sent yet\./)).toBeVisible()
  await expect.element(screen.getByText(/^What you keep here is locked/)).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('a browser that cannot lock does not promise to', async () => {
  vi.spyOn(globalThis.crypto, 'subtle', 'get').mockReturnValue(undefined as unknown as SubtleCrypto)
  const screen = await ended('signed_out')
  await expect.element(screen.getByRole('button', { name: 'Save as a file' })).toBeVisible()
  expect(screen.getByText(/Kept here/).query()).toBeNull()
})

test('a file that could not be made shows an error', async () => {
  const screen = await ended('dismissed')
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('no room')
  })
  await screen.getByRole('button', { name: 'Save as a file' }).click()
  await expect.element(screen.getByText("The file couldn't be made. Free some space on this device, then try again.")).toBeVisible()
  expect(screen.getByText(/I have the file/).query()).toBeNull()
})

test('what was kept and cannot be opened is listed with its day, and deleted only when its person confirms twice', async () => {
  fakeApi().on(keptQueueEndpoints.deposit, () => undefined)
  await store.queue.put({ opId: uuidv7() } as never)
  await keepQueue(store, await depositKey(owner))
  const [locked] = await lockedNow()
  await writeMeta(store, 'locked', [{ id: locked ?? '', keptAt: Date.UTC(2026, 10, 24, 9) }])
  setCurrentStore(store)
  const screen = await render(<LockedNotes />)
  await expect.element(screen.getByText("What you kept here on Tue 24 Nov can't be opened")).toBeVisible()
  await screen.getByRole('button', { name: 'Delete it', exact: true }).click()
  expect(await hasKept(owner)).toBe(true)
  await screen.getByRole('button', { name: 'Delete it for good' }).click()
  await expect.element(screen.getByText(/can't be opened/)).not.toBeInTheDocument()
  expect(await lockedNow()).toEqual([])
})

/** As `startSession` finds it, with a server that has no key. */
async function lockedNow() {
  fakeApi().on(keptQueueEndpoints.read, () => {
    throw new Refusal('kept_key_not_found')
  })
  return (await restoreKept(store)).map(({ id }) => id)
}
