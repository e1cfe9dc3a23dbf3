import { capability } from '#platform/web/device/device.ts'

/** Puts words where a person can paste them from. @throws where the device does not let them be copied */
export const copyText = capability('copyText', (text) => navigator.clipboard.writeText(text))
