import { FEET, type FootName, type FootScheme, footWords } from '#features/core/practice/foot-names.ts'
import { FOOT_WORK_LABELS, type Foot, footInWords, type Setup } from '#features/visits/work/feet.ts'
import { capital } from '#lib/capital.ts'

/** One foot as an owner reads it: `Near fore`, `New shoe, 5¼ fullered`. */
export type OwnersFoot = { foot: FootName; name: string; words: string }

/** The four feet of a horse as its owner reads them. */
export const feetForOwner = (setup: Setup, scheme: FootScheme): OwnersFoot[] =>
  FEET.map((foot) => ({ foot, name: capital(footWords(foot, scheme)), words: wordsFor(setup[foot]) }))

/** All four feet in few lines, equal ones together: `Near fore, off fore: New shoe, 5¼ fullered`. */
export function feetLines(feet: readonly OwnersFoot[]): string[] {
  const groups = Map.groupBy(feet, ({ words }) => words)
  if (feet.length === FEET.length && groups.size === 1) return [...groups.keys()].map((words) => `All four feet: ${words}`)
  return [...groups].map(([words, alike]) => `${capital(alike.map(({ name }) => name.toLowerCase()).join(', '))}: ${words}`)
}

/** Whether the feet add anything to the kind of work: a shoe, a size, a pad or studs. */
export const saysMore = (setup: Setup): boolean => FEET.some((foot) => footInWords(setup[foot]) !== FOOT_WORK_LABELS[setup[foot].work])

/** What was done, then with what: the size alone means nothing to a person who doesn't shoe horses. */
function wordsFor(foot: Foot): string {
  const [label, details] = [FOOT_WORK_LABELS[foot.work], footInWords(foot)]
  return details.startsWith(label) ? details : `${label}, ${details}`
}
