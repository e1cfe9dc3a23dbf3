import { useSyncExternalStore } from 'react'
import { aboutDevice, onAboutDevice } from '#platform/web/device/about.ts'
import { networkKind, onNetworkChange } from '#platform/web/device/network.ts'
import { cx } from '#ui/cx.ts'

/** Spec §2 Status strips. */
const VERSION = 'v1.0.0'

const KINDS: Record<string, string> = { wifi: 'Wi-Fi', cellular: 'Mobile data', ethernet: 'Cable' }
const HOMES = { shell: 'Native', installed: 'Installed', tab: '' }

/** Spec §2 Mobile status strip: platform, device model, connection, Native if the app runs in its own shell, and the version. */
export function DeviceStrip({ isOnline, className }: { isOnline: boolean; className?: string }) {
  // The kind of connection if the device reports it, else that it is online.
  const connection = KINDS[useSyncExternalStore(onNetworkChange, networkKind) ?? ''] ?? 'Online'
  useSyncExternalStore(onAboutDevice, () => aboutDevice().model)
  const { platform, model, home } = aboutDevice()
  const parts = [platform, model, isOnline ? connection : 'Offline', HOMES[home], VERSION]
  return <p className={cx('text-14 text-ink-2', className)}>{parts.filter(Boolean).join(' · ')}</p>
}
