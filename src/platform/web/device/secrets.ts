import { capability } from '#platform/web/device/device.ts'

/** Where this device keeps a secret; null: nowhere. A browser has no such place: its session is a cookie that no script can read. */
export const secretStore = capability('secretStore', () => null)
