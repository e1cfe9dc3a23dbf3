import { useEffect, useState } from 'react'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { drawBeforeAfter } from '#features/evidence/files/web/draw-before-after.ts'
import { usePhoto } from '#features/evidence/files/web/use-photo.ts'

type Drawn = { picture: Blob; url: string }

/** The picture made of two photos; undefined while it is made, null when one of them is not to be had now. */
export function useBeforeAfter(before: KnownFile | undefined, after: KnownFile | undefined): Drawn | null | undefined {
  const [was, is] = [usePhoto(before, 'picture'), usePhoto(after, 'picture')]
  const [drawn, show] = useState<Drawn | null>()
  useEffect(() => {
    show(was === null || is === null ? null : undefined)
    if (!was || !is) return
    let [isGone, url]: [boolean, string | undefined] = [false, undefined]
    void drawBeforeAfter(was, is).then((picture) => {
      if (isGone) return
      url = picture && URL.createObjectURL(picture)
      show(picture && url ? { picture, url } : null)
    })
    return () => {
      isGone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [was, is])
  return before && after ? drawn : undefined
}
