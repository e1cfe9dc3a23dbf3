import { capability } from '#platform/web/device/device.ts'

/** Network Information, which not every browser has and TypeScript's library doesn't know. */
type Connection = EventTarget & { type?: string }

const connection = (): Connection | undefined => (globalThis.navigator as (Navigator & { connection?: Connection }) | undefined)?.connection

/** Whether there is some network; that it leads to the server is another matter (`sync/reach.ts`). */
export const isOnNetwork = capability('isOnNetwork', () => navigator.onLine)

/** `wifi`, `cellular`, `ethernet` or another of the standard's words; undefined where the device doesn't say. */
export const networkKind = capability('networkKind', () => connection()?.type)

/** Calls back when either changes; returns how to stop. */
export const onNetworkChange = capability('onNetworkChange', (changed) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  connection()?.addEventListener('change', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
    connection()?.removeEventListener('change', changed)
  }
})
