import { capability } from '#platform/web/device/device.ts'

/** As short as can be felt through a glove. */
const SHAKE_MS = 60

/** Vibrates the device once, where it can: a voice was recognised or something done without a look at the screen. */
export const shake = capability('shake', () => void navigator.vibrate?.(SHAKE_MS))
