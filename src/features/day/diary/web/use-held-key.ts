import { useEffect, useState } from 'react'

/** Whether a key is down, while `isWanted`. */
export function useHeldKey(key: string, isWanted: boolean): boolean {
  const [isDown, setIsDown] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const watch = (event: KeyboardEvent | MouseEvent) => setIsDown(event.getModifierState(key))
    const events = ['keydown', 'keyup', 'mousemove'] as const
    for (const name of events) window.addEventListener(name, watch, true)
    return () => {
      for (const name of events) window.removeEventListener(name, watch, true)
      setIsDown(false)
    }
  }, [key, isWanted])
  return isDown
}
