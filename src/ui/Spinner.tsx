import { LoaderCircle } from 'lucide-react'

/** Work that truly is remote is in progress. The words next to it name it. */
export const Spinner = ({ size = 20 }: { size?: number }) => (
  <LoaderCircle size={size} aria-hidden className="shrink-0 motion-safe:animate-spin" />
)
