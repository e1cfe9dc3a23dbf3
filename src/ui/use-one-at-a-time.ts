import { useRef, useState } from 'react'

/** Runs one thing at a time: calls are ignored until the promise of the one before has settled. `isBusy`: one has not. */
export function useOneAtATime() {
  const isGoing = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const run = (work: () => unknown) => {
    if (isGoing.current) return
    const done = work()
    if (!(done instanceof Promise)) return
    isGoing.current = true
    setBusy(true)
    void done.finally(() => {
      isGoing.current = false
      setBusy(false)
    })
  }
  return { isBusy, run }
}
