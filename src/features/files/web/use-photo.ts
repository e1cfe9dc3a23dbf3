import { useEffect, useState } from 'react'
import type { KnownFile } from '#features/files/web/data.ts'
import { openFile } from '#platform/web/opened-files.ts'

/** What an image of a file is shown from; undefined while it is fetched, null when it can't be had now. */
export function usePhoto(file: KnownFile, size: 'thumbnail' | 'picture'): string | null | undefined {
  const [shown, show] = useState<string | null>()
  const { fileId } = file
  useEffect(() => {
    let url: string | undefined
    let isGone = false
    const small = size === 'thumbnail' ? '/thumbnail?width=280' : '/picture'
    const found = fileId ? openFile(fileId, `/api/objects/${fileId}${small}`) : Promise.reject(new Error('swept'))
    found.then(
      (bytes) => {
        if (isGone) return
        url = URL.createObjectURL(bytes)
        show(url)
      },
      () => !isGone && show(null),
    )
    return () => {
      isGone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [fileId, size])
  return shown
}
