import { capability } from '#platform/web/device/device.ts'

/** Keeps the screen on, where the device can, until the returned function is called; switching to another app in between ends nothing. */
export const keepAwake = capability('keepAwake', () => {
  let sentinel: WakeLockSentinel | undefined
  let isWanted = true
  const requestLock = async () => {
    if (document.visibilityState !== 'visible') return
    const got = await navigator.wakeLock?.request('screen').catch(() => undefined)
    if (isWanted) sentinel = got
    else void got?.release()
  }
  const again = () => void requestLock()
  document.addEventListener('visibilitychange', again)
  void requestLock()
  return () => {
    isWanted = false
    document.removeEventListener('visibilitychange', again)
    void sentinel?.release().catch(() => undefined)
  }
})
