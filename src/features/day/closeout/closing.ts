import type { TaskPlan } from '#features/visits/tasks/rules.ts'
import { changesSince, type FootChange, type Setup } from '#features/visits/work/feet.ts'
import { workAgain } from '#features/visits/work/rules.ts'
import type { Day } from '#lib/dates.ts'

type Entry = { serviceType: string; setup: Setup | null; workDate: Day }

/** What a horse at a stop is about to get: as planned, else as last time. */
export type Again = {
  serviceType: string
  setup: Setup | null
  /** Its last work; undefined: none on record. */
  last: Entry | undefined
  /** Whether it is the kind of work the horse had last. */
  isSame: boolean
  /** `As last time`, `Front refit, as planned`; the kind of work where neither applies. */
  words: string
}

/** `earlier` is the horse's work, newest first; `labelOf` returns the label of a kind of work. */
export function againOf(planned: string | null, earlier: readonly Entry[], labelOf = (serviceType: string) => serviceType): Again {
  const [last] = earlier
  const again = workAgain(planned, earlier)
  const isSame = last?.serviceType === again.serviceType
  return {
    ...again,
    last,
    isSame,
    words: isSame ? 'As last time' : planned ? `${labelOf(planned)}, as planned` : labelOf(again.serviceType),
  }
}

/** A horse's work while it is being written down. */
export type Draft = {
  serviceType: string
  setup: Setup | null
  description: string
  findings: string
  recommendations: string
  /** Whether the work starts a new cycle, where a template sets it; else by the kind of work. */
  resetsCycle?: boolean | undefined
  /** What it costs this once, where a price was set; else the list price. It applies to the kind of work it was set for. */
  pricePence?: number | undefined
  /** The template it was filled in by. */
  template?: string | undefined
  /** Whether the advice is made a task, and for when. */
  task?: TaskPlan | null | undefined
}

export const draftOf = ({ serviceType, setup }: Pick<Again, 'serviceType' | 'setup'>): Draft => ({
  serviceType,
  setup,
  description: '',
  findings: '',
  recommendations: '',
})

/** What was changed of the feet. */
export const changesIn = (again: Again, draft: Draft): FootChange[] =>
  again.setup && draft.setup ? changesSince(again.setup, draft.setup) : []

/** `As last time, with 1 change`, `By template: Heart bars`. */
export function takenWords(again: Again, draft: Draft): string {
  if (draft.template) return `By template: ${draft.template}`
  const feet = changesIn(again, draft).length
  const count = feet || (draft.serviceType === again.serviceType ? 0 : 1)
  return count === 0 ? again.words : `${again.words}, with ${count} ${count === 1 ? 'change' : 'changes'}`
}

/** Why a horse was not done, as it happens in a yard. */
export const NOT_DONE_REASONS = [
  'Not caught',
  'Lame, vet first',
  'Owner not there',
  'Horse not there',
  'Not safe today',
  'Not needed yet',
  'Ran out of time',
] as const
