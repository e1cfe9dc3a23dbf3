import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** What an action of the palette opens over the screen one is on. */
export type Doing = 'appointment' | 'time-off' | 'move-day' | 'client' | 'horse' | 'yard'

/** Something that can be found: where it is, or what it does. `key` names it for good. */
export type Find = {
  key: string
  /** `Client`, `Action`: shown next to it. */
  kind: string
  label: string
  detail: string
  icon: LucideIcon | ComponentType<{ size?: number; className?: string }>
  href?: string
  doing?: Doing
  run?: () => void
}

/** A list to look through. What is found is made only for those that are shown. */
export type Source = {
  find: (question: string, most: number) => { score: number; show: () => Find }[]
  /** The one of this key, if it is of this list. */
  one: (key: string) => Find | undefined
}

/** The best of several lists together; of equals the one whose list comes first. */
export function bestOf(sources: readonly Source[], question: string, most: number): Find[] {
  return sources
    .flatMap(({ find }) => find(question, most))
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ show }) => show())
}

/** Before anything is typed: what was found last, then the rest. */
export function startOf(sources: readonly Source[], recent: readonly string[], rest: readonly Find[]): Find[] {
  const found = recent.flatMap((key) => sources.map(({ one }) => one(key)).find((one) => one !== undefined) ?? [])
  const keys = new Set(found.map(({ key }) => key))
  return [...found, ...rest.filter(({ key }) => !keys.has(key))]
}
