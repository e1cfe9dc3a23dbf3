import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/** Loaded this far ahead of the eye; more would be loaded for most who never scroll there. */
const AHEAD = '40px 0px'

type Props = {
  /** Holds the place, with its heading so that it can be found, until then and while it loads. */
  placeholder: ReactNode
  children: ReactNode
}

/**
 * What is below the fold: shown, and so loaded, when it comes near the screen. Also at the first key, which may go or search anywhere, and
 * before printing.
 */
export function WhenSeen({ placeholder, children }: Props) {
  const [isSeen, setSeen] = useState(!('IntersectionObserver' in window))
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => (isSeen || !place.current ? undefined : whenNear(place.current, () => setSeen(true))), [isSeen])
  if (isSeen) return <Suspense fallback={placeholder}>{children}</Suspense>
  return <div ref={place}>{placeholder}</div>
}

function whenNear(place: Element, show: () => void) {
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && show(), { rootMargin: AHEAD })
  observer.observe(place)
  window.addEventListener('keydown', show)
  window.addEventListener('beforeprint', show)
  return () => {
    observer.disconnect()
    window.removeEventListener('keydown', show)
    window.removeEventListener('beforeprint', show)
  }
}
