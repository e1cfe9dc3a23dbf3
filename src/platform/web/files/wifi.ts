import { networkKind, onNetworkChange } from '#platform/web/device/network.ts'

const KEPT = 'pritchel.wifiOnly'
const PAID_BY_SIZE = new Set(['cellular', 'wimax'])

const listeners = new Set<() => void>()

/** Whether this device reports its type of network; without that there is no choice to offer. */
export const canDetectWifi = (): boolean => networkKind() !== undefined

/** Whether files wait for Wi-Fi on this device. */
export const isWifiOnly = (): boolean => typeof localStorage !== 'undefined' && localStorage.getItem(KEPT) === 'yes'

/** Has files wait for Wi-Fi on this device, or not. */
export function setWifiOnly(isOnly: boolean) {
  if (isOnly) localStorage.setItem(KEPT, 'yes')
  else localStorage.removeItem(KEPT)
  for (const listener of listeners) listener()
}

/** Whether files may go over the network of this moment. */
export const mayUseNetwork = (): boolean => !isWifiOnly() || !PAID_BY_SIZE.has(networkKind() ?? '')

/** Calls back when the network or the choice changes; returns a function that stops it. */
export function onNetwork(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onNetworkChange(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}
