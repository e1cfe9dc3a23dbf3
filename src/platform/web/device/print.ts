import { capability } from '#platform/web/device/device.ts'

/** Prints the screen as it is now, on a printer the person chooses. */
export const printPage = capability('printPage', () => window.print())
