import type { RoundStop, StopHorse, ToRebook } from '#features/round/round-day.ts'

/** What the round is asking the farrier in a dialog. */
export type Asking =
  | { what: 'not-done'; stop: RoundStop; of: StopHorse }
  | { what: 'other-work'; stop: RoundStop; of: StopHorse }
  | { what: 'add-horse'; stop: RoundStop }
  | { what: 'add-stop' }
  | { what: 'late' }
  | { what: 'rebook'; of: ToRebook }
export type Ask = (asking: Asking) => void
