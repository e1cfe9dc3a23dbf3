import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

/** The modules as a page has them that has just begun, on a device with a network or without. */
async function begin(isOnNetwork: boolean | undefined) {
  const { putAdapter } = await import('#platform/web/device/device.ts')
  const reaching = await import('#platform/web/sync/reach.ts')
  putAdapter({ isOnNetwork: () => isOnNetwork as boolean })
  return reaching
}

test('before any request the server is out of reach where the device has no network', async () => {
  const { reach } = await begin(false)
  expect(reach()).toEqual({ reachable: false, isCaptive: false })
})

test.each([true, undefined])('before any request it counts as reached where the device reports %s of its network', async (isOnNetwork) => {
  const { reach, reachable } = await begin(isOnNetwork)
  expect(reachable()).toBe(true)
  expect(reach()).toBe(reach())
})

test('listeners are notified when a request contradicts the device’s report', async () => {
  const { noteReach, onReach, reachable } = await begin(false)
  const heard = vi.fn()
  onReach(heard)
  noteReach(false)
  expect(heard).not.toHaveBeenCalled()
  noteReach(true)
  expect(heard).toHaveBeenCalledOnce()
  expect(reachable()).toBe(true)
})
