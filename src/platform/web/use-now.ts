import { useSyncExternalStore } from 'react'
import { currentMs } from '#lib/clock.ts'

const MINUTE = 60_000

/** The time, in milliseconds of whole minutes; changes with each, and at once when a phone wakes. */
export const useNow = (): number => useSyncExternalStore(listen, () => Math.floor(currentMs() / MINUTE) * MINUTE)

function listen(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE / 4)
  document.addEventListener('visibilitychange', changed)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', changed)
  }
}
