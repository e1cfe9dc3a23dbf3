import { capability } from '#platform/web/device/device.ts'

/** Network Information, which not every browser has and TypeScript's library doesn't know. */
type Connection = EventTarget & { type?: string }

/** The page's network interface: typed here, because code shared with tests outside a browser uses it too. */
type Page = EventTarget & { navigator?: { onLine: boolean; connection?: Connection } }

const page = globalThis as unknown as Page
const connection = () => page.navigator?.connection

/** Whether there is some network; whether it leads to the server is decided in `sync/reach.ts`. */
export const isOnNetwork = capability('isOnNetwork', () => page.navigator?.onLine ?? true)

/** `wifi`, `cellular`, `ethernet` or another of the standard's words; undefined where the device doesn't report it. */
export const networkKind = capability('networkKind', () => connection()?.type)

/** Calls back when either changes; returns a function that stops it. */
export const onNetworkChange = capability('onNetworkChange', (changed) => {
  page.addEventListener('online', changed)
  page.addEventListener('offline', changed)
  connection()?.addEventListener('change', changed)
  return () => {
    page.removeEventListener('online', changed)
    page.removeEventListener('offline', changed)
    connection()?.removeEventListener('change', changed)
  }
})
