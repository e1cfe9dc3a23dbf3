import { capability } from '#platform/web/device/device.ts'

/** Puts a number on the app's icon where the device shows one; 0 takes it off. */
export const showBadge = capability('showBadge', async (count) => {
  await navigator.setAppBadge?.(count).catch(() => undefined)
})
