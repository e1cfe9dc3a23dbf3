import { useState } from 'react'
import { MOST_GHOST, USUAL_GHOST } from '#features/evidence/files/views.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { usePhoto } from '#features/evidence/files/web/use-photo.ts'

/** How the last photo was seen through stays so for the next one. */
let remembered = { isOn: true, percent: USUAL_GHOST }

/** The last photo as it is laid over the camera's picture; the small one will do where the device has no other. */
export function useGhost(last: KnownFile | undefined) {
  const [large, small] = [usePhoto(last, 'picture'), usePhoto(last, 'thumbnail')]
  const [look, setLook] = useState(remembered)
  const change = (next: Partial<typeof remembered>) => {
    remembered = { ...look, ...next }
    setLook(remembered)
  }
  return {
    ...look,
    most: MOST_GHOST,
    url: large || small || undefined,
    isMissing: large === null && small === null,
    turn: () => change({ isOn: !look.isOn }),
    fade: (percent: number) => change({ percent }),
  }
}

export const Ghost = ({ ghost, className }: { ghost: ReturnType<typeof useGhost>; className: string }) =>
  ghost.isOn ? (
    <img
      src={ghost.url}
      alt="The last photo, laid over"
      className={`${className} pointer-events-none`}
      style={{ opacity: ghost.percent / 100 }}
    />
  ) : null
