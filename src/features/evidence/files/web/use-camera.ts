import { useEffect, useState, useSyncExternalStore } from 'react'
import { type CameraRefusal, NoCamera, openCamera } from '#platform/web/device/camera.ts'
import type { LiveCamera } from '#platform/web/device/device.ts'

export type CameraState = { at: 'opening' } | { at: 'live'; camera: LiveCamera } | { at: 'refused'; reason: CameraRefusal }

/** The camera while its screen is looked at: it goes off when the screen is left, covered or locked, and on again after. */
export function useCamera() {
  const [state, setState] = useState<CameraState>({ at: 'opening' })
  const [tries, setTries] = useState(0)
  const isSeen = useSyncExternalStore(onSeen, isInSight)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try opens it again
  useEffect(() => {
    if (!isSeen) return
    let camera: LiveCamera | undefined
    let isLeft = false
    const settle = (next: CameraState) => !isLeft && setState(next)
    settle({ at: 'opening' })
    openCamera(() => settle({ at: 'refused', reason: 'taken' })).then(
      (opened) => {
        if (isLeft) return opened.stop()
        camera = opened
        setState({ at: 'live', camera: opened })
      },
      (error: unknown) => settle({ at: 'refused', reason: error instanceof NoCamera ? error.reason : 'unable' }),
    )
    return () => {
      isLeft = true
      camera?.stop()
    }
  }, [isSeen, tries])
  return { state, again: () => setTries((now) => now + 1) }
}

const isInSight = () => document.visibilityState === 'visible'

function onSeen(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
