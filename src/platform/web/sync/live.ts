/** A value from the disk that is kept current while it has listeners; undefined until it was read. */
export type Live<T> = { read: () => T | undefined; listen: (changed: () => void) => () => void }
export type Stop = () => void

/** One watch for all who listen. It goes on for `lingerMs` after the last of them; `close` ends it at once. */
export function liveOf<T>(watch: (publish: (value: T) => void) => Stop, lingerMs: number): Live<T> & { close: () => void } {
  const listeners = new Set<() => void>()
  let value: T | undefined
  let stop: Stop | undefined
  let closing: ReturnType<typeof setTimeout> | undefined
  const publish = (next: T) => {
    value = next
    for (const listener of listeners) listener()
  }
  const close = () => {
    clearTimeout(closing)
    stop?.()
    stop = undefined
    value = undefined
  }
  return {
    close,
    read: () => value,
    listen(changed) {
      clearTimeout(closing)
      listeners.add(changed)
      stop ??= watch(publish)
      return () => {
        listeners.delete(changed)
        if (!listeners.size) closing = setTimeout(close, lingerMs)
      }
    },
  }
}

/** A read that fails has no screen to show it; the window's own handler receives the error. One that a closing copy cut short goes unreported. */
export function reportLater(error: unknown): void {
  if (error instanceof Error && error.name === 'DatabaseClosedError') return
  queueMicrotask(() => Promise.reject(error))
}
