import { useSyncExternalStore } from 'react'
import { cx } from '#ui/cx.ts'

/** Spec §2 Status strips. */
const VERSION = 'v1.0.0'

type Hints = { model?: string; getHighEntropyValues?: (hints: string[]) => Promise<{ model?: string }> }
type Connection = EventTarget & { type?: string; effectiveType?: string }
type Known = Navigator & { userAgentData?: Hints; connection?: Connection; standalone?: boolean }

let model = ''

/** Spec §2 Mobile status strip: platform, device model, connection, Native where the app is a shell of its own, and the version. */
export function DeviceStrip({ isOnline, className }: { isOnline: boolean; className?: string }) {
  const connection = useSyncExternalStore(onConnection, connectionWords)
  useSyncExternalStore(onModel, () => model)
  const parts = [platformOf(navigator.userAgent), model, isOnline ? connection : 'Offline', shellWord(), VERSION]
  return <p className={cx('text-14 text-ink-2', className)}>{parts.filter(Boolean).join(' · ')}</p>
}

/** `iOS`, `Android` or `Mobile`; a desktop is called what it is. */
function platformOf(userAgent: string): string {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'iOS'
  if (/Android/.test(userAgent)) return 'Android'
  return /Mobi/.test(userAgent) ? 'Mobile' : 'Desktop'
}

const TYPES: Record<string, string> = { wifi: 'Wi-Fi', cellular: 'Mobile data', ethernet: 'Cable' }

/** How it is connected as far as the browser says, else that it is. */
const connectionWords = (): string => TYPES[(navigator as Known).connection?.type ?? ''] ?? 'Online'

/** The app as a shell of its own says so; installed from the browser it is not one. */
function shellWord(): string {
  if ('Capacitor' in window) return 'Native'
  const isInstalled = matchMedia('(display-mode: standalone)').matches || (navigator as Known).standalone === true
  return isInstalled ? 'Installed' : ''
}

function onConnection(changed: () => void) {
  const { connection } = navigator as Known
  connection?.addEventListener('change', changed)
  return () => connection?.removeEventListener('change', changed)
}

/* Told only by some browsers, and only when asked. */
function onModel(changed: () => void) {
  const { userAgentData } = navigator as Known
  void userAgentData
    ?.getHighEntropyValues?.(['model'])
    .then((hints) => {
      if (!hints.model || hints.model === model) return
      model = hints.model
      changed()
    })
    .catch(() => undefined)
  return () => undefined
}
