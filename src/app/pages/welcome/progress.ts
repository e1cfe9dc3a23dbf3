import { useState } from 'react'

export const STEPS = ['practice', 'start', 'client', 'horse', 'yard', 'visit'] as const
export type StepName = (typeof STEPS)[number]

/** How far a user has come, and what they have made on the way. */
export type Progress = { step: StepName; clientId?: string; horseId?: string; yardId?: string }

const KEY = 'pritchel.welcome'

/** Kept for the tab, so that a reload or a look at another screen loses nothing. */
export function useProgress(): [Progress, (change: Partial<Progress>) => void] {
  const [progress, setProgress] = useState(read)
  return [
    progress,
    (change) => {
      const next = { ...progress, ...change }
      sessionStorage.setItem(KEY, JSON.stringify(next))
      setProgress(next)
    },
  ]
}

/** The next welcome starts from scratch. */
export const forgetProgress = () => sessionStorage.removeItem(KEY)

function read(): Progress {
  const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  const isOurs = typeof kept === 'object' && kept !== null && 'step' in kept && STEPS.includes(kept.step as StepName)
  return isOurs ? (kept as Progress) : { step: 'practice' }
}
