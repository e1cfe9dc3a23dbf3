import { LoaderCircle } from 'lucide-react'

/** Work that truly is remote is going on. The words beside it say which. */
export const Spinner = ({ size = 20 }: { size?: number }) => (
  <LoaderCircle size={size} aria-hidden className="shrink-0 motion-safe:animate-spin" />
)
