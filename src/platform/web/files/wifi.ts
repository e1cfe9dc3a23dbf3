/** Network Information, which not every browser has and TypeScript's library doesn't know. */
type Connection = EventTarget & { type?: string }

const KEPT = 'pritchel.wifiOnly'
const PAID_BY_SIZE = new Set(['cellular', 'wimax'])

const connection = (): Connection | undefined =>
  typeof navigator === 'undefined' ? undefined : (navigator as Navigator & { connection?: Connection }).connection
const listeners = new Set<() => void>()

/** Whether this browser says what network it is on; without it there is no choice to offer. */
export const canTellWifi = (): boolean => connection()?.type !== undefined

/** Whether files wait for Wi-Fi on this device. */
export const isWifiOnly = (): boolean => typeof localStorage !== 'undefined' && localStorage.getItem(KEPT) === 'yes'

/** Has files wait for Wi-Fi on this device, or not. */
export function setWifiOnly(isOnly: boolean) {
  if (isOnly) localStorage.setItem(KEPT, 'yes')
  else localStorage.removeItem(KEPT)
  for (const listener of listeners) listener()
}

/** Whether files may go over the network of this moment. */
export const mayUseNetwork = (): boolean => !isWifiOnly() || !PAID_BY_SIZE.has(connection()?.type ?? '')

/** Calls back when the network or the choice changes; returns how to stop. */
export function onNetwork(listener: () => void): () => void {
  listeners.add(listener)
  connection()?.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    connection()?.removeEventListener('change', listener)
  }
}
