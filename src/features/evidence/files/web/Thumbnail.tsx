import { ImageOff } from 'lucide-react'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { usePhoto } from '#features/evidence/files/web/use-photo.ts'

/** A photo at the size of its frame, with its description; an icon where the device doesn't have it. */
export function Thumbnail({ photo }: { photo: KnownFile }) {
  const url = usePhoto(photo, 'thumbnail')
  if (url) return <img src={url} alt="" className="size-full object-cover" />
  return url === null ? <ImageOff size={20} aria-hidden className="text-ink-2" /> : null
}
