import { useSyncExternalStore } from 'react'

// The theme's `md`, `lg` and `xl`.
const PHONE = '(width < 48rem)'
const ROOMY = '(min-width: 64rem)'
const WIDE = '(min-width: 75rem)'

/** Under 768 px nothing fits next to anything else. */
export const useIsPhone = (): boolean => useMedia(PHONE)

/** From 1024 px: a table of many columns has room; below it the same rows are cards. */
export const useIsRoomy = (): boolean => useMedia(ROOMY)

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
