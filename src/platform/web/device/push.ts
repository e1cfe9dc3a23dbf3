import { capability } from '#platform/web/device/device.ts'

/** What keeps this device from being called, as a sentence. */
export class CannotCall extends Error {}

/** Whether this device can be called at all; an iPhone's browser only once the app is on its home screen. */
export const canBeCalled = capability(
  'canBeCalled',
  () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
)

/** This device's push endpoint, if it has one; undefined on a device that was never registered. */
export const callAddress = capability('callAddress', async () => {
  if (!canBeCalled()) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription())?.endpoint
})

/**
 * Prompts the person, then registers this device with its push service.
 * @throws CannotCall with what to do about it
 */
export const askToBeCalled = capability('askToBeCalled', async (pushKey) => {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) throw new CannotCall("Pritchel isn't fully on this device yet. Open it again and try once more.")
  if ((await Notification.requestPermission()) !== 'granted')
    throw new CannotCall("Pritchel isn't allowed to show notifications. Allow them in this browser's settings, then try again.")
  // A subscription made for other keys doesn't work.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey }).catch(() => {
    throw new CannotCall("This browser's push service didn't answer. Try again when you have signal.")
  })
  const { endpoint = '', keys = {} } = made.toJSON()
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
})
