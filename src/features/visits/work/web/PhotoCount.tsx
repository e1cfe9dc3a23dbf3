import { Camera } from 'lucide-react'

/** How many photos there are of a foot. */
export const PhotoCount = ({ count }: { count: number }) => (
  <span className="inline-flex items-center gap-1 text-14 font-normal text-ink-2 tabular-nums">
    <Camera size={16} aria-hidden />
    {count}
    <span className="sr-only">{count === 1 ? ' photo' : ' photos'}</span>
  </span>
)
