import { useState } from 'react'

export type Theme = 'light' | 'dark' | 'system'
const KEY = 'theme'

/** The theme chosen on this device, and the way to change it. `public/theme.js` applies it before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(read)
  return [
    theme,
    (next) => {
      if (next === 'system') localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, next)
      if (next === 'system') delete document.documentElement.dataset.theme
      else document.documentElement.dataset.theme = next
      setTheme(next)
    },
  ]
}

function read(): Theme {
  const stored = localStorage.getItem(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'As the device' },
] as const satisfies { value: Theme; label: string }[]
