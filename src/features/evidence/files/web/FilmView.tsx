import { useEffect, useState } from 'react'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { usePhoto } from '#features/evidence/files/web/use-photo.ts'
import { usePhotoName } from '#features/evidence/files/web/use-photo-name.ts'
import { findOpened } from '#platform/web/files/opened-files.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { reachable } from '#platform/web/sync/reach.ts'

/** A video as large as there is room for, from this device while it is here, else from the server as it is watched. */
export function FilmView({ film }: { film: KnownFile }) {
  const [isLost, setLost] = useState(false)
  const photoName = usePhotoName()
  const source = useFilm(film)
  const poster = usePhoto(film, 'picture')
  if (source === undefined) return null
  if (source === null || isLost) {
    return <p className="p-6 text-center text-ink-2">This video is on the server. Open it when you have signal.</p>
  }
  return (
    <video
      controls
      playsInline
      preload="metadata"
      onError={() => setLost(true)}
      src={source}
      {...(poster && { poster })}
      aria-label={photoName(film)}
      className="mx-auto max-h-[70dvh] max-w-full rounded-lg"
    />
  )
}

/** Undefined while it is looked for, null when it can't be had now. */
function useFilm({ fileId, fileUrl, mime }: KnownFile): string | null | undefined {
  const [source, setSource] = useState<string | null>()
  useEffect(() => {
    let url: string | undefined
    let isGone = false
    const show = (bytes: Blob | undefined) => {
      if (isGone) return
      if (bytes) url = URL.createObjectURL(bytes.slice(0, bytes.size, mime))
      setSource(url ?? (reachable() && fileUrl ? serverUrl(fileUrl) : null))
    }
    findOpened(fileId ?? '', fileUrl ?? '').then(show, () => show(undefined))
    return () => {
      isGone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [fileId, fileUrl, mime])
  return source
}
