import { useSyncExternalStore } from 'react'
import { isOnNetwork, onNetworkChange } from '#platform/web/device/network.ts'

/** Whether this device has some network, as it is now. */
export const useIsOnNetwork = (): boolean => useSyncExternalStore(onNetworkChange, isOnNetwork)
