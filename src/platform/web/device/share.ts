import { capability } from '#platform/web/device/device.ts'

/** Whether this device can share things with any app the person chooses. */
export const canShare = capability('canShare', () => 'share' in navigator)

/** Has the person choose an app for words or a link; false: it was closed without choosing. */
export const share = capability('share', (what) =>
  navigator.share(what).then(
    () => true,
    () => false,
  ),
)
