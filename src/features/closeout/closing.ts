import { changesSince, type FootChange, type Setup, serviceOf } from '#features/work/feet.ts'
import { workAgain } from '#features/work/rules.ts'
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
  /** `Same as last time`, `Front refit, as planned`; the kind of work where nothing is known. */
  words: string
}

/** `earlier` is the horse's work, newest first. */
export function againOf(planned: string | null, earlier: readonly Entry[]): Again {
  const [last] = earlier
  const again = workAgain(planned, earlier)
  const isSame = last?.serviceType === again.serviceType
  return { ...again, last, isSame, words: isSame ? 'Same as last time' : planned ? `${planned}, as planned` : again.serviceType }
}

/** A horse's work while it is being written down. */
export type Draft = { serviceType: string; setup: Setup | null; description: string; findings: string; recommendations: string }

export const draftOf = ({ serviceType, setup }: Pick<Again, 'serviceType' | 'setup'>): Draft => ({
  serviceType,
  setup,
  description: '',
  findings: '',
  recommendations: '',
})

/** The draft with other feet: when they amount to another kind of work, it is called that. */
export const withFeet = (draft: Draft, setup: Setup): Draft => ({
  ...draft,
  setup,
  // A kind of the farrier's own keeps its name.
  serviceType: draft.setup && serviceOf(draft.setup) === draft.serviceType ? (serviceOf(setup) ?? draft.serviceType) : draft.serviceType,
})

/** What was changed of the feet. */
export const changesIn = (again: Again, draft: Draft): FootChange[] =>
  again.setup && draft.setup ? changesSince(again.setup, draft.setup) : []

/** `Same as last time, with 1 change`. */
export function takenWords(again: Again, draft: Draft): string {
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
