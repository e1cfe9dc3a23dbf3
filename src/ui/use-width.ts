import { useSyncExternalStore } from 'react'

// The theme's `md` and `xl`.
const DESKTOP = '(min-width: 48rem)'
const WIDE = '(min-width: 75rem)'

/** From 768 px: tables instead of cards. */
export const useIsDesktop = (): boolean => useMedia(DESKTOP)

/** From 1200 px: a list and its detail have room side by side. */
export const useIsWide = (): boolean => useMedia(WIDE)

const useMedia = (text: string) =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(text)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(text).matches,
  )
