import { useSyncExternalStore } from 'react'

// The theme's `lg` and `xl`.
const ROOMY = '(min-width: 64rem)'
const WIDE = '(min-width: 75rem)'

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
