import { capability } from '#platform/web/device/device.ts'

/** What is nobody's any more must not be called: its push service says so to the server, which forgets it. */
export const callNoMore = capability('callNoMore', async () => {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
})
