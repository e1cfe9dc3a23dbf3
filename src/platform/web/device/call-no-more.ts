import { capability } from '#platform/web/device/device.ts'

/** An endpoint without an owner must not be called: its push service reports this to the server, which forgets it. */
export const callNoMore = capability('callNoMore', async () => {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
})
