import { useState } from 'react'

/**
 * For a form that stays on the screen after it was saved: it next starts from what was just saved, not from what the device showed a moment
 * before. Key the form by `times`.
 */
export function useSaved<T>() {
  const [saved, setSaved] = useState<{ times: number; values?: T }>({ times: 0 })
  return [saved, (values: T) => setSaved({ times: saved.times + 1, values })] as const
}
